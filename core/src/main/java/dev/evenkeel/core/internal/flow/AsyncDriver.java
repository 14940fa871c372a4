package dev.evenkeel.core.internal.flow;

import java.util.concurrent.CompletableFuture;

/**
 * Runs machines for an asynchronous client; one driver per decorator. Thread-safe; blocks no one.
 *
 * <p><b>Threads.</b> It keeps none. A machine moves on the thread that completes one of its asks,
 * and the result is completed on that thread too; as with a plain SDK client, code attached to it
 * should not block. Where one answer ends several runs (one gave its permit to the next), the first
 * is completed on that thread and the others on daemon threads, so that code of the first may wait
 * for them. Asks that are answered before their call returns do not grow the stack, however many.
 *
 * <p><b>Pauses and computations</b> are no sub-requests: {@link Calls#unsent} begins them at once,
 * without a permit. When one ends, and when a deadline passes, the run goes on on a daemon thread,
 * never on one that keeps the time or computes.
 *
 * <p><b>Limit.</b> As in {@link SyncDriver}: {@code inFlightMax} asks of fan-outs per driver,
 * single asks not counted, concurrent runs take turns.
 *
 * <p><b>End.</b> When the machine finishes or fails, or the caller cancels (or itself completes)
 * the result, the futures of unanswered asks are cancelled and their outcomes reported to no one.
 */
public final class AsyncDriver {
  private final Permits permits;
  private final Trampoline trampoline = new Trampoline();

  AsyncDriver(Permits permits) {
    this.permits = permits;
  }

  /** A driver with at most 40 asks in flight. */
  public static AsyncDriver create() {
    return create(Permits.COUNT_DEFAULT);
  }

  /**
   * A driver with its own limit.
   *
   * @param inFlightMax at least 1; keep it below the connections of the HTTP client, so that other
   *     calls find one
   */
  public static AsyncDriver create(int inFlightMax) {
    return new AsyncDriver(new Permits(inFlightMax));
  }

  /**
   * Starts {@code machine}. Whatever the machine throws or fails with is the direct cause that the
   * result reports, the same object.
   *
   * @param call sends one ask, or begins what needs no sending. A failed future, with its cause
   *     freed from {@link java.util.concurrent.CompletionException}, is reported to the machine; so
   *     is what the function itself throws, and the lack of a future or of an answer
   */
  public <Q, A, R> CompletableFuture<R> run(
      Machine<Q, A, R> machine, Calls<Q, CompletableFuture<A>, A> call) {
    return run(machine, call, Deadline.NONE);
  }

  /**
   * Starts {@code machine}; once the deadline has passed, the result fails with the SDK's {@link
   * software.amazon.awssdk.core.exception.ApiCallTimeoutException} and what is in flight is
   * cancelled.
   *
   * @see #run(Machine, Calls)
   */
  public <Q, A, R> CompletableFuture<R> run(
      Machine<Q, A, R> machine, Calls<Q, CompletableFuture<A>, A> call, Deadline deadline) {
    return new AsyncRun<>(machine, call, permits, trampoline).start(deadline);
  }
}
