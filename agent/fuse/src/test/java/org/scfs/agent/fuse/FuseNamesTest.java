package org.scfs.agent.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What programs see of names, directories and attributes on a real mount. */
@Timeout(60)
final class FuseNamesTest {

  @TempDir Path temporary;
  private MountedVfs mount;

  @BeforeEach
  void mount() throws Exception {
    MountedVfs.assumeFuse();
    mount = new MountedVfs(Files.createDirectory(temporary.resolve("mnt with ünïcode")));
  }

  @AfterEach
  void unmount() {
    if (mount != null) {
      mount.close();
    }
  }

  @Test
  void treesAreCopiedWithModesLinksAndTimes() throws Exception {
    Path source = temporary.resolve("source");
    assertThat(
            new ProcessBuilder(
                    "sh",
                    "-c",
                    "mkdir -p $0/a/b && echo x > $0/a/b/f && chmod 751 $0/a && ln -s b/f $0/a/l"
                        + " && ln $0/a/b/f $0/a/hard && touch -d '2001-02-03 04:05:06.123456789'"
                        + " $0/a/b/f && mkfifo $0/a/pipe && chmod 4755 $0/a/b/f",
                    source.toString())
                .start()
                .waitFor())
        .isZero();

    assertThat(mount.shell("cp -a '" + source + "/a' . 2>&1 && diff -r a/b '" + source + "/a/b'"))
        .isEqualTo(new MountedVfs.Result(0, ""));
    String listing = "find a -printf '%p %y %m %n %l %T@\\n' | sort";
    assertThat(mount.shell(listing).output().lines().filter(line -> !line.contains(" d ")))
        .containsExactly(
            "a/b/f f 4755 2  981173106.1234567890",
            "a/hard f 4755 2  981173106.1234567890",
            mount.shell("find a/l -printf '%p %y %m %n %l %T@'").output(),
            mount.shell("find a/pipe -printf '%p %y %m %n %l %T@'").output());
    assertThat(mount.shell("stat -c '%F %a' a a/pipe a/l").output())
        .isEqualTo("directory 751\nfifo 644\nsymbolic link 777");
    assertThat(Files.readSymbolicLink(mount.path("a/l"))).hasToString("b/f");
  }

