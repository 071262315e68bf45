package org.scfs.depsky;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Time;
import org.scfs.storage.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request to several clouds at once, done as soon as enough of them answered rightly.
 *
 * <p>The best clouds are asked first, as many as are needed. When one fails, or takes far longer
 * than it usually does, the next one is asked; a cloud whose failure may pass is asked again after
 * a back-off. The call ends within its time limit whatever the clouds do: what is still under way
 * then is interrupted and not waited for. Used once, by one thread, which alone starts and ends
 * requests; threads of the requests and timers only change states and wake it.
 *
 * <p>Lock order: this lock, then those of {@link CloudMonitor} and {@link Placements}. No I/O
 * happens under it.
 */
final class QuorumCall<T> {

  private static final Logger LOG = LoggerFactory.getLogger(QuorumCall.class);
  private static final Duration LEAST_HEDGE_DELAY = Duration.ofMillis(200);
  private static final String TOO_MANY_HANGING =
      "not asked, because too many earlier requests to it still hang";
  private static final Duration FIRST_BACK_OFF = Duration.ofMillis(100);

  /**
   * How a call runs.
   *
   * @param needed how many right answers make it succeed
   * @param attempts how often one cloud is asked at most
   * @param limit when it ends at the latest
   * @param hearAll whether to go on when it cannot succeed any more, until each cloud has answered
   */
  record Plan(int needed, int attempts, Duration limit, boolean hearAll) {}

  private enum State {
    READY,
    RUNNING,
    /** Running, and slow: no longer counted on. */
    OVERDUE,
    /** Waiting for the end of a back-off. */
    WAITING,
    DONE,
    REFUSED
  }

  /** One cloud's part. Its fields are guarded by the lock of the call. */
  private static final class Part<T> {
    final CloudClient client;
    State state = State.READY;
    String answer = "not asked";
    int attempts;
    boolean absent;
    boolean abandoned;
    long startedAt;
    @Nullable T value;
    DepSkyException.@Nullable Damaged damage;

    Part(CloudClient client) {
      this.client = client;
    }

    boolean underWay() {
      return state == State.RUNNING || state == State.OVERDUE;
    }
  }

  private final Clouds clouds;
  private final Time time;
  private final Request<T> request;
  private final Plan plan;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Threads and timers to stop in the end; touched by the calling thread only. */
  private final List<Cancellable> started = new ArrayList<>();

  private long deadline;

  @GuardedBy("lock")
  private final List<Part<T>> parts = new ArrayList<>();

  @GuardedBy("lock")
  private boolean expired;

  @GuardedBy("lock")
  private boolean settled;

  QuorumCall(Clouds clouds, Request<T> request, Plan plan) {
    this.clouds = clouds;
    this.time = clouds.environment().time();
    this.request = request;
    this.plan = plan;
  }

