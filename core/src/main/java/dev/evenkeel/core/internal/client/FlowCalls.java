package dev.evenkeel.core.internal.client;

import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.flow.Timers;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Answers what flows ask of DynamoDB, their pauses and computations; anything else is somebody
 * else's.
 *
 * <p>Pauses are kept by one timer of the JVM's, and computations done by as many threads of the
 * JVM's as there are processors: neither takes a permit, or holds a thread of the run's.
 */
public final class FlowCalls {
  private FlowCalls() {}

  /**
   * Answers on the calling thread. A pause has no answer there: runners begin it.
   *
   * @param others answers requests of other kinds
   */
  public static Sender<Object> sync(DynamoDbClient client, Function<Request<?>, Object> others) {
    return over(
        request -> {
          if (request instanceof TableCall<?> call) {
            return DynamoDbCalls.call(client, call.request());
          }
          return request instanceof Compute<?> compute
              ? compute.computation().get()
              : others.apply(request);
        });
  }

  /**
   * Answers without blocking.
   *
   * @param others answers requests of other kinds
   */
  public static Sender<CompletableFuture<?>> async(
      DynamoDbAsyncClient client, Function<Request<?>, ? extends CompletableFuture<?>> others) {
    return over(
        request -> {
          if (request instanceof TableCall<?> call) {
            return DynamoDbCalls.call(client, call.request());
          }
          return request instanceof Compute<?> compute
              ? ComputePool.begin(compute.computation())
              : others.apply(request);
        });
  }

  /**
   * Answers pauses and computations, and lets {@code send} answer what is sent.
   *
   * @param <S> the answer, or its future where the client is asynchronous
   */
  public static <S> Sender<S> over(Function<Request<?>, S> send) {
    return new Sender<>() {
      @Override
      public S send(Request<?> request) {
        return send.apply(request);
      }

      @Override
      public @Nullable CompletableFuture<?> unsent(Request<?> request, boolean alone) {
        if (request instanceof Pause pause) {
          return Timers.after(pause.drawn(), Done.DONE);
        }
        if (request instanceof Compute<?> compute) {
          Supplier<?> computation = compute.computation();
          return alone ? ComputePool.here(computation) : ComputePool.begin(computation);
        }
        return null;
      }
    };
  }

  /** The answers of a flow that asks nothing else. */
  public static <A> Function<Request<?>, A> nothingElse() {
    return request -> {
      throw new IllegalStateException(
          "nobody answers a request of type " + request.getClass().getName());
    };
  }
}
