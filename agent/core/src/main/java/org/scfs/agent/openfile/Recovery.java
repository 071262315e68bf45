package org.scfs.agent.openfile;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.cache.CachedFile;
import org.scfs.agent.cache.WorkingRecords;
import org.scfs.agent.metadata.TupleVersion;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.Freshness;
import org.scfs.agent.vfs.Vfs.EntryName;
import org.scfs.agent.vfs.VfsException;
import org.scfs.agent.working.WorkingRecord;
import org.scfs.coordination.tuple.ObjectType;
import org.scfs.coordination.tuple.Tuple;
import org.scfs.ports.Id128;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes, after a crash, of files that were being changed: one that was committed without the
 * answer arriving is done; one that fsync had made durable, or that held nothing before, is
 * committed if nobody else wrote it since; any other is kept as a conflict copy, as its bytes may
 * be half of a change.
 */
public final class Recovery {

  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  /** No tuple has this version: the commit looks at the current one. */
  private static final int UNKNOWN_VERSION = -1;

  private static final int OWNER_ONLY = 0600;

  private final FileServices services;
  private final OpenFiles files;

  /** Recovery into this table of open files. */
  public Recovery(FileServices services, OpenFiles files) {
    this.services = services;
    this.files = files;
  }

  /** Takes over what is in the cache's folder; {@link OpenFiles#commitPending} does the rest. */
  public void run() throws IOException {
    Set<Id128> noted = new HashSet<>();
    for (WorkingRecords.Left left : services.records().list()) {
      noted.add(left.id());
      Optional<CachedFile> file = services.cache().openDirty(left.id());
      if (file.isEmpty()) {
        services.records().delete(left.id());
      } else if (left.record().isEmpty()) {
        keep(left.id(), file.get());
      } else {
        takeOver(left.record().get(), left.id(), file.get());
      }
    }
    services.cache().deleteUnnoted(noted);
  }

  /** A file whose note is damaged: nobody knows any more what it was, but its bytes are there. */
  private void keep(Id128 id, CachedFile file) {
    Tuple unknown = Tuple.newBuilder().setType(ObjectType.REGULAR).setMode(OWNER_ONLY).build();
    LocalTuple tuple =
        new LocalTuple(new TupleVersion(id, unknown, UNKNOWN_VERSION, Optional.empty()), unknown);
    files.adopt(
        OpenFile.recovered(
            services,
            new OpenFile.Recovered(tuple, file, "the note beside it in the cache is damaged")));
  }

  private void takeOver(WorkingRecord record, Id128 id, CachedFile file) throws IOException {
    if (!record.getParent().isEmpty()) {
      Id128 parent = Id128.fromBytes(record.getParent().toByteArray());
      services.names().rememberPlace(id, new EntryName(parent, record.getName()));
    }
    if (landed(record, id)) {
      services.records().delete(id);
      services.cache().discard(file);
      services.cache().close(file);
      return;
    }
    Tuple base = tuple(record.getBase().toByteArray());
    @Nullable String superseded =
        record.getDurable() || !base.hasData() || base.getData().getManifestHash().isEmpty()
            ? null
            : "the agent stopped while it was being written";
    LOG.info("{} was being changed when the agent stopped last", id);
    files.adopt(
        OpenFile.recovered(
            services,
            new OpenFile.Recovered(
                new LocalTuple(
                    new TupleVersion(id, base, UNKNOWN_VERSION, Optional.empty()),
                    tuple(record.getWanted().toByteArray())),
                file,
                superseded)));
  }

  private boolean landed(WorkingRecord record, Id128 id) {
    if (record.getCommitId().isEmpty()) {
      return false;
    }
    try {
      return services
          .names()
          .tuple(id, Freshness.LATEST)
          .tuple()
          .getData()
          .getCommitId()
          .equals(record.getCommitId());
    } catch (VfsException e) {
      if (e.errno() != Errno.ENOENT) {
        LOG.warn("cannot tell whether a commit of {} took effect: {}", id, e.getMessage());
      }
      return false;
    }
  }

  private static Tuple tuple(byte[] bytes) throws IOException {
    try {
      return Tuple.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new IOException("the note of a changed file is damaged", e);
    }
  }
}
