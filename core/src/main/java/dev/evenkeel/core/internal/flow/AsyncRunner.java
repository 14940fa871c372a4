package dev.evenkeel.core.internal.flow;

import dev.evenkeel.core.ClientThreads;
import java.util.concurrent.CompletableFuture;

/**
 * Runs flows for an asynchronous client; one runner per decorator. Thread-safe; never blocks.
 *
 * <p><b>Threads.</b> It keeps none. A flow moves on the thread that completes one of its requests,
 * and the result is completed on that thread too; as with a plain SDK client, code attached to it
 * should not block. Where one answer ends several runs (one gave its permit to the next), the first
 * is completed on that thread and the others on daemon threads, so that code of the first may wait
 * for them. Each finds there what {@link ClientThreads} carries of its caller's thread. Asks that
 * are answered before their call returns do not grow the stack, however many.
 *
 * <p><b>Pauses and computations</b> are no sub-requests: {@link Sender#unsent} begins them at once,
 * without a permit. When one ends, and when a deadline passes, the run continues on a daemon
 * thread, never on one that keeps the time or computes.
 *
 * <p><b>Limit.</b> As in {@link SyncRunner}: {@code inFlightMax} requests of fan-outs per runner,
 * single requests not counted, concurrent runs take turns.
 *
 * <p><b>End.</b> When the flow ends, or an abandoned part of it, and when the caller cancels (or
 * itself completes) the result, the futures of unanswered requests are cancelled and their outcomes
 * dropped.
 */
public final class AsyncRunner {
  private final FanOutLimiter limiter;
  private final ClientThreads threads;
  private final Trampoline trampoline = new Trampoline();

  AsyncRunner(FanOutLimiter limiter, ClientThreads threads) {
    this.limiter = limiter;
    this.threads = threads;
  }

  /** A runner with at most 40 requests in flight. */
  public static AsyncRunner create() {
    return create(ClientThreads.shared());
  }

  /** A runner with at most 40 requests in flight, and the context of these threads. */
  public static AsyncRunner create(ClientThreads threads) {
    return create(FanOutLimiter.COUNT_DEFAULT, threads);
  }

  /**
   * A runner with its own limit, and the context of these threads.
   *
   * @param inFlightMax at least 1; keep it below the connections of the HTTP client, so that other
   *     calls find one
   */
  public static AsyncRunner create(int inFlightMax, ClientThreads threads) {
    return new AsyncRunner(new FanOutLimiter(inFlightMax), threads);
  }

  /**
   * Starts {@code flow}. A failure of the flow is the direct cause that the result reports, the
   * same object. Once the deadline has passed, the result fails with the SDK's {@link
   * software.amazon.awssdk.core.exception.ApiCallTimeoutException}, and what is in flight is
   * cancelled.
   *
   * @param sender sends one request, or begins what needs no sending. A failed future, with its
   *     cause freed from {@link java.util.concurrent.CompletionException}, is reported to the flow;
   *     so is what the sender itself throws, and the lack of a future or of an answer
   */
  public <R> CompletableFuture<R> run(
      Flow<R> flow, Sender<? extends CompletableFuture<?>> sender, Deadline deadline) {
    return new AsyncRun<>(flow, sender, limiter, trampoline, threads).start(deadline);
  }
}
