package dev.evenkeel.core.internal.flow;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * How the requests of a run are answered. A function that sends is enough where every request is to
 * be sent. The answer must be of the type that the {@link Request} names; who answers otherwise
 * sees a {@link ClassCastException} in the flow.
 *
 * @param <S> what sending returns: the answer, or its future where the client is asynchronous
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
   * answer there, and go on elsewhere.
   *
   * @param alone whether the calling thread waits for nothing else, so that it may as well do the
   *     work itself; never on an asynchronous client
   * @return null if the request has to be sent
   */
  default @Nullable CompletableFuture<?> unsent(Request<?> request, boolean alone) {
    return null;
  }

  /** What sees the requests on their way. */
  default Interceptor interceptor() {
    return Interceptor.NONE;
  }

  /**
   * Gives back what the run holds: it has ended, however it did. Called before its caller is told,
   * whose code may wait for what is given back; on any thread, and maybe more than once. Must
   * neither block nor throw.
   */
  default void ended() {}

  /**
   * This sender, seen by an interceptor too.
   *
   * @param outer sees failures before the interceptors that are there replace them
   */
  default Sender<S> with(Interceptor outer) {
    return new InterceptedSender<>(this, outer.then(interceptor()));
  }
}