  @Test
  void conflictsHaveTheirOwnErrors() throws Exception {
    Files.createDirectory(mount.path("d"));
    Files.createDirectory(mount.path("e"));
    Files.writeString(mount.path("d/f"), "x");

    assertThatThrownBy(() -> Files.createDirectory(mount.path("d")))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> Files.delete(mount.path("d")))
        .isInstanceOf(DirectoryNotEmptyException.class);
    assertThatThrownBy(() -> Files.readString(mount.path("none")))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(errnos("os.open('d', os.O_WRONLY)", "os.listdir('d/f')", "os.open('d/f/g', 0)"))
        .containsExactly("EISDIR", "ENOTDIR", "ENOTDIR");
    assertThat(errnos("os.rename('d', 'd/e')", "os.rename('d/f', 'e')", "os.rmdir('d/f')"))
        .containsExactly("EINVAL", "EISDIR", "ENOTDIR");
    assertThat(errnos("os.stat('n' * 256)", "os.mkdir('n' * 300)", "os.mkdir('\\u00e9' * 128)"))
        .containsOnly("ENAMETOOLONG");
    assertThat(errnos("os.mkdir('n' * 255)")).containsExactly("none");
    assertThat(errnos("os.mkdir(b'bad\\xff')", "os.symlink(b'\\xff', 'l')")).containsOnly("EILSEQ");
    assertThat(errnos("os.rename('none', 'd/x')", "os.link('none', 'x')")).containsOnly("ENOENT");
  }

  private List<String> errnos(String... statements) throws Exception {
    StringBuilder script = new StringBuilder("import os, errno\n");
    for (String statement : statements) {
      script
          .append("try:\n  ")
          .append(statement)
          .append("\n  print('none')\nexcept OSError as e: print(errno.errorcode[e.errno])\n");
    }
    return mount.python(script.toString()).output().lines().toList();
  }

  @Test
  void largeDirectoriesAreListedWhole() throws Exception {
    assertThat(
            mount.python(
                """
                import os
                for i in range(2000): os.close(os.open('f%d' % i, os.O_CREAT))
                entries = {e.name: e for e in os.scandir('.')}
                assert set(entries) == {'f%d' % i for i in range(2000)}
                assert all(e.is_file(follow_symlinks=False) for e in entries.values())
                assert entries['f7'].inode() == os.stat('f7').st_ino
                fd = os.open('.', os.O_RDONLY)
                assert len(os.listdir(fd)) == 2000
                os.unlink('f0')
                assert len(os.listdir(fd)) == 1999
                print('ok')"""))
        .isEqualTo(new MountedVfs.Result(0, "ok"));
    assertThat(mount.names()).hasSize(1999);
  }

  @Test
  void namesMayHaveSpacesAndAnyCharacter() throws Exception {
    Path file = mount.path("mit Leerzeichen, 漢字 \\ und 😀");
    Files.writeString(file, "x");

    assertThat(mount.names()).containsExactly(file.getFileName().toString());
    assertThat(mount.shell("cat mit*").output()).isEqualTo("x");
  }

  @Test
  void timesAreKeptToTheNanosecondAndOneAtATime() throws Exception {
    assertThat(
            mount.python(
                """
                import os, time
                open('f', 'w').close()
                os.utime('f', ns=(1_000_000_001, 2_000_000_002))
                s = os.stat('f')
                assert (s.st_atime_ns, s.st_mtime_ns) == (1_000_000_001, 2_000_000_002), s
                os.utime('f', ns=(-5_000_000_001, 3))
                assert os.stat('f').st_atime_ns == -5_000_000_001, os.stat('f')
                print('ok')"""))
        .isEqualTo(new MountedVfs.Result(0, "ok"));
    assertThat(mount.shell("touch -a -d @77.5 f && stat -c '%.X %.Y' f").output())
        .isEqualTo("77.500000000 0.000000003");
    assertThat(mount.shell("touch -m -d @88.25 f && stat -c '%.X %.Y' f").output())
        .isEqualTo("77.500000000 88.250000000");
    assertThat(mount.shell("touch -a f && stat -c '%Y' f").output()).isEqualTo("88");
    assertThat(mount.shell("test $(stat -c %X f) -gt 1700000000").code()).isZero();
  }

  @Test
  void modesAndOwnersAreChanged() throws Exception {
    assertThat(mount.shell("umask 027; echo > f; mkdir d; stat -c '%a %u %g' f d").output())
        .isEqualTo("640 0 0\n750 0 0");
    assertThat(
            mount
                .shell(
                    "chown 12:34 f; chown 56 f; chgrp 78 f; chmod 4711 f;"
                        + " stat -c '%a %u %g' f")
                .output())
        .isEqualTo("4711 56 78");
    Files.setPosixFilePermissions(mount.path("f"), PosixFilePermissions.fromString("rw----r--"));
    assertThat(mount.shell("stat -c %a f").output()).isEqualTo("604");
  }

  @Test
  void hardLinksNameTheSameFile() throws Exception {
    assertThat(
            mount
                .shell(
                    "echo one > a; ln a b; echo two >> b; cat a; sleep 0.6;"
                        + " stat -c '%h %s' a b; test a -ef b && echo same")
                .output())
        .isEqualTo("one\ntwo\n2 8\n2 8\nsame");
  }

  @Test
  void renameMovesDirectoriesWithAllThatIsInThem() throws Exception {
    assertThat(mount.shell("mkdir -p a/b c; echo x > a/b/f; mv a/b c/d; cat c/d/f; ls a").output())
        .isEqualTo("x");
    assertThat(
            mount
                .python(
                    "import os\nfd=os.open('c/d/f',0)\nos.rename('c','e')\n"
                        + "print(os.read(fd,9), os.fstat(fd).st_size)")
                .output())
        .isEqualTo("b'x\\n' 2");
  }

  @Test
  void extendedAttributesAreKept() throws Exception {
    assertThat(
            mount
                .python(
                    """
                import os, errno
                def error(f):
                    try: f()
                    except OSError as e: return errno.errorcode[e.errno]
                open('f', 'w').close()
                os.setxattr('f', 'user.a', b'one\\0two')
                os.setxattr('f', 'user.empty', b'')
                assert os.getxattr('f', 'user.a') == b'one\\0two'
                assert os.getxattr('f', 'user.empty') == b''
                assert sorted(os.listxattr('f')) == ['user.a', 'user.empty']
                print(error(lambda: os.setxattr('f', 'user.a', b'', os.XATTR_CREATE)))
                print(error(lambda: os.setxattr('f', 'user.b', b'', os.XATTR_REPLACE)))
                os.removexattr('f', 'user.a')
                print(error(lambda: os.getxattr('f', 'user.a')))
                print(error(lambda: os.removexattr('f', 'user.a')))
                print(error(lambda: os.setxattr('f', 'system.posix_acl_access', b'x' * 28)))
                os.setxattr('f', 'user.big', b'x' * 60000)
                assert len(os.getxattr('f', 'user.big')) == 60000
                """)
                .output())
        .isEqualTo("EEXIST\nENODATA\nENODATA\nENODATA\nENOTSUP");
  }

  @Test
  void writesDoNotAskForFileCapabilities() throws Exception {
    assertThat(mount.shell("for i in 1 2 3; do echo $i >> f; done; cat f").output())
        .isEqualTo("1\n2\n3");

    assertThat(mount.vfs.calls).noneMatch(call -> call.contains("security.capability"));
  }

  @Test
  void freeSpaceIsShown() throws Exception {
    assertThat(mount.shell("stat -f -c '%S %b %f %a %l' .").output())
        .isEqualTo("4096 1000 600 600 255");
    assertThat(mount.shell("df . | tail -1").output()).startsWith("scfs#test_volume");
  }

  @Test
  void nothingIsSaidToBeMissingOnTheWordOfTheCache() throws Exception {
    Files.createDirectories(mount.path("new/sub"));
    Files.writeString(mount.path("new/sub/f"), "x");
    mount.vfs.unknownToCache.addAll(List.of("new", "sub", "f"));

    assertThat(mount.shell("sleep 0.6; cat new/sub/f").output()).isEqualTo("x");
    assertThat(Files.exists(mount.path("new/sub/f"), LinkOption.NOFOLLOW_LINKS)).isTrue();
  }
}
