package dev.evenkeel.testkit.fault;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The transport of requests: the only difference between sync and async. Over a sync client every
 * future is complete when it is returned, so all work stays on the caller's thread.
 */
interface Exchange {
  CompletableFuture<Answer> send(Call call);

  CompletableFuture<Void> pause(Duration duration);
}
