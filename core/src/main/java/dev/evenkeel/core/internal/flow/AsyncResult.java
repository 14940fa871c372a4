package dev.evenkeel.core.internal.flow;

import java.util.concurrent.CompletableFuture;

/**
 * What the caller of an asynchronous run has. Who cancels it, or completes it, ends the run first:
 * code that is attached to it may wait for what the run holds.
 */
final class AsyncResult<R> extends CompletableFuture<R> {
  private final Runnable leave;

  AsyncResult(Runnable leave) {
    this.leave = leave;
  }

  @Override
  public boolean complete(R value) {
    leaveOnce();
    return super.complete(value);
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    leaveOnce();
    return super.completeExceptionally(failure);
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    leaveOnce();
    return super.cancel(mayInterrupt);
  }

  private void leaveOnce() {
    if (!isDone()) {
      leave.run();
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
