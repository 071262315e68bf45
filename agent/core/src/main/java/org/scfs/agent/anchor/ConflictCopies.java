package org.scfs.agent.anchor;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.scfs.agent.cache.FileImage;
import org.scfs.agent.metadata.NameSpace;
import org.scfs.agent.metadata.Names;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.Vfs.EntryName;
import org.scfs.agent.vfs.VfsException;
import org.scfs.coordination.tuple.DataVersion;
import org.scfs.coordination.tuple.Tuple;
import org.scfs.depsky.DepSkyException;
import org.scfs.ports.Environment;
import org.scfs.ports.Id128;

/**
 * Keeps bytes that cannot become a file's current version any more: as a new file beside it, whose
 * name says what it is. Thread-safe.
 */
public final class ConflictCopies {

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH.mm.ss").withZone(ZoneOffset.UTC);
  private static final int NAME_ATTEMPTS = 100;

  private final NameSpace names;
  private final VersionStore versions;
  private final String who;
  private final Id128 root;
  private final Environment environment;
  private final List<String> made = new CopyOnWriteArrayList<>();

  /** Conflict copies of a volume. */
  public ConflictCopies(
      NameSpace names, VersionStore versions, Owner owner, Environment environment) {
    this.names = names;
    this.versions = versions;
    this.who = owner.who;
    this.root = owner.root;
    this.environment = environment;
  }

  /**
   * Who makes conflict copies and where the last resort is.
   *
   * @param who whose changes they are: becomes part of the name
   * @param root the root directory, for files whose own directory is gone
   */
  public record Owner(String who, Id128 root) {}

  /** The names of the copies that were made since the mount began. */
  public List<String> made() {
    return new ArrayList<>(made);
  }

  /** A place for a file whose own place is not known any more. */
  public EntryName lastResort(Id128 id) {
    return new EntryName(root, "recovered-" + id);
  }

  /**
   * Stores an image as a new file.
   *
   * @param place where the file was that it could not become
   * @return the new file's name
   */
  public String keep(EntryName place, FileImage image, Tuple attributes) throws VfsException {
    Id128 id = environment.ids().next();
    Instant now = environment.time().now();
    bringIn(image);
    DataVersion data =
        versions.store(id, image, DataVersion.getDefaultInstance(), environment.ids().next());
    Tuple tuple = attributes.toBuilder().setSize(image.size()).setLinks(1).setData(data).build();
    String name = create(place, now, id, tuple);
    made.add(name);
    return name;
  }

  private static void bringIn(FileImage image) throws VfsException {
    try {
      image.complete();
    } catch (DepSkyException e) {
      throw VersionStore.toVfs(e);
    } catch (IOException e) {
      throw new VfsException(Errno.EIO, String.valueOf(e.getMessage()), e);
    }
  }

  private String create(EntryName place, Instant now, Id128 id, Tuple tuple) throws VfsException {
    Id128 directory = place.directory();
    for (int i = 1; i <= NAME_ATTEMPTS; i++) {
      String name = name(place.name(), now, i);
      try {
        names.createStored(new EntryName(directory, name), id, tuple);
        return name;
      } catch (VfsException e) {
        if (e.errno() == Errno.ENOENT && !directory.equals(root)) {
          directory = root; // the file's directory is gone
        } else if (e.errno() != Errno.EEXIST) {
          throw e;
        }
      }
    }
    throw new VfsException(Errno.EEXIST, "no free name for a conflict copy of " + place.name());
  }

  /** {@code report.odt} becomes {@code report (conflict 2026-11-21 08.11.03 alice@host).odt}. */
  private String name(String original, Instant now, int attempt) {
    int dot = original.lastIndexOf('.');
    String stem = dot > 0 ? original.substring(0, dot) : original;
    String suffix = dot > 0 ? original.substring(dot) : "";
    String number = attempt == 1 ? "" : " " + attempt;
    String mark = " (conflict " + STAMP.format(now) + " " + who + number + ")";
    return Names.shorten(stem, Names.MAX_BYTES - Names.bytes(mark + suffix)) + mark + suffix;
  }
}
