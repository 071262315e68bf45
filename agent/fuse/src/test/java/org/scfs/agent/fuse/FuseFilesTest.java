package org.scfs.agent.fuse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.VfsException;

/** What programs see when they open, read, write and close files on a real mount. */
@Timeout(60)
final class FuseFilesTest {

  @TempDir Path temporary;
  private MountedVfs mount;

  @BeforeEach
  void mount() throws Exception {
    MountedVfs.assumeFuse();
    mount = new MountedVfs(Files.createDirectory(temporary.resolve("mnt")));
  }

  @AfterEach
  void unmount() {
    if (mount != null) {
      mount.close();
    }
  }

  @Test
  void fileOfOneMebibyteIsReadBackEqual() throws Exception {
    byte[] contents = new byte[1 << 20];
    new Random(1).nextBytes(contents);

    Files.write(mount.path("big"), contents);

    assertThat(Files.readAllBytes(mount.path("big"))).isEqualTo(contents);
    assertThat(mount.shell("cp big copy && cmp big copy").code()).isZero();
    assertThat(mount.shell("dd if=big of=blocks bs=777 status=none && cmp big blocks").code())
        .isZero();
  }

  @Test
  void largeWritesReachTheFileSystemInPiecesOf128KiB() throws Exception {
    assertThat(mount.shell("dd if=/dev/zero of=f bs=1M count=1 status=none").code()).isZero();

    assertThat(mount.vfs.calls.stream().filter(call -> call.startsWith("write "))).hasSize(8);
  }

  @Test
  void closeWaitsForFlushAndEveryHandleIsReleased() throws Exception {
    Files.writeString(mount.path("a"), "x");

    assertThat(mount.vfs.calls).anyMatch(call -> call.startsWith("flush "));
    org.awaitility.Awaitility.await()
        .atMost(MountedVfs.LIMIT)
        .until(() -> mount.vfs.openHandles() == 0);
  }

  @Test
  void appendGoesToTheEnd() throws Exception {
    assertThat(mount.shell("echo one > f; echo two >> f; cat f"))
        .isEqualTo(new MountedVfs.Result(0, "one\ntwo"));
  }

  @Test
  void opensWithTruncateEmptyTheFileInOneStep() throws Exception {
    Files.writeString(mount.path("f"), "long contents");
    mount.vfs.calls.clear();

    Files.writeString(mount.path("f"), "new");

    assertThat(Files.readString(mount.path("f"))).isEqualTo("new");
    assertThat(mount.vfs.calls)
        .anyMatch(call -> call.startsWith("open ") && call.contains("truncate=true"))
        .noneMatch(call -> call.startsWith("setAttributes "));
  }

  @Test
  void filesAreCutAndMadeLongerByPathAndByHandle() throws Exception {
    Files.writeString(mount.path("f"), "0123456789");

    assertThat(mount.shell("truncate -s 4 f && cat f").output()).isEqualTo("0123");
    try (FileChannel channel = FileChannel.open(mount.path("f"), StandardOpenOption.WRITE)) {
      channel.truncate(2);
      assertThat(channel.size()).isEqualTo(2);
    }
    assertThat(mount.shell("truncate -s 5000 f && stat -c %s f").output()).isEqualTo("5000");
  }

  @Test
  void fsyncReachesTheFileSystem() throws Exception {
    try (FileChannel channel = create("f")) {
      channel.write(ByteBuffer.wrap(new byte[10]));
      channel.force(true);
    }

    assertThat(mount.vfs.calls).anyMatch(call -> call.startsWith("fsync "));
  }

  @Test
  void fallocateIsNotSupported() throws Exception {
    assertThat(
            mount.python(
                """
                import os, ctypes, errno
                fd = os.open('f', os.O_CREAT | os.O_WRONLY)
                libc = ctypes.CDLL(None, use_errno=True)
                r = libc.fallocate(fd, 0, ctypes.c_long(0), ctypes.c_long(100))
                print(r, errno.errorcode[ctypes.get_errno()])"""))
        .isEqualTo(new MountedVfs.Result(0, "-1 ENOTSUP"));
  }

