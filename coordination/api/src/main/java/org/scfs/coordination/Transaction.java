package org.scfs.coordination;

import java.util.ArrayList;
import java.util.List;

/**
 * Steps that take effect together or not at all.
 *
 * @param operations in the order in which they apply; at least one
 */
public record Transaction(List<Operation> operations) {

  /** The most bytes of data and paths that a transaction may carry. */
  public static final int MAX_BYTES = 768 * 1024;

  /** Makes the list immutable. */
  public Transaction {
    operations = List.copyOf(operations);
    if (operations.isEmpty()) {
      throw new IllegalArgumentException("a transaction has at least one operation");
    }
  }

  /** Returns a new, empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects operations. Not thread-safe. */
  public static final class Builder {
    private final List<Operation> operations = new ArrayList<>();

    private Builder() {}

    /** Adds {@link Operation.Check}. */
    public Builder check(NodePath path, int version) {
      return add(new Operation.Check(path, version));
    }

    /** Adds {@link Operation.Create}. */
    public Builder create(NodePath path, byte[] data) {
      return add(new Operation.Create(path, data));
    }

    /** Adds {@link Operation.Set}. */
    public Builder set(NodePath path, byte[] data, int version) {
      return add(new Operation.Set(path, data, version));
    }

    /** Adds {@link Operation.Delete}. */
    public Builder delete(NodePath path, int version) {
      return add(new Operation.Delete(path, version));
    }

    /** Adds {@link Operation.CheckLock}. */
    public Builder checkLock(Lock lock) {
      return add(new Operation.CheckLock(lock));
    }

    /** Adds {@link Operation.ReleaseLock}. */
    public Builder releaseLock(Lock lock) {
      return add(new Operation.ReleaseLock(lock));
    }

    /** Adds {@link Operation.AcquireNewLock}. */
    public Builder acquireNewLock(LockRequest request) {
      return add(new Operation.AcquireNewLock(request));
    }

    private Builder add(Operation operation) {
      operations.add(operation);
      return this;
    }

    /** Whether nothing was added yet. */
    public boolean isEmpty() {
      return operations.isEmpty();
    }

    /** Returns the transaction. */
    public Transaction build() {
      return new Transaction(operations);
    }
  }
}
