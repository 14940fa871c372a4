package dev.evenkeel.timeseries.internal.shell;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Interceptor;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.objects.internal.shell.ObjectCalls;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.HookCall;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.Now;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.ScalingLookup;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals.LackingEngineException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleAsyncHook;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook;
import dev.evenkeel.timeseries.spec.lifecycle.ScalableTargets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Executes the requests of lifecycle flows. */
public final class LifecycleCalls {
  /** An emulator's answer that an operation is unknown is marked. AWS's answers never are. */
  private static final Interceptor MARKED =
      Interceptor.ofFailures(
          (request, failure) ->
              failure instanceof DynamoDbException service
                  ? LackingEngineException.of(service)
                  : failure);

  private LifecycleCalls() {}

  /**
   * Answers on the calling thread, hooks included.
   *
   * @param s3 null if nothing is archived
   */
  public static Sender<Object> sync(
      DynamoDbClient client,
      @Nullable S3Client s3,
      Environment environment,
      List<LifecycleHook> hooks) {
    Function<Request<?>, Object> others = s3 == null ? Sender.nothingElse() : ObjectCalls.sync(s3);
    Sender<Object> real =
        Sender.sync(
            client,
            request -> {
              if (request instanceof Now) {
                return environment.clock().instant();
              } else if (request instanceof ScalingLookup lookup) {
                return joined(environment.scaled(lookup));
              }
              return request instanceof HookCall call
                  ? callHooks(hooks, call)
                  : others.apply(request);
            });
    return environment.timed(environment.isLocal() ? real.with(MARKED) : real);
  }

  private static Object joined(CompletableFuture<Object> stage) {
    try {
      return stage.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }

  private static Done callHooks(List<LifecycleHook> hooks, HookCall call) {
    RuntimeException failure = null;
    for (LifecycleHook hook : hooks) {
      try {
        switch (call.kind()) {
          case ACTIVE -> hook.onTableActive(call.event());
          case RETIRING -> hook.onTableRetiring(call.event());
        }
      } catch (RuntimeException e) {
        failure = first(failure, e);
      }
    }
    if (failure != null) {
      throw failure;
    }
    return Done.DONE;
  }

  private static RuntimeException first(
      @Nullable RuntimeException before, RuntimeException failure) {
    if (before == null) {
      return failure;
    }
    if (before != failure) {
      before.addSuppressed(failure);
    }
    return before;
  }

  /**
   * Answers without blocking.
   *
   * @param s3 null if nothing is archived
   */
  public static Sender<CompletableFuture<?>> async(
      DynamoDbAsyncClient client,
      @Nullable S3AsyncClient s3,
      Environment environment,
      List<LifecycleAsyncHook> hooks) {
    Function<Request<?>, ? extends CompletableFuture<?>> others =
        s3 == null ? Sender.nothingElse() : ObjectCalls.async(s3);
    Sender<CompletableFuture<?>> real =
        Sender.async(
            client,
            request -> {
              if (request instanceof Now) {
                return CompletableFuture.completedFuture(environment.clock().instant());
              } else if (request instanceof ScalingLookup lookup) {
                return environment.scaled(lookup);
              }
              return request instanceof HookCall call
                  ? callHooksAsync(hooks, call)
                  : others.apply(request);
            });
    return environment.timed(environment.isLocal() ? real.with(MARKED) : real);
  }

  /** All at once; the first failure is reported when all have ended. */
  private static CompletableFuture<Object> callHooksAsync(
      List<LifecycleAsyncHook> hooks, HookCall call) {
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (LifecycleAsyncHook hook : hooks) {
      all.add(one(() -> call(hook, call)));
    }
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
        .thenApply(ended -> Done.DONE);
  }

  private static CompletionStage<?> call(LifecycleAsyncHook hook, HookCall call) {
    return switch (call.kind()) {
      case ACTIVE -> hook.onTableActive(call.event());
      case RETIRING -> hook.onTableRetiring(call.event());
    };
  }

  private static CompletableFuture<?> one(Supplier<CompletionStage<?>> hook) {
    try {
      return hook.get().toCompletableFuture();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * The environment of a lifecycle beside DynamoDB.
   *
   * @param clock the source of time
   * @param passes advances virtual time instead of waiting; null to wait
   * @param targets finds tables that others scale; null for none
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

    /** Finds tables that others scale. */
    CompletableFuture<Object> scaled(ScalingLookup lookup) {
      try {
        return requireNonNull(targets)
            .among(lookup.tables())
            .toCompletableFuture()
            .thenApply(Set::copyOf);
      } catch (RuntimeException e) {
        return CompletableFuture.failedFuture(e);
      }
    }

    /** A unique name of a run. */
    public static String freshOwner() {
      return "run-" + UUID.randomUUID();
    }
  }
}