  @Test
  void unlinkedFileThatIsOpenGoesOnWorkingAfterTheKernelForgot() throws Exception {
    assertThat(
            mount.python(
                """
                import os, time
                fd = os.open('f', os.O_CREAT | os.O_RDWR, 0o640)
                os.write(fd, b'0123456789')
                os.unlink('f')
                assert os.listdir('.') == []
                time.sleep(1.2)
                s = os.fstat(fd)
                assert (s.st_size, s.st_nlink, s.st_mode & 0o777) == (10, 0, 0o640), s
                os.ftruncate(fd, 4)
                assert os.fstat(fd).st_size == 4
                os.pwrite(fd, b'abc', 4)
                assert os.pread(fd, 100, 0) == b'0123abc'
                os.fchmod(fd, 0o600)
                os.utime(fd, ns=(5, 7))
                s = os.fstat(fd)
                assert (s.st_mode & 0o777, s.st_mtime_ns) == (0o600, 7), s
                os.fsync(fd)
                again = os.open('/proc/self/fd/%d' % fd, os.O_RDONLY)
                os.close(fd)
                assert os.read(again, 100) == b'0123abc'
                os.close(again)
                print('ok')"""))
        .isEqualTo(new MountedVfs.Result(0, "ok"));
    assertThat(mount.vfs.calls).contains("unlink f").noneMatch(call -> call.contains("rename"));
    assertThat(mount.names()).isEmpty();
    org.awaitility.Awaitility.await()
        .atMost(MountedVfs.LIMIT)
        .until(() -> mount.vfs.openHandles() == 0);
  }

  @Test
  void unlinkedFileThatIsOpenKeepsItsOtherName() throws Exception {
    assertThat(
            mount.python(
                """
                import os, time
                fd = os.open('f', os.O_CREAT | os.O_RDWR)
                os.link('f', 'g')
                os.unlink('f')
                time.sleep(0.7)
                assert os.fstat(fd).st_nlink == 1, os.fstat(fd)
                assert os.stat('g').st_nlink == 1
                print(os.listdir('.'))"""))
        .isEqualTo(new MountedVfs.Result(0, "['g']"));
  }

  @Test
  void directoryWhoseOnlyFileIsUnlinkedButOpenCanBeRemoved() throws Exception {
    assertThat(
            mount.python(
                """
                import os
                os.mkdir('d')
                fd = os.open('d/f', os.O_CREAT | os.O_RDWR)
                os.write(fd, b'still here')
                os.unlink('d/f')
                os.rmdir('d')
                print(os.pread(fd, 100, 0).decode())"""))
        .isEqualTo(new MountedVfs.Result(0, "still here"));
  }

  @Test
  void renameOverAnOpenFileLeavesTheOldOneToItsReader() throws Exception {
    assertThat(
            mount.python(
                """
                import os, time
                open('f', 'w').write('old')
                fd = os.open('f', os.O_RDONLY)
                open('f.tmp', 'w').write('newer')
                os.rename('f.tmp', 'f')
                assert open('f').read() == 'newer'
                time.sleep(0.7)
                assert os.fstat(fd).st_size == 3
                assert os.pread(fd, 100, 0) == b'old'
                os.close(fd)
                assert open('f').read() == 'newer'
                print(os.listdir('.'))"""))
        .isEqualTo(new MountedVfs.Result(0, "['f']"));
    assertThat(mount.vfs.calls).contains("rename f.tmp f").doesNotContain("unlink f");
  }

