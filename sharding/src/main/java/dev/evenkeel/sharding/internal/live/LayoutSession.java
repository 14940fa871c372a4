package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.sharding.internal.layout.KeyCodec;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One client's knowledge of a table's layout, and its right to act on it now.
 *
 * <p>The client acts on a record for the time of a lease. Under a SETTLED record the lease begins
 * with the read of the record. Otherwise it begins with the beat that was answered before that
 * read: who waits for the client to fall silent counts from the beat. A read without a beat brings
 * a newer record and no lease.
 *
 * <p>Safe for use by many threads. Calls under a SETTLED record take no lock.
 */
public final class LayoutSession {
  private final LayoutTimes times;
  private final LongSupplier nanos;
  private final LongSupplier patient;
  private final BooleanSupplier isClockRight;

  /** Those sent first come first. */
  private final Map<Object, Attempt> attempts = new LinkedHashMap<>();

  /** Written under the lock, and read without it. */
  private volatile Lease lease;

  private @Nullable Registration registration;
  private @Nullable Throwable failure;
  private RecordHistory history = new RecordHistory();
  private volatile boolean hasEnded;

  /**
   * The record that was read last, and until when the client may act on it.
   *
   * @param record null if none was read
   */
  private record Lease(@Nullable LayoutRecord record, long until) {}

  /**
   * A write that was sent.
   *
   * @param keys the logical keys that it may change; empty for any
   */
  private record Attempt(Set<AttributeValue> keys, long signed) {
    /** Whether it may change items of a key, or of one that reads like a shard of that key. */
    boolean mayChange(AttributeValue key) {
      String text = KeyCodec.textOf(key);
      return keys.isEmpty() || keys.stream().anyMatch(own -> KeyCodec.textOf(own).contains(text));
    }
  }

  /**
   * @param nanos elapsed time in nanoseconds, from any origin; never too slow, since leases end by
   *     it
   * @param patient the same, but never too fast, since writes without an answer are waited for
   */
  public LayoutSession(LayoutTimes times, LongSupplier nanos, LongSupplier patient) {
    this(times, nanos, patient, () -> true);
  }

  /**
   * @param isClockRight no lease is taken while what is signed may be applied later than others
   *     count on
   */
  public LayoutSession(
      LayoutTimes times, LongSupplier nanos, LongSupplier patient, BooleanSupplier isClockRight) {
    this.times = times;
    this.nanos = nanos;
    this.patient = patient;
    this.isClockRight = isClockRight;
    this.lease = new Lease(null, nanos.getAsLong());
  }

  /** The record that was read last; null if none was. */
  public @Nullable LayoutRecord record() {
    return lease.record();
  }

  /** This client's row; null if it has none. */
  public synchronized @Nullable Registration registration() {
    return registration;
  }

  /**
   * Begins a row, unless there is one, and gives its next beat; null once this client has ended.
   */
  synchronized @Nullable Registration register(Registration fresh) {
    if (hasEnded) {
      return null;
    }
    Registration row = (registration == null ? fresh : registration).beaten();
    registration = row;
    return row;
  }

  /**
   * This client's row with its next beat; null if it has none. No two requests say the same beat,
   * even if the first was not answered: who watches the row sees each of them.
   */
  synchronized @Nullable Registration nextBeat() {
    return registration == null ? null : register(registration);
  }

  /**
   * Forgets the row, which is to be deleted then, and the lease with it. A beat of it that is still
   * under way will bring no lease.
   *
   * @return null if there is none, or a write is under way or unanswered
   */
  synchronized @Nullable Registration deregister() {
    forgetOld();
    Registration row = registration;
    if (row == null || !attempts.isEmpty()) {
      return null;
    }
    registration = null;
    lease = new Lease(lease.record(), nanos.getAsLong());
    return row;
  }

  /**
   * Takes a record that was read after those taken before. One that {@link #isSetBack} is not acted
   * on and brings no lease.
   *
   * @param beaten the row whose beat was answered before the read; null if there was none
   * @param from when that beat began, or the read if there was none
   */
  synchronized void adopt(LayoutRecord read, @Nullable Registration beaten, long from) {
    forgetOld();
    LayoutRecord known = record();
    boolean isSame = read.equals(known);
    if (known != null && !isSame && !history.goesOn(known, read)) {
      registration = registration == null ? null : registration.acknowledging(0, null);
      return;
    }
    history = new RecordHistory();
    failure = null;
    boolean isLeased =
        isClockRight.getAsBoolean()
            && (!read.state().registers() || (!hasEnded && beaten != null && isOwn(beaten)));
    long until = from + times.leaseNanos();
    boolean isLonger = isLeased && until - lease.until() > 0;
    lease = new Lease(isSame ? known : read, isLonger ? until : lease.until());
  }