  /**
   * Asks the clouds and waits.
   *
   * @return the values of at least {@code needed} clouds
   * @throws DepSkyException.NotEnoughClouds if there are fewer
   * @throws DepSkyException.Damaged if no cloud can answer rightly
   * @throws DepSkyException.Interrupted if the calling thread was interrupted
   */
  List<T> run() throws DepSkyException {
    begin();
    try {
      for (List<Part<T>> due = awaitDue(); !due.isEmpty(); due = awaitDue()) {
        due.forEach(this::start);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DepSkyException.Interrupted("interrupted while waiting for the clouds", e);
    } finally {
      settle();
      started.forEach(Cancellable::cancel);
    }
    return outcome();
  }

  private void begin() {
    deadline = time.nanos() + plan.limit().toNanos();
    lock.lock();
    try {
      for (CloudClient client : clouds.inOrderFor(request)) {
        if (request.concerns(client)) {
          parts.add(new Part<>(client));
        }
      }
    } finally {
      lock.unlock();
    }
    started.add(time.after(plan.limit(), this::expire));
  }

  /** Waits until requests should be sent and marks them as running; none if it is all decided. */
  private List<Part<T>> awaitDue() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      List<Part<T>> due = due();
      while (due.isEmpty() && !decided()) {
        changed.await();
        due = due();
      }
      due.forEach(this::markRunning);
      return due;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private List<Part<T>> due() {
    if (decided()) {
      return List.of();
    }
    long countedOn = count(State.DONE) + count(State.RUNNING);
    return parts.stream()
        .filter(part -> part.state == State.READY)
        .limit(Math.max(0, plan.needed() - countedOn))
        .toList();
  }

  @GuardedBy("lock")
  private boolean decided() {
    boolean damaged = parts.stream().anyMatch(part -> part.damage != null);
    long open = parts.size() - count(State.REFUSED);
    boolean impossible = plan.hearAll() ? open == count(State.DONE) : open < plan.needed();
    return expired || damaged || impossible || count(State.DONE) >= plan.needed();
  }

  @GuardedBy("lock")
  private long count(State state) {
    return parts.stream().filter(part -> part.state == state).count();
  }

  private void markRunning(Part<T> part) {
    part.state = State.RUNNING;
    part.answer = part.attempts == 0 ? "no answer yet" : part.answer;
    part.startedAt = time.nanos();
    part.attempts++;
  }

  private void start(Part<T> part) {
    CloudMonitor monitor = part.client.monitor();
    if (!monitor.admit(request.proof())) {
      change(() -> postpone(part, TOO_MANY_HANGING, true, Duration.ZERO));
      return;
    }
    String name = "cloud " + part.client.name() + ": " + request.key();
    started.add(clouds.environment().tasks().start(name, () -> execute(part)));
    int attempt = attempt(part);
    started.add(time.after(hedgeDelay(monitor), () -> overdue(part, attempt)));
  }

  private int attempt(Part<T> part) {
    lock.lock();
    try {
      return part.attempts;
    } finally {
      lock.unlock();
    }
  }

  /** Three times what the cloud usually takes; never so long that no time is left for others. */
  private Duration hedgeDelay(CloudMonitor monitor) {
    Duration slow = monitor.expected(request.expectedBytes()).multipliedBy(3);
    Duration delay = slow.compareTo(LEAST_HEDGE_DELAY) > 0 ? slow : LEAST_HEDGE_DELAY;
    Duration most = plan.limit().dividedBy(3);
    return delay.compareTo(most) < 0 ? delay : most;
  }

  /** One request, on its own thread. */
  private void execute(Part<T> part) {
    long begin = time.nanos();
    try {
      Request.Reply<T> reply = request.send(part.client);
      long nanos = time.nanos() - begin;
      finish(part, () -> succeed(part, reply, nanos));
    } catch (StorageException e) {
      finish(part, () -> fail(part, e));
    } catch (BadAnswer e) {
      finish(part, () -> reject(part, e));
    } catch (DepSkyException.Damaged e) {
      finish(part, () -> part.damage = e);
    } catch (RuntimeException | Error e) {
      LOG.error("cloud {} failed unexpectedly", part.client.name(), e);
      finish(part, () -> crash(part, e));
    }
  }

  private void finish(Part<T> part, Runnable outcome) {
    lock.lock();
    try {
      if (part.abandoned) {
        part.client.monitor().returned();
      }
      if (!settled) {
        outcome.run();
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private void succeed(Part<T> part, Request.Reply<T> reply, long nanos) {
    part.state = State.DONE;
    part.value = reply.value();
    part.answer = "did as asked";
    part.client.monitor().succeeded(request.proof(), reply.bytes(), nanos);
  }

  private void fail(Part<T> part, StorageException failure) {
    part.client.monitor().failed(String.valueOf(failure.getMessage()));
    Duration atLeast =
        failure instanceof StorageException.Throttled throttled
            ? throttled.retryAfter().orElse(Duration.ZERO)
            : Duration.ZERO;
    postpone(part, String.valueOf(failure.getMessage()), failure.retryable(), atLeast);
  }

  private void crash(Part<T> part, Throwable bug) {
    String text = "failed unexpectedly: " + bug;
    part.client.monitor().failed(text);
    postpone(part, text, false, Duration.ZERO);
  }

  private void reject(Part<T> part, BadAnswer answer) {
    String text = String.valueOf(answer.getMessage());
    switch (answer.kind()) {
      case ABSENT -> {
        part.absent = true;
        postpone(part, text, true, Duration.ZERO);
      }
      case CORRUPT -> {
        part.client.monitor().corrupted(text);
        postpone(part, text, false, Duration.ZERO);
      }
    }
  }

  /** Lets a cloud be asked again after a back-off, if that can help. */
  private void postpone(Part<T> part, String answer, boolean retryable, Duration atLeast) {
    part.answer = answer;
    Duration backOff = FIRST_BACK_OFF.multipliedBy(1L << (part.attempts - 1));
    Duration delay = backOff.compareTo(atLeast) > 0 ? backOff : atLeast;
    boolean inTime = deadline - time.nanos() > delay.toNanos();
    if (!retryable || !inTime || part.attempts >= plan.attempts()) {
      part.state = State.REFUSED;
      return;
    }
    part.state = State.WAITING;
    var _ = time.after(delay, () -> change(() -> ready(part)));
  }

  private static void ready(Part<?> part) {
    part.state = State.READY;
  }

  private void overdue(Part<T> part, int attempt) {
    change(
        () -> {
          if (part.state == State.RUNNING && part.attempts == attempt) {
            part.state = State.OVERDUE;
          }
        });
  }

  private void expire() {
    lock.lock();
    try {
      expired = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      if (!settled) {
        change.run();
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Draws the conclusions; whatever comes later changes nothing any more. */
  private void settle() {
    lock.lock();
    try {
      settled = true;
      boolean enough = count(State.DONE) >= plan.needed();
      for (Part<T> part : parts) {
        if (part.underWay()) {
          giveUp(part);
        } else if (part.absent && part.state != State.DONE && enough) {
          clouds.judgeAbsence(part.client, request, part.answer);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void giveUp(Part<T> part) {
    CloudMonitor monitor = part.client.monitor();
    part.abandoned = true;
    monitor.abandoned();
    long waited = time.nanos() - part.startedAt;
    boolean late = expired && waited >= LEAST_HEDGE_DELAY.toNanos();
    if (late || part.state == State.OVERDUE) {
      monitor.tooSlow(waited);
      part.answer = "no answer within " + Duration.ofNanos(waited).toMillis() + " ms";
    }
  }

  private List<T> outcome() throws DepSkyException {
    lock.lock();
    try {
      for (Part<T> part : parts) {
        if (part.damage != null) {
          throw part.damage;
        }
      }
      if (count(State.DONE) < plan.needed()) {
        throw new DepSkyException.NotEnoughClouds(describe());
      }
      List<T> values = new ArrayList<>();
      for (Part<T> part : parts) {
        if (part.state == State.DONE && part.value != null) {
          values.add(part.value);
        }
      }
      return values;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private String describe() {
    String answers =
        parts.stream()
            .map(part -> part.client.name() + ": " + part.answer)
            .collect(Collectors.joining("; "));
    return "needed "
        + plan.needed()
        + " of "
        + parts.size()
        + " clouds for "
        + request.key()
        + ", got "
        + count(State.DONE)
        + " ("
        + answers
        + ")";
  }
}
