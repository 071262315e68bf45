package org.scfs.depsky.register;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.scfs.depsky.DepSkyException;
import org.scfs.depsky.codec.LockTicket;
import org.scfs.ports.Id128;
import org.scfs.storage.ObjectKey;

/** A lock with its tickets. Its Java lock is a leaf. */
final class HeldLock implements WriterLock {

  private final LockAttempt attempt;
  private final Id128 unit;
  private final Id128 owner;
  private final LockTerms terms;
  private final ReentrantLock lock = new ReentrantLock();

  /** All that were ever sent, so that none stays behind. */
  @GuardedBy("lock")
  private final Set<ObjectKey> tickets = new HashSet<>();

  @GuardedBy("lock")
  private long expires = Long.MIN_VALUE;

  HeldLock(LockAttempt attempt, Id128 unit, Id128 owner, LockTerms terms) {
    this.attempt = attempt;
    this.unit = unit;
    this.owner = owner;
    this.terms = terms;
  }

  /** Puts the first ticket; it ends one lease from now on. */
  void put() throws DepSkyException {
    prolong(putTicket());
  }

  private long putTicket() throws DepSkyException {
    LockTicket ticket = new LockTicket(owner, attempt.nowMillis() + terms.lease().toMillis());
    add(attempt.key(unit, ticket));
    attempt.put(unit, ticket);
    return ticket.expires();
  }

  private void add(ObjectKey ticket) {
    lock.lock();
    try {
      tickets.add(ticket);
    } finally {
      lock.unlock();
    }
  }

  private void prolong(long until) {
    lock.lock();
    try {
      expires = until;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isHeld() {
    lock.lock();
    try {
      return attempt.nowMillis() < expires;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean renew() throws DepSkyException {
    if (!isHeld()) {
      return false;
    }
    long newExpires = putTicket();
    // Only if it was there before the old one ended: in between, somebody else may have come.
    boolean inTime = isHeld();
    if (inTime) {
      prolong(newExpires);
    } else {
      close();
    }
    return inTime;
  }

  @Override
  public void close() throws DepSkyException {
    Set<ObjectKey> sent;
    lock.lock();
    try {
      sent = Set.copyOf(tickets);
      tickets.clear();
      expires = Long.MIN_VALUE;
    } finally {
      lock.unlock();
    }
    if (!sent.isEmpty()) {
      attempt.remove(unit, sent);
    }
  }
}
