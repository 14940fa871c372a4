package dev.evenkeel.timeseries.internal.shell;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Calls;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.timeseries.internal.plan.lifecycle.Scaled;
import dev.evenkeel.timeseries.spec.lifecycle.ScalableTargets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The world of a lifecycle beside DynamoDB.
 *
 * @param clock what time it is
 * @param passes lets time pass instead of waiting; null to wait
 * @param targets knows which tables others scale; null if nobody is asked
 * @param isLocal whether the engine is an emulator
 */
public record Surroundings(
    InstantSource clock,
    @Nullable Consumer<Duration> passes,
    @Nullable ScalableTargets targets,
    boolean isLocal) {

  /** A monotonic time; the clock's where time is virtual. */
  public long nanos() {
    if (passes == null) {
      return System.nanoTime();
    }
    Instant now = clock.instant();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  /** The same calls; where time is virtual, pauses let it pass. */
  <S> Calls<Request<?>, S, Object> timed(Calls<Request<?>, S, Object> real) {
    return passes == null ? real : new Virtual<>(real, passes);
  }

  private record Virtual<S>(Calls<Request<?>, S, Object> real, Consumer<Duration> passes)
      implements Calls<Request<?>, S, Object> {

    @Override
    public S apply(Request<?> request) {
      return real.apply(request);
    }

    @Override
    public @Nullable CompletableFuture<Object> unsent(Request<?> request, boolean alone) {
      if (request instanceof Pause pause) {
        passes.accept(pause.longest());
        return CompletableFuture.completedFuture(Done.DONE);
      }
      return real.unsent(request, alone);
    }
  }

  /** Asks who else scales tables. */
  CompletableFuture<Object> scaled(Scaled.Ask ask) {
    try {
      return requireNonNull(targets)
          .among(ask.tables())
          .toCompletableFuture()
          .thenApply(Set::copyOf);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** A name that no other run has. */
  public static String freshOwner() {
    return "run-" + UUID.randomUUID();
  }
}
