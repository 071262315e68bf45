package org.scfs.coordination.zookeeper;

import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.scfs.coordination.ConflictReason;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.Operation;

/** Turns ZooKeeper's codes into the exceptions of our API. */
final class Translation {

  private Translation() {}

  /** The exception for a call that as a whole was not done, with this code as the reason. */
  static CoordinationException translate(Code code, String path) {
    KeeperException cause = KeeperException.create(code, path);
    String message = "ZooKeeper did not do it: " + cause.getMessage();
    return switch (code) {
      case CONNECTIONLOSS,
          OPERATIONTIMEOUT,
          SESSIONEXPIRED,
          SESSIONMOVED,
          THROTTLEDOP,
          REQUESTTIMEOUT,
          NEWCONFIGNOQUORUM ->
          new CoordinationException.Unavailable(message, cause);
      case NOAUTH, AUTHFAILED, INVALIDACL, SESSIONCLOSEDREQUIRESASLAUTH, QUOTAEXCEEDED ->
          new CoordinationException.Denied(message, cause);
      case NONODE, NOCHILDRENFOREPHEMERALS ->
          new CoordinationException.Conflict(ConflictReason.MISSING, 0, message);
      case NODEEXISTS -> new CoordinationException.Conflict(ConflictReason.EXISTS, 0, message);
      case BADVERSION -> new CoordinationException.Conflict(ConflictReason.VERSION, 0, message);
      case NOTEMPTY -> new CoordinationException.Conflict(ConflictReason.NOT_EMPTY, 0, message);
      default -> new CoordinationException.Misconfigured(message, cause);
    };
  }

  /** The exception for a transaction of which this operation failed. */
  static CoordinationException translate(Code code, int index, Operation operation) {
    boolean lock =
        operation instanceof Operation.CheckLock || operation instanceof Operation.ReleaseLock;
    CoordinationException general = translate(code, operation.getClass().getSimpleName());
    if (!(general instanceof CoordinationException.Conflict conflict)) {
      return general;
    }
    ConflictReason reason = lock ? ConflictReason.LOCK_LOST : conflict.reason();
    return new CoordinationException.Conflict(
        reason, index, "operation " + index + " of the transaction failed: " + reason);
  }
}