  private boolean isOwn(Registration row) {
    return registration != null && registration.id().equals(row.id());
  }

  /**
   * Lets this client have no row and no lease of a registered client any more. If it has a row,
   * nothing is sent from now on, since that is to be taken away. What is under way ends as it does.
   */
  public synchronized void end() {
    hasEnded = true;
    if (registration != null) {
      lease = new Lease(lease.record(), nanos.getAsLong());
    }
  }

  /** Whether this client has ended: a lease that is over is its last. */
  boolean hasEnded() {
    return hasEnded;
  }

  /** Whether the row has to stay for writes that are not answered. */
  public synchronized boolean awaitsAnswers() {
    forgetOld();
    return registration != null && !attempts.isEmpty();
  }

  /** The record could not be read. */
  public synchronized void failed(Throwable cause) {
    failure = cause;
  }

  /** Why the record could not be read last; null if it could. */
  synchronized @Nullable Throwable failure() {
    return failure;
  }

  /** Whether the record was deleted, or set back to an older one or another. */
  public synchronized boolean isSetBack() {
    return history.isSetBack();
  }

  /** The record to act on; null without a lease. */
  public @Nullable LayoutRecord view() {
    Lease held = lease;
    return nanos.getAsLong() - held.until() < 0 ? held.record() : null;
  }

  /**
   * Asked after a write was signed, right before it is sent: whether it may be. If so, it counts as
   * under way until it is answered, or until DynamoDB takes its signature no more. A write by a
   * SETTLED record is not counted: a pause begins only when such leases and signatures are over.
   *
   * @param attempt an identity of this attempt
   * @param planned the record that the write was made by
   * @param keys the logical keys that it may change; empty for any
   */
  boolean maySend(Object attempt, LayoutRecord planned, Supplier<Set<AttributeValue>> keys) {
    return planned.state() == State.SETTLED
        ? isCurrent(planned)
        : count(attempt, planned, keys.get());
  }

  private synchronized boolean count(
      Object attempt, LayoutRecord planned, Set<AttributeValue> keys) {
    boolean may = isCurrent(planned);
    if (may) {
      forgetOld();
      attempts.put(attempt, new Attempt(keys, patient.getAsLong()));
    }
    return may;
  }

  /** The number of attempts without an answer. */
  synchronized int unanswered() {
    return attempts.size();
  }

  /** The attempt, of a write that was made by that record, was answered, whatever the answer. */
  void answered(Object attempt, LayoutRecord planned) {
    if (planned.state() != State.SETTLED) {
      forget(attempt);
    }
  }

  private synchronized void forget(Object attempt) {
    attempts.remove(attempt);
  }

  /**
   * Asked when all of a read has arrived: whether it may be used. What was read during a pause is
   * good under the record that ends it, since the new place was read, too.
   */
  boolean mayUse(LayoutRecord planned) {
    LayoutRecord now = view();
    return now != null
        && (now.version() == planned.version()
            || (planned.state() == State.PAUSED && now.version() == planned.version() + 1));
  }

  private boolean isCurrent(LayoutRecord planned) {
    LayoutRecord now = view();
    return now != null && now.version() == planned.version();
  }

  /** The record to acknowledge: a pause has been adopted, and no write of its key is left. */
  public synchronized Optional<LayoutRecord> toAcknowledge() {
    LayoutRecord record = record();
    boolean due =
        record != null
            && record.state() == State.PAUSED
            && record.change() != null
            && registration != null
            && !registration.hasAcknowledged(record)
            && isClean(record.change().key());
    return due && record != null ? Optional.of(record) : Optional.empty();
  }

  /** The acknowledgement in a row was answered. */
  synchronized void acknowledged(Registration row) {
    if (registration != null && isOwn(row)) {
      registration = registration.acknowledging(row.ack(), row.held());
    }
  }

  /** Whether no write of the key, or of any if that is null, is without an answer. */
  private boolean isClean(@Nullable AttributeValue key) {
    forgetOld();
    return key == null
        ? attempts.isEmpty()
        : attempts.values().stream().noneMatch(sent -> sent.mayChange(key));
  }

  private void forgetOld() {
    long now = patient.getAsLong();
    Iterator<Attempt> oldestFirst = attempts.values().iterator();
    while (oldestFirst.hasNext()) {
      if (now - oldestFirst.next().signed() <= times.lateNanos()) {
        return;
      }
      oldestFirst.remove();
    }
  }
}