  @Test
  void renameOverAClosedFileIsOneStep() throws Exception {
    assertThat(mount.shell("echo old > f; echo new > t").code()).isZero();
    org.awaitility.Awaitility.await()
        .atMost(MountedVfs.LIMIT)
        .until(() -> mount.vfs.openHandles() == 0);

    assertThat(mount.shell("mv t f && cat f").output()).isEqualTo("new");
    assertThat(mount.vfs.calls).contains("rename t f").doesNotContain("unlink f");
  }

  @Test
  void usersCannotMakeOrTakeHiddenNames() throws Exception {
    Files.writeString(mount.path("f"), "precious");
    String hidden = ".fuse_hidden00000001ffff0000";

    for (String script :
        List.of("mv f %s", "echo > %s", "mkdir %s", "ln f %s", "ln -s f %s", "mkfifo %s")) {
      MountedVfs.Result result = mount.shell(String.format(script, hidden));
      assertThat(result.code()).as(script).isNotZero();
      assertThat(result.output()).contains("Operation not permitted");
    }
    assertThat(mount.names()).containsExactly("f");
    assertThat(mount.vfs.calls).doesNotContain("unlink f");
  }

  @Test
  void openSeesWhatAnotherAgentClosedThoughTheKernelKnowsTheOldSize() throws Exception {
    try (MountedVfs slow =
        new MountedVfs(Files.createDirectory(temporary.resolve("slow")), Duration.ofSeconds(30))) {
      Files.createDirectory(slow.path("d"));
      Files.writeString(slow.path("f"), "first");
      assertThat(Files.readString(slow.path("f"))).isEqualTo("first");
      assertThat(Files.size(slow.path("f"))).isEqualTo(5);

      slow.vfs.changeElsewhere("f", "second, longer".getBytes(UTF_8));
      assertThat(slow.shell("cat f").output()).isEqualTo("second, longer");
      assertThat(Files.size(slow.path("f"))).isEqualTo(14);

      slow.vfs.changeElsewhere("f", "3rd".getBytes(UTF_8));
      assertThat(slow.shell("cat d/../f").output()).isEqualTo("3rd");

      slow.vfs.changeElsewhere("f", "by descriptor".getBytes(UTF_8));
      assertThat(slow.python("import os\nfd=os.open('f',0)\nprint(os.fstat(fd).st_size)").output())
          .isEqualTo("13");
    }
  }

  @Test
  void fileOpenInTheKernelCanBeReopenedAfterItChangedElsewhere() throws Exception {
    Files.writeString(mount.path("f"), "first");
    assertThat(
            mount.python(
                """
                import os
                fd = os.open('f', os.O_RDONLY)
                os.stat('f')
                for i in range(50):
                    os.utime('f', ns=(i, i))
                    os.close(os.open('f', os.O_RDONLY))
                    os.close(os.open('/proc/self/fd/%d' % fd, os.O_RDONLY))
                print('ok')"""))
        .isEqualTo(new MountedVfs.Result(0, "ok"));
  }

  @Test
  void creatingAFileThatAnotherAgentJustMadeOpensItUnlessExclusive() throws Exception {
    Files.writeString(mount.path("f"), "theirs");
    mount.vfs.unknownToCache.add("f");
    // The kernel asks before it creates; the answer must not come from the cache alone.
    assertThat(mount.shell("cat f").output()).isEqualTo("theirs");

    mount.vfs.hooks.put(
        "create",
        () -> {
          mount.vfs.hooks.remove("create");
          throw new VfsException(Errno.EEXIST, "another agent was faster");
        });
    assertThat(mount.shell("echo mine > g").output()).isEmpty();
    mount.vfs.hooks.put(
        "create",
        () -> {
          throw new VfsException(Errno.EEXIST, "another agent was faster");
        });
    assertThatThrownBy(() -> Files.createFile(mount.path("h")))
        .isInstanceOf(java.nio.file.FileAlreadyExistsException.class);
  }

