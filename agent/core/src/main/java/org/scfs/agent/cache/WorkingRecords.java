package org.scfs.agent.cache;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
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
   * The notes that an earlier run left. Damaged ones are skipped; their files stay where they are.
   */
  public List<WorkingRecord> list() throws IOException {
    List<WorkingRecord> records = new ArrayList<>();
    for (DiskEntry entry : disk.list(FileCache.DIRTY)) {
      if (entry.name().endsWith(SUFFIX)) {
        read(FileCache.DIRTY + "/" + entry.name(), records);
      }
    }
    return records;
  }

  private void read(String name, List<WorkingRecord> records) throws IOException {
    try (DiskFile file = disk.open(name).orElseThrow(() -> new IOException(name + " is gone"))) {
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(file.size()));
      file.read(0, bytes);
      records.add(WorkingRecord.parseFrom(bytes.flip()));
    } catch (InvalidProtocolBufferException e) {
      LOG.error("the note {} is damaged; the file beside it is left alone", name, e);
    }
  }
}
