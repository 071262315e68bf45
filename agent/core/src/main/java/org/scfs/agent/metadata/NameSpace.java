package org.scfs.agent.metadata;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.protobuf.ByteString;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.scfs.agent.vfs.AttributeChange;
import org.scfs.agent.vfs.DirectoryItem;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.Freshness;
import org.scfs.agent.vfs.RenameMode;
import org.scfs.agent.vfs.Vfs.EntryName;
import org.scfs.agent.vfs.VfsException;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.Lock;
import org.scfs.coordination.LockRequest;
import org.scfs.coordination.MetadataStore;
import org.scfs.coordination.tuple.DirectoryEntry;
import org.scfs.coordination.tuple.ObjectType;
import org.scfs.coordination.tuple.Tuple;
import org.scfs.ports.Environment;
import org.scfs.ports.Id128;

/**
 * The tree of names and the tuples behind them. Thread-safe.
 *
 * <p>Every change is one transaction, whatever lies below the names that it concerns.
 */
public final class NameSpace {

  private static final int SET_GROUP_ID = 02000;
  private static final int READ_TOGETHER = 1000;
  private static final int READ_AHEAD_LIMIT = 5000;
  private static final int VANISHED_ATTEMPTS = 5;
  private static final long MAX_PLACES = 100_000;

  private final Environment environment;
  private final MetadataCache cache;
  private final MetadataReader reader;
  private final MetadataWriter writer;
  private final Cache<Id128, EntryName> places;

  /**
   * The name space of a volume.
   *
   * @param timeToLive how old a cached answer may be; zero for none
   */
  public NameSpace(
      MetadataStore store, Layout layout, Duration timeToLive, Environment environment) {
    this.environment = environment;
    this.cache = new MetadataCache(timeToLive, environment.time());
    this.reader = new MetadataReader(store, layout, cache, environment.time());
    this.writer =
        new MetadataWriter(store, layout, new Views(reader, cache), cache, environment.time());
    this.places = Caffeine.newBuilder().maximumSize(MAX_PLACES).executor(Runnable::run).build();
  }

  /** Finds an entry of a directory; empty if there is none. */
  public Optional<TupleVersion> lookup(Id128 directory, String name, Freshness freshness)
      throws VfsException {
    try {
      Freshness demanded = freshness;
      for (int attempt = 0; attempt < VANISHED_ATTEMPTS; attempt++) {
        MetadataReader.NameRead read = readName(directory, name, demanded);
        Optional<Id128> id = read.directory().entry(name).map(Bucket::id);
        if (id.isEmpty()) {
          return Optional.empty();
        }
        Optional<TupleVersion> found = read.tuple().filter(tuple -> tuple.id().equals(id.get()));
        if (found.isEmpty()) {
          found = findTuple(id.get(), demanded);
        }
        if (found.isPresent()) {
          places.put(id.get(), new EntryName(directory, name));
          return found;
        }
        demanded = Freshness.LATEST; // the object went away since the entry was read
      }
      return Optional.empty();
    } catch (CoordinationException e) {
      throw CoordinationErrors.toVfs(e);
    }
  }

  private MetadataReader.NameRead readName(Id128 directory, String name, Freshness freshness)
      throws CoordinationException, VfsException {
    if (freshness == Freshness.CACHED) {
      Optional<Directory> cached = cache.directory(directory);
      if (cached.isPresent()) {
        return new MetadataReader.NameRead(cached.get(), Optional.empty());
      }
    }
    Optional<Directory> known = cache.directoryOfAnyAge(directory);
    if (known.isPresent()) {
      Optional<MetadataReader.NameRead> refreshed = reader.refresh(known.get(), name);
      if (refreshed.isPresent()) {
        return refreshed.get();
      }
    }
    return new MetadataReader.NameRead(
        reader.directory(directory).orElseThrow(() -> gone(directory)), Optional.empty());
  }

  private Optional<TupleVersion> findTuple(Id128 id, Freshness freshness)
      throws CoordinationException, VfsException {
    if (freshness == Freshness.CACHED) {
      Optional<TupleVersion> cached = cache.tuple(id);
      if (cached.isPresent()) {
        return cached;
      }
    }
    return reader.tuple(id);
  }

  /** An object's tuple; ENOENT if it is gone. */
  public TupleVersion tuple(Id128 id, Freshness freshness) throws VfsException {
    try {
      return findTuple(id, freshness).orElseThrow(() -> gone(id));
    } catch (CoordinationException e) {
      throw CoordinationErrors.toVfs(e);
    }
  }

  private static VfsException gone(Id128 id) {
    return new VfsException(Errno.ENOENT, "object " + id + " does not exist");
  }

