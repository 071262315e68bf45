package org.scfs.agent.cache;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.scfs.agent.disk.Disk;
import org.scfs.agent.disk.DiskEntry;
import org.scfs.agent.disk.DiskFile;
import org.scfs.agent.working.WorkingRecord;
import org.scfs.ports.Id128;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The notes beside changed files, from which a restart learns what they are. A note is replaced
 * atomically. Thread-safe for different files; the owner of a file orders its own calls.
 */
public final class WorkingRecords {

  private static final Logger LOG = LoggerFactory.getLogger(WorkingRecords.class);
  private static final String SUFFIX = ".record";
  private static final String NEW_SUFFIX = ".record-new";

  private final Disk disk;

  /** Notes in the cache's folder. */
  public WorkingRecords(Disk disk) {
    this.disk = disk;
  }

  /** How far a note has to get before the call returns. */
  public enum Durability {
    /** It survives the end of this process. */
    PROCESS,
    /** It survives power loss. */
    POWER_LOSS
  }

  /** Writes the note of a file. */
  public void write(WorkingRecord record, Durability durability) throws IOException {
    String name = FileCache.DIRTY + "/" + Id128.fromBytes(record.getId().toByteArray());
    try (DiskFile file = disk.create(name + NEW_SUFFIX)) {
      file.write(0, ByteBuffer.wrap(record.toByteArray()));
      if (durability == Durability.POWER_LOSS) {
        file.force();
      }
    }
    disk.rename(name + NEW_SUFFIX, name + SUFFIX);
    if (durability == Durability.POWER_LOSS) {
      disk.forceFolder(FileCache.DIRTY);
    }
  }

  /** Deletes the note of a file. */
  public void delete(Id128 id) throws IOException {
    disk.delete(FileCache.DIRTY + "/" + id + SUFFIX);
  }

  /**
   * A note that an earlier run left.
   *
   * @param id the file that it is beside
   * @param record what it says; empty if it is damaged
   */
  public record Left(Id128 id, Optional<WorkingRecord> record) {}

  /** The notes that an earlier run left. */
  public List<Left> list() throws IOException {
    List<Left> left = new ArrayList<>();
    for (DiskEntry entry : disk.list(FileCache.DIRTY)) {
      if (entry.name().endsWith(SUFFIX)) {
        String id = entry.name().substring(0, entry.name().length() - SUFFIX.length());
        Optional<Id128> file = FileCache.dirtyId(id);
        if (file.isPresent()) {
          left.add(new Left(file.get(), read(FileCache.DIRTY + "/" + entry.name(), file.get())));
        }
      }
    }
    return left;
  }

  private static boolean isOf(WorkingRecord record, Id128 id) {
    return record.getId().equals(ByteString.copyFrom(id.toBytes()));
  }

  private Optional<WorkingRecord> read(String name, Id128 id) throws IOException {
    try (DiskFile file = disk.open(name).orElseThrow(() -> new IOException(name + " is gone"))) {
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(file.size()));
      file.read(0, bytes);
      return Optional.of(WorkingRecord.parseFrom(bytes.flip())).filter(note -> isOf(note, id));
    } catch (InvalidProtocolBufferException e) {
      LOG.error("the note {} is damaged", name, e);
      return Optional.empty();
    }
  }
}
