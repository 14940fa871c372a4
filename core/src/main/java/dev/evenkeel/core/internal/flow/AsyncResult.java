package dev.evenkeel.core.internal.flow;

import java.util.concurrent.CompletableFuture;

/**
 * The result future of an asynchronous run. Cancelling or completing it ends the run first:
 * attached code may wait for permits of the run.
 */
final class AsyncResult<R> extends CompletableFuture<R> {
  private final Runnable abandon;

  AsyncResult(Runnable abandon) {
    this.abandon = abandon;
  }

  @Override
  public boolean complete(R value) {
    abandonOnce();
    return super.complete(value);
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    abandonOnce();
    return super.completeExceptionally(failure);
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    abandonOnce();
    return super.cancel(mayInterrupt);
  }

  private void abandonOnce() {
    if (!isDone()) {
      abandon.run();
    }
  }

  /** The run has a result. */
  void finish(R value) {
    super.complete(value);
  }

  /** The run has failed. */
  void fail(Throwable cause) {
    super.completeExceptionally(cause);
  }
}
