package dev.evenkeel.timeseries.internal.shell;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Interceptor;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.timeseries.internal.plan.lifecycle.ScaledTables;
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
public record Environment(
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

  /** The same sender; where time is virtual, pauses let it pass. */
  <S> Sender<S> timed(Sender<S> real) {
    return passes == null ? real : new Virtual<>(real, passes);
  }

  private record Virtual<S>(Sender<S> real, Consumer<Duration> passes) implements Sender<S> {

    @Override
    public S send(Request<?> request) {
      return real.send(request);
    }

    @Override
    public Interceptor interceptor() {
      return real.interceptor();
    }

    @Override
    public void ended() {
      real.ended();
    }

    @Override
    public @Nullable CompletableFuture<?> unsent(Request<?> request, boolean alone) {
      if (request instanceof Pause pause) {
        passes.accept(pause.longest());
        return CompletableFuture.completedFuture(Done.DONE);
      }
      return real.unsent(request, alone);
    }
  }

  /** Asks who else scales tables. */
  CompletableFuture<Object> scaled(ScaledTables.Ask ask) {
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
