package dev.evenkeel.core.lease;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.lease.Acquisition.Busy;
import dev.evenkeel.core.lease.Acquisition.Held;
import java.time.Duration;

/** One who asks for a lease. */
record Contender(LeaseItem item, String owner, Duration length) {
  /**
   * How often others may acquire and release it between a read and the write upon it. Each time
   * somebody has had it, so this is only there to end.
   */
  private static final int ATTEMPTS_MAX = 100;

  Flow<Acquisition> tryOnce() {
    return item.read().then(seen -> judge(seen, 1));
  }

  Flow<Acquisition> watch() {
    return tryOnce().then(found -> found instanceof Busy busy ? watch(busy) : Flow.of(found));
  }

  private Flow<Acquisition> watch(Busy busy) {
    return Flow.ask(Pause.of(busy.length()))
        .then(item.read())
        .then(seen -> isAnother(seen) && busy.equals(busy(seen)) ? take(seen, 1) : judge(seen, 1));
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
                item.readAfter(failure).then(found -> settle(seen, next, found, failure, attempt)));
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
    return new Held(new Lease(item.place(), owner, state.fence(), state.version(), length));
  }

  private static Busy busy(LeaseState seen) {
    return new Busy(
        requireNonNull(seen.owner()),
        seen.fence(),
        seen.version(),
        Duration.ofMillis(seen.lengthMillis()));
  }
}
