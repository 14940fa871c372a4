package dev.evenkeel.core.client;

import dev.evenkeel.core.flow.Compute;
import dev.evenkeel.core.flow.Done;
import dev.evenkeel.core.flow.Pause;
import dev.evenkeel.core.flow.Request;
import dev.evenkeel.core.flow.TableCall;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Answers what flows ask of DynamoDB, their pauses and computations; anything else is somebody
 * else's.
 */
public final class FlowCalls {
  private FlowCalls() {}

  /**
   * Answers on the calling thread, which a pause makes sleep.
   *
   * @param others answers requests of other kinds
   */
  public static Function<Request<?>, Object> sync(
      DynamoDbClient client, Function<Request<?>, Object> others) {
    return request -> {
      if (request instanceof TableCall<?> call) {
        return DynamoDbCalls.call(client, call.request());
      }
      if (request instanceof Compute<?> compute) {
        return compute.computation().get();
      }
      return request instanceof Pause pause ? slept(pause) : others.apply(request);
    };
  }

  /**
   * Answers without blocking; pauses are kept by the JDK's timer, and end on the common pool, which
   * computes too.
   *
   * @param others answers requests of other kinds
   */
  public static Function<Request<?>, CompletableFuture<Object>> async(
      DynamoDbAsyncClient client, Function<Request<?>, CompletableFuture<Object>> others) {
    return request -> {
      if (request instanceof TableCall<?> call) {
        return asObject(DynamoDbCalls.call(client, call.request()));
      }
      if (request instanceof Compute<?> compute) {
        return CompletableFuture.supplyAsync(compute.computation()::get);
      }
      return request instanceof Pause pause ? waited(pause) : others.apply(request);
    };
  }

  /** The answers of a flow that asks nothing else. */
  public static <A> Function<Request<?>, A> nothingElse() {
    return request -> {
      throw new IllegalStateException(
          "nobody answers a request of type " + request.getClass().getName());
    };
  }

  private static Done slept(Pause pause) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos(pause));
      return Done.DONE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw AbortedException.create("The call was interrupted while it waited to go on.", e);
    }
  }

  private static CompletableFuture<Object> waited(Pause pause) {
    CompletableFuture<Object> end = new CompletableFuture<>();
    CompletableFuture.delayedExecutor(nanos(pause), TimeUnit.NANOSECONDS)
        .execute(() -> end.complete(Done.DONE));
    return end;
  }

  private static long nanos(Pause pause) {
    long longest = pause.longest().toNanos();
    return pause.jittered() ? ThreadLocalRandom.current().nextLong(longest + 1) : longest;
  }

  @SuppressWarnings("unchecked") // an answer of any type is an object; futures are only read
  private static CompletableFuture<Object> asObject(CompletableFuture<?> future) {
    return (CompletableFuture<Object>) future;
  }
}