  /** Where an object was last seen, for messages and conflict copies. */
  public Optional<EntryName> place(Id128 id) {
    return Optional.ofNullable(places.getIfPresent(id));
  }

  /** Notes where an object is, for {@link #place}. */
  public void rememberPlace(Id128 id, EntryName place) {
    places.put(id, place);
  }

  /** The entries of a directory now; their tuples are read ahead, as most callers want them. */
  public List<DirectoryItem> list(Id128 id) throws VfsException {
    try {
      Directory directory = reader.directory(id).orElseThrow(() -> notADirectory(id));
      List<DirectoryItem> items = new ArrayList<>();
      directory
          .buckets()
          .forEach(
              bucket ->
                  bucket
                      .content()
                      .getEntriesMap()
                      .forEach((name, entry) -> items.add(item(name, entry))));
      readAhead(items.stream().map(DirectoryItem::id).toList());
      return items;
    } catch (CoordinationException e) {
      throw CoordinationErrors.toVfs(e);
    }
  }

  private static DirectoryItem item(String name, DirectoryEntry entry) {
    return new DirectoryItem(name, Bucket.id(entry), ObjectTypes.toFileType(entry.getType()));
  }

  private void readAhead(List<Id128> ids) throws CoordinationException, VfsException {
    List<Id128> unknown =
        ids.stream().filter(id -> cache.tuple(id).isEmpty()).limit(READ_AHEAD_LIMIT).toList();
    for (int from = 0; from < unknown.size(); from += READ_TOGETHER) {
      reader.tuples(unknown.subList(from, Math.min(unknown.size(), from + READ_TOGETHER)));
    }
  }

  private static VfsException notADirectory(Id128 id) {
    return new VfsException(Errno.ENOTDIR, "object " + id + " is not a directory, or is gone");
  }

  /**
   * A new object and the lock on it, if one was asked for.
   *
   * @param tuple the object
   * @param lock held from its first moment on
   */
  public record Created(TupleVersion tuple, Optional<Lock> lock) {}

  /** Gives a new object its id and its first name. */
  public TupleVersion create(EntryName place, Tuple tuple) throws VfsException {
    return create(place, environment.ids().next(), tuple, Optional.empty()).tuple();
  }

  /** Creates a file together with the lock on it. */
  public Created createLocked(EntryName place, Id128 id, Tuple tuple, LockRequest lock)
      throws VfsException {
    return create(place, id, tuple, Optional.of(lock));
  }

  /** Creates an object under an id that its contents are stored under already. */
  public TupleVersion createStored(EntryName place, Id128 id, Tuple tuple) throws VfsException {
    return create(place, id, tuple, Optional.empty()).tuple();
  }

  private Created create(EntryName place, Id128 id, Tuple tuple, Optional<LockRequest> lock)
      throws VfsException {
    Names.check(place.name());
    Created created =
        writer.run(
            List.of(place.directory()),
            edit -> {
              requireFree(edit.view().directory(place.directory()), place.name());
              TupleVersion parent = edit.view().tuple(place.directory());
              TupleVersion made = edit.create(id, inherit(tuple, place.directory(), parent));
              edit.putEntry(
                  place.directory(), place.name(), MetadataEdit.entry(id, tuple.getType()));
              lock.ifPresent(edit.transaction()::acquireNewLock);
              return locks -> new Created(made, locks.stream().findFirst());
            });
    places.put(id, place);
    return created;
  }

  /** What POSIX has a new object take from its directory. */
  private static Tuple inherit(Tuple tuple, Id128 directory, TupleVersion parent) {
    Tuple.Builder builder = tuple.toBuilder();
    boolean isDirectory = tuple.getType() == ObjectType.DIRECTORY;
    if (isDirectory) {
      builder.setParent(ByteString.copyFrom(directory.toBytes()));
    }
    if ((parent.tuple().getMode() & SET_GROUP_ID) != 0) {
      builder.setGid(parent.tuple().getGid());
      if (isDirectory) {
        builder.setMode(tuple.getMode() | SET_GROUP_ID);
      }
    }
    return builder.build();
  }

  private static void requireFree(Directory directory, String name) throws VfsException {
    if (directory.entry(name).isPresent()) {
      throw new VfsException(Errno.EEXIST, "\"" + name + "\" exists");
    }
  }

  private static DirectoryEntry requireEntry(Directory directory, String name) throws VfsException {
    return directory
        .entry(name)
        .orElseThrow(() -> new VfsException(Errno.ENOENT, "\"" + name + "\" does not exist"));
  }

