package dev.evenkeel.testkit.fault;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Runs asynchronous tasks one after the other, in the order in which they came. */
final class SerialQueue {
  private CompletableFuture<?> tail = CompletableFuture.completedFuture(true);

  synchronized <T> CompletableFuture<T> submit(Supplier<CompletableFuture<T>> task) {
    CompletableFuture<T> run = tail.thenCompose(done -> task.get());
    tail = run.handle((result, failure) -> true);
    return run;
  }
}