  @Test
  void errorsOfTheFileSystemReachThePrograms() throws Exception {
    Files.writeString(mount.path("f"), "x");
    failWith("open", Errno.EBUSY, "another agent writes it");
    assertThatThrownBy(() -> Files.readString(mount.path("f")))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("busy");
    mount.vfs.hooks.clear();

    failWith("flush", Errno.ESTALE, "the lock was lost");
    assertThat(
            mount.python(
                """
                import os, errno
                fd = os.open('f', os.O_WRONLY)
                os.write(fd, b'y')
                try: os.close(fd)
                except OSError as e: print(errno.errorcode[e.errno])"""))
        .isEqualTo(new MountedVfs.Result(0, "ESTALE"));
    mount.vfs.hooks.clear();

    failWith("write", Errno.ENOSPC, "disk full");
    assertThat(mount.shell("dd if=/dev/zero of=f bs=10 count=1").output())
        .contains("No space left on device");
    failWith("fsync", Errno.EIO, "disk broken");
    assertThat(mount.python("import os\nos.fsync(os.open('f', os.O_WRONLY))").output())
        .contains("Input/output error");
  }

  @Test
  void bugInTheFileSystemIsAnswerWithEioAndTheMountLivesOn() throws Exception {
    Files.writeString(mount.path("f"), "x");
    mount.vfs.hooks.put(
        "read",
        () -> {
          throw new AssertionError("a bug");
        });
    assertThatThrownBy(() -> Files.readString(mount.path("f"))).isInstanceOf(IOException.class);
    mount.vfs.hooks.put(
        "read",
        () -> {
          throw new IllegalStateException("another bug");
        });
    assertThat(mount.shell("cat f").output()).contains("Input/output error");

    mount.vfs.hooks.clear();
    assertThat(Files.readString(mount.path("f"))).isEqualTo("x");
  }

  @Test
  void parallelWritersDoNotDisturbEachOther() throws Exception {
    int writers = 8;
    try (ExecutorService executor = Executors.newFixedThreadPool(writers)) {
      List<Future<Boolean>> results = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        results.add(executor.submit(writeAndCompare(i)));
      }
      for (Future<Boolean> result : results) {
        assertThat(result.get()).isTrue();
      }
    }
    assertThat(mount.names()).hasSize(writers);
  }

  private Callable<Boolean> writeAndCompare(int seed) {
    return () -> {
      byte[] contents = new byte[300_000];
      new Random(seed).nextBytes(contents);
      Path file = mount.path("writer" + seed);
      try (FileChannel channel = create("writer" + seed)) {
        for (int offset = 0; offset < contents.length; offset += 10_000) {
          channel.write(ByteBuffer.wrap(contents, offset, 10_000));
        }
      }
      return java.util.Arrays.equals(Files.readAllBytes(file), contents);
    };
  }

  @Test
  void slowCloseHoldsUpNobodyElse() throws Exception {
    Files.createDirectory(mount.path("d"));
    var mayEnd = new java.util.concurrent.CountDownLatch(1);
    var hasBegun = new java.util.concurrent.CountDownLatch(1);
    FileChannel channel = create("d/slow");
    channel.write(ByteBuffer.wrap(new byte[1]));
    mount.vfs.hooks.put(
        "flush",
        () -> {
          mount.vfs.hooks.remove("flush");
          hasBegun.countDown();
          try {
            mayEnd.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
      Future<?> close =
          executor.submit(
              () -> {
                channel.close();
                return true;
              });
      hasBegun.await();

      assertThat(mount.shell("mv d e && ls -l e && echo x > e/other && rm e/other").code())
          .isZero();
      assertThat(close.isDone()).isFalse();
      mayEnd.countDown();
      assertThat(close.get()).isEqualTo(true);
    }
  }

  private FileChannel create(String name) throws IOException {
    return FileChannel.open(
        mount.path(name), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  private void failWith(String operation, Errno errno, String reason) {
    mount.vfs.hooks.put(
        operation,
        () -> {
          throw new VfsException(errno, reason);
        });
  }
}