  /** Gives an object one more name. */
  public TupleVersion link(Id128 id, EntryName place) throws VfsException {
    Names.check(place.name());
    return writer.run(
        List.of(place.directory()),
        edit -> {
          requireFree(edit.view().directory(place.directory()), place.name());
          TupleVersion object = edit.view().tuple(id);
          if (object.isDirectory()) {
            throw new VfsException(Errno.EPERM, "a directory has one name only");
          }
          TupleVersion linked =
              edit.set(
                  object,
                  object.tuple().toBuilder()
                      .setLinks(object.tuple().getLinks() + 1)
                      .setChanged(Times.toTimestamp(edit.now()))
                      .build());
          edit.putEntry(
              place.directory(), place.name(), MetadataEdit.entry(id, object.tuple().getType()));
          return locks -> linked;
        });
  }

  /**
   * An object that lost a name.
   *
   * @param object as it was before
   */
  public record Unlinked(TupleVersion object) {

    /** Whether that was its last name. */
    public boolean isGone() {
      return object.isDirectory() || object.tuple().getLinks() <= 1;
    }
  }

  /** Takes a name away from an object other than a directory. */
  public Unlinked unlink(EntryName place) throws VfsException {
    return writer.run(
        List.of(place.directory()),
        edit -> {
          DirectoryEntry entry =
              requireEntry(edit.view().directory(place.directory()), place.name());
          if (entry.getType() == ObjectType.DIRECTORY) {
            throw new VfsException(Errno.EISDIR, "\"" + place.name() + "\" is a directory");
          }
          TupleVersion object = edit.view().tuple(Bucket.id(entry));
          edit.removeEntry(place.directory(), place.name());
          edit.unlink(object);
          return locks -> new Unlinked(object);
        });
  }

  /** Removes an empty directory. */
  public void removeDirectory(EntryName place) throws VfsException {
    writer.run(
        List.of(place.directory()),
        edit -> {
          DirectoryEntry entry =
              requireEntry(edit.view().directory(place.directory()), place.name());
          if (entry.getType() != ObjectType.DIRECTORY) {
            throw new VfsException(Errno.ENOTDIR, "\"" + place.name() + "\" is no directory");
          }
          Renaming.removeEmptyDirectory(edit, Bucket.id(entry));
          edit.removeEntry(place.directory(), place.name());
          return locks -> entry;
        });
  }

  /**
   * Moves an entry.
   *
   * @return what the new name named before and lost, if anything
   */
  public Optional<Unlinked> rename(EntryName from, EntryName to, RenameMode mode)
      throws VfsException {
    Names.check(to.name());
    return writer.run(
        List.of(from.directory(), to.directory()), edit -> Renaming.plan(edit, from, to, mode));
  }

  /** Changes attributes other than the size. */
  public TupleVersion setAttributes(Id128 id, AttributeChange change) throws VfsException {
    return writer.run(
        List.of(id),
        edit -> {
          TupleVersion object = edit.view().tuple(id);
          TupleVersion changed =
              edit.set(object, TupleChanges.apply(object.tuple(), change, edit.now()));
          if (object.isDirectory() && change.modified().isPresent()) {
            changed = edit.setListed(changed, change.modified().get());
          }
          TupleVersion result = changed;
          return locks -> result;
        });
  }

  /**
   * What a commit of contents requires besides the tuple's version.
   *
   * @param lock must be held
   * @param release whether the commit gives it back
   */
  public record Fence(Lock lock, boolean release) {}

  /** Computes the tuple to commit from the current one. */
  @FunctionalInterface
  public interface Rebase {
    /** Throws ESTALE if the change must not be applied to this one. */
    Tuple apply(TupleVersion current) throws VfsException;
  }

  /** Changes a file's tuple under its write lock; ESTALE if the lock was lost. */
  public TupleVersion commit(Id128 id, Rebase rebase, Fence fence) throws VfsException {
    return writer.run(
        List.of(id),
        edit -> {
          TupleVersion committed =
              edit.set(edit.view().tuple(id), rebase.apply(edit.view().tuple(id)));
          if (fence.release) {
            edit.transaction().releaseLock(fence.lock);
          } else {
            edit.transaction().checkLock(fence.lock);
          }
          return locks -> committed;
        });
  }

  /** Sets or removes extended attributes. */
  public TupleVersion changeXattrs(Id128 id, XattrChange change) throws VfsException {
    return writer.run(
        List.of(id),
        edit -> {
          TupleVersion object = edit.view().tuple(id);
          Tuple.Builder tuple =
              object.tuple().toBuilder().setChanged(Times.toTimestamp(edit.now()));
          change.apply(tuple);
          TupleVersion changed = edit.set(object, tuple.build());
          return locks -> changed;
        });
  }

  /** A change of extended attributes. */
  @FunctionalInterface
  public interface XattrChange {
    /** Changes the attributes of the tuple; ENODATA, EEXIST or ERANGE if it must not. */
    void apply(Tuple.Builder tuple) throws VfsException;
  }
}
