package dev.evenkeel.core.internal.lease;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.lease.Lease.Acquisition;
import dev.evenkeel.core.internal.lease.Lease.Acquisition.Busy;
import dev.evenkeel.core.internal.lease.Lease.Acquisition.Held;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * Leases let one of several processes work at a time.
 *
 * <p>No clock is read and none compared. The holder moves a version number with each renewal;
 * another process watches a held lease for one full length, and takes it over if the version has
 * not changed. Clocks only have to run equally fast.
 *
 * <p><b>What it guarantees.</b> Each acquisition has a fence, a number greater than all before it
 * at this place, also after releases. A takeover by watching never happens before the holder's
 * length has passed since its last renewal was made. Of several who want the lease at once, one
 * gets it.
 *
 * <p><b>What it does not.</b> A holder that pauses (a stopped process, a long collection, a request
 * held up in the network) may wake up when another holds the lease, and does not know. So whatever
 * is done under a lease must either be refused if a greater fence has been there, as a write can be
 * with a condition on a stored fence, or be harmless when done twice or late. Renewing right before
 * a step makes that rare, not impossible.
 *
 * <p><b>How long one holds it.</b> At least for its length from the moment before {@link
 * #tryAcquire} or {@link #renew} was run, by the caller's own clock of elapsed time. {@link
 * #acquire} may have waited, so renew once after it to know. Renew about three times per length.
 *
 * <p><b>The owner</b> names one actor in one run of one process, such as host, process and a random
 * part. Two actors with one name, also one after the other, count as the same owner. An owner that
 * acquires what it holds already gets it at once, with a greater fence; what it held before is lost
 * then.
 *
 * <p><b>Lost answers.</b> Writes are conditional on the state that was read. When one fails,
 * whatever the failure, the item is read for whether it was made. A flow fails with the write's
 * failure only where the write was not made when looked at, or the item could not be read; it may
 * still arrive, and then the lease looks held for one length. Any flow may then be run again.
 *
 * <p><b>Where.</b> In one region: of an eventually consistent global table each region gives the
 * lease to its own.
 *
 * <p>All reads are consistent. Each request costs a read or write unit of the table. Flows are
 * values: they are safe to share, and can be run again.
 */
public final class Leases {
  /** The attribute of the item; its format is in {@code docs/wire-format.md}. */
  public static final String ATTRIBUTE = "evenkeel.lease";

  /** The longest lease; others would wait as long after a crash. */
  public static final Duration LENGTH_MAX = Duration.ofDays(1);

  /** The longest name of an owner, in UTF-16 code units. */
  public static final int OWNER_CHARS_MAX = 256;

  private Leases() {}

  /**
   * Takes the lease if it is free or {@code owner} holds it. One read, and one write if it is free.
   *
   * @param length at least a millisecond, at most {@link #LENGTH_MAX}; parts of a millisecond are
   *     dropped
   * @return fails with {@link LeaseFormatException} if the attribute holds anything else
   */
  public static Flow<Acquisition> tryAcquire(Lease.Key leaseKey, String owner, Duration length) {
    return acquirer(leaseKey, owner, length).tryOnce();
  }

  /**
   * Does as {@link #tryAcquire}; if another holds the lease, waits until it is free, for one length
   * of that holder's lease, and then takes it over if it was not renewed meanwhile. If it was, it
   * is reported as busy. While it waits it looks at it every twelve seconds.
   *
   * @param length as in {@link #tryAcquire}
   * @return fails with {@link LeaseFormatException} if the attribute holds anything else
   */
  public static Flow<Acquisition> acquire(Lease.Key leaseKey, String owner, Duration length) {
    return acquirer(leaseKey, owner, length).watch();
  }

  /**
   * Renews the lease, and reports whether the holder still has it. One write if nothing goes wrong.
   *
   * @return the lease in its new state; fails with {@link LeaseLostException} if it is lost
   */
  public static Flow<Lease> renew(Lease lease) {
    return moved(lease, LeaseState::renewed)
        .recover(failure -> lostIfNone(lease, failure))
        .then(state -> renewed(lease, state));
  }

  /**
   * Asks whether the holder still has the lease, and changes nothing: any number may ask at a time.
   * One read.
   *
   * @return fails with {@link LeaseLostException} if it is lost
   */
  public static Flow<Done> require(Lease lease) {
    return new LeaseItem(lease.key())
        .read()
        .recover(failure -> lostIfNone(lease, failure))
        .then(state -> renewed(lease, state))
        .map(held -> Done.DONE);
  }

  private static <T> Flow<T> lostIfNone(Lease lease, Throwable failure) {
    return Flow.failed(
        failure instanceof LeaseFormatException
            ? new LeaseLostException(lease, null, failure)
            : failure);
  }

  /**
   * Gives the lease back, so that others need not wait. The item stays, and the fence with it. Does
   * nothing if the lease is lost. One write if nothing goes wrong.
   */
  public static Flow<Done> release(Lease lease) {
    return moved(lease, LeaseState::released)
        .map(state -> Done.DONE)
        .recover(LeaseFormatException.class, failure -> Flow.done());
  }

  private static Flow<Lease> renewed(Lease lease, LeaseState state) {
    return state.isOf(lease)
        ? Flow.of(
            new Lease(lease.key(), lease.owner(), lease.fence(), state.version(), lease.length()))
        : Flow.failed(new LeaseLostException(lease, state.owner(), null));
  }

  /**
   * Moves the lease on, unless it is lost.
   *
   * <p>If the write failed and the lease is still held, it is written once more, upon what was
   * read: a version that moved may be the work of an earlier call whose answer was lost, and would
   * then be older than this one says.
   *
   * @return the state of the item, of this lease or of another
   */
  private static Flow<LeaseState> moved(Lease lease, UnaryOperator<LeaseState> step) {
    LeaseItem item = new LeaseItem(lease.key());
    LeaseState next = step.apply(lease.state());
    return item.swap(lease.state(), next)
        .map(done -> next)
        .recover(
            failure ->
                item.readAfter(failure)
                    .then(
                        found ->
                            found.isOf(lease) ? movedOnce(lease, found, step) : Flow.of(found)));
  }

  private static Flow<LeaseState> movedOnce(
      Lease lease, LeaseState seen, UnaryOperator<LeaseState> step) {
    LeaseItem item = new LeaseItem(lease.key());
    LeaseState next = step.apply(seen);
    return item.swap(seen, next)
        .map(done -> next)
        .recover(
            failure ->
                item.readAfter(failure)
                    .then(
                        found ->
                            found.equals(next) || !found.isOf(lease)
                                ? Flow.of(found)
                                : Flow.failed(failure)));
  }

  private static LeaseAcquirer acquirer(Lease.Key leaseKey, String owner, Duration length) {
    return new LeaseAcquirer(new LeaseItem(leaseKey), ownerOf(owner), lengthOf(length));
  }

  /** The name, if it can be an owner's. */
  static String ownerOf(String name) {
    if (name.isEmpty() || name.length() > OWNER_CHARS_MAX) {
      throw new IllegalArgumentException(
          "The owner of a lease has 1 to %d characters, but has %d."
              .formatted(OWNER_CHARS_MAX, name.length()));
    }
    return name;
  }

  /** The length in whole milliseconds, as it is stored. */
  static Duration lengthOf(Duration length) {
    if (length.compareTo(Duration.ofMillis(1)) < 0 || length.compareTo(LENGTH_MAX) > 0) {
      throw new IllegalArgumentException(
          "The length of a lease is a millisecond to %s, but is %s.".formatted(LENGTH_MAX, length));
    }
    return Duration.ofMillis(length.toMillis());
  }

  /** An owner that asks for a lease. */
  record LeaseAcquirer(LeaseItem item, String owner, Duration length) {
    /**
     * The limit of attempts while others acquire and release the lease between a read and its
     * write.
     */
    private static final int ATTEMPTS_MAX = 100;

    /** How often a lease is looked at while its length passes: ten times in two minutes. */
    private static final Duration LOOK = Duration.ofSeconds(12);

    Flow<Acquisition> tryOnce() {
      return item.read().then(seen -> judge(seen, 1));
    }

    Flow<Acquisition> watch() {
      return tryOnce().then(found -> found instanceof Busy busy ? watch(busy) : Flow.of(found));
    }

    private Flow<Acquisition> watch(Busy busy) {
      long looks = Math.max(1, busy.length().dividedBy(LOOK));
      return watch(busy, busy.length().dividedBy(looks).plusNanos(looks - 1), looks);
    }

    /** Looks in between, as most holders give it back long before their lease ends. */
    private Flow<Acquisition> watch(Busy busy, Duration pause, long looks) {
      return Flow.ask(Pause.of(pause))
          .then(item.read())
          .then(
              seen -> {
                if (!isAnother(seen)) {
                  return judge(seen, 1);
                }
                return looks > 1
                    ? watch(busy, pause, looks - 1)
                    : busy.equals(busy(seen)) ? take(seen, 1) : judge(seen, 1);
              });
    }

    private Flow<Acquisition> judge(LeaseState seen, int attempt) {
      return isAnother(seen) ? Flow.of(busy(seen)) : take(seen, attempt);
    }

    private Flow<Acquisition> take(LeaseState seen, int attempt) {
      LeaseState next = seen.takenBy(owner, length);
      return item.swap(seen, next)
          .map(done -> held(next))
          .recover(
              failure ->
                  item.readAfter(failure)
                      .then(found -> settle(seen, next, found, failure, attempt)));
    }

    private Flow<Acquisition> settle(
        LeaseState seen, LeaseState next, LeaseState found, Throwable failure, int attempt) {
      if (found.equals(next)) {
        return Flow.of(held(next));
      }
      boolean again = !found.equals(seen) && (isAnother(found) || attempt < ATTEMPTS_MAX);
      return again ? judge(found, attempt + 1) : Flow.failed(failure);
    }

    private boolean isAnother(LeaseState seen) {
      return seen.owner() != null && !seen.owner().equals(owner);
    }

    private Acquisition held(LeaseState state) {
      return new Held(new Lease(item.leaseKey(), owner, state.fence(), state.version(), length));
    }

    private static Busy busy(LeaseState seen) {
      return new Busy(
          requireNonNull(seen.owner()),
          seen.fence(),
          seen.version(),
          Duration.ofMillis(seen.lengthMillis()));
    }
  }
}
