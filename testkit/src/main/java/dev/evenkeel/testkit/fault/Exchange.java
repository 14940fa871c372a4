package dev.evenkeel.testkit.fault;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The transport of requests: the only difference between sync and async. Over a sync client every
 * future of it is complete when it is returned, so all work stays on the caller's thread; what
 * waits in the queue of a {@link Replica} runs on the thread of the request before it.
 */
interface Exchange {
  CompletableFuture<Answer> send(Call call);

  /** Waits; fails if the caller has given up by then, so that nothing is sent for nobody. */
  CompletableFuture<Void> pause(Duration duration);
}
