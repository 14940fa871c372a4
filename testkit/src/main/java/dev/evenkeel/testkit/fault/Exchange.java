package dev.evenkeel.testkit.fault;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * How requests travel: the one thing in which sync and async differ. Over a sync client every
 * future is complete when it is returned, so all work stays on the caller's thread.
 */
interface Exchange {
  CompletableFuture<Answer> send(Call call);

  CompletableFuture<Void> pause(Duration duration);
}
