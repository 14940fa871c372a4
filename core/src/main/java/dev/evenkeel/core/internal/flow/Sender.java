package dev.evenkeel.core.internal.flow;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Answers the requests of a run. A function that sends is enough where every request is to be sent.
 * The answer must be of the type that the {@link Request} names; another type fails the flow with a
 * {@link ClassCastException}.
 *
 * @param <S> the result of sending: the answer, or its future where the client is asynchronous
 */
@FunctionalInterface
public interface Sender<S> {

  /** Sends one request. Called by several threads at a time. */
  S send(Request<?> request);

  /**
   * Begins a request for which nothing is sent: a pause, a computation. It takes no permit and
   * holds no thread of the run's; it ends with the run, which then cancels the future.
   *
   * <p>The future may be completed by a thread that must not be held up: the runners only note the
   * answer there, and continue elsewhere.
   *
   * @param alone whether the calling thread waits for nothing else, so that it may as well do the
   *     work itself; never on an asynchronous client
   * @return null if the request has to be sent
   */
  default @Nullable CompletableFuture<?> unsent(Request<?> request, boolean alone) {
    return null;
  }

  /** The interceptor of the requests. */
  default Interceptor interceptor() {
    return Interceptor.NONE;
  }

  /**
   * Releases the resources of an ended run. Called before its caller gets the result, whose code
   * may wait for these resources; on any thread, and maybe more than once. Must neither block nor
   * throw.
   */
  default void ended() {}

  /**
   * This sender, seen by an interceptor too.
   *
   * @param outer sees failures before the interceptors that are there replace them
   */
  default Sender<S> with(Interceptor outer) {
    Sender<S> inner = this;
    Interceptor both = outer.then(interceptor());
    return new Sender<>() {
      @Override
      public S send(Request<?> request) {
        return inner.send(request);
      }

      @Override
      public @Nullable CompletableFuture<?> unsent(Request<?> request, boolean alone) {
        return inner.unsent(request, alone);
      }

      @Override
      public Interceptor interceptor() {
        return both;
      }

      @Override
      public void ended() {
        inner.ended();
      }
    };
  }

  /**
   * Answers on the calling thread. A pause has no answer there: runners begin it.
   *
   * @param others answers requests of other kinds
   */
  static Sender<Object> sync(DynamoDbClient client, Function<Request<?>, Object> others) {
    return answering(
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
  static Sender<CompletableFuture<?>> async(
      DynamoDbAsyncClient client, Function<Request<?>, ? extends CompletableFuture<?>> others) {
    return answering(
        request -> {
          if (request instanceof TableCall<?> call) {
            return DynamoDbCalls.call(client, call.request());
          }
          return request instanceof Compute<?> compute ? compute.begin() : others.apply(request);
        });
  }

  /**
   * Answers pauses and computations, and lets {@code send} answer what is sent.
   *
   * @param <S> the answer, or its future where the client is asynchronous
   */
  static <S> Sender<S> answering(Function<Request<?>, S> send) {
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
          return alone ? compute.here() : compute.begin();
        }
        return null;
      }
    };
  }

  /** The answers of a flow that asks nothing else. */
  static <A> Function<Request<?>, A> nothingElse() {
    return request -> {
      throw new IllegalStateException(
          "no sender answers a request of type " + request.getClass().getName());
    };
  }
}
