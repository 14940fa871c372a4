package dev.evenkeel.core.internal.flow;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How the asks of a run are answered. A function that sends is enough where every ask is a
 * sub-request.
 *
 * @param <Q> the asks
 * @param <S> what sending returns: the answer, or its future where the client is asynchronous
 * @param <A> the answers
 */
@FunctionalInterface
public interface Calls<Q, S, A> extends Function<Q, S> {

  /** Sends one ask. Called by several threads at a time. */
  @Override
  S apply(Q ask);

  /**
   * Begins an ask for which nothing is sent: a pause, a computation. It takes no permit and holds
   * no thread of the run's; it ends with the run, which then cancels the future.
   *
   * <p>The future may be completed by a thread that must not be held up: the drivers only note the
   * answer there, and go on elsewhere.
   *
   * @param alone whether the calling thread waits for nothing else, so that it may as well do the
   *     work itself; never on an asynchronous client
   * @return null if the ask has to be sent
   */
  default @Nullable CompletableFuture<A> unsent(Q ask, boolean alone) {
    return null;
  }

  /**
   * Gives back what the run holds: it has ended, however it did. Called before its caller is told,
   * whose code may wait for what is given back; on any thread, and maybe more than once. Must
   * neither block nor throw.
   */
  default void ended() {}
}
