package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook.TableEvent;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The asynchronous counterpart of {@link LifecycleHook}, with the same promises. It must not block;
 * the run continues when the returned stage is complete.
 */
public interface LifecycleAsyncHook {
  /** The table is active and answers; its period may not have begun. */
  default CompletionStage<?> onTableActive(TableEvent event) {
    return CompletableFuture.completedFuture(event);
  }

  /** No item of its period may come any more; reads continue. */
  default CompletionStage<?> onTableRetiring(TableEvent event) {
    return CompletableFuture.completedFuture(event);
  }
}
