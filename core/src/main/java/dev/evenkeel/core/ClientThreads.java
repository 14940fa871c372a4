package dev.evenkeel.core;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The threads on which a client or a job sends the requests that one call fans out to, and what
 * these threads are to have of the caller's: a trace span, the MDC of a log. One object may serve
 * all clients and jobs of an application.
 *
 * <p><b>Threads.</b> By default a synchronous client uses daemon threads that all clients of the
 * process share. With an executor it uses that. A call never depends on it: while none of its
 * requests is at work, the calling thread sends the next one itself. So a bounded executor, one
 * whose threads make the calls, and decorators that share one executor, make progress with a single
 * thread, and a request that the executor refuses, being full or shut down, is sent by the calling
 * thread. The executor is never closed here. Its threads are interrupted if a call ends before its
 * requests, and are left uninterrupted.
 *
 * <p>An asynchronous client needs no threads to send, and so no executor. Compression and digests
 * are computed on as many threads of this library as there are processors, which neither send nor
 * wait.
 *
 * <p><b>Context.</b> What {@link #withContext} captures is taken on the caller's thread, once or
 * more during the call, and is there wherever the call runs: where a request is sent, so in
 * interceptors of the SDK, where listeners are told, where values are computed, and where the
 * future of an asynchronous client completes. Decorators of a stack each need it. A read that
 * several callers of a cache share is sent in the context of the one that began it, and an item
 * read anew before it expires in that of the caller that was answered from memory. What no caller
 * asked for has no context: hot keys, layouts, scheduled runs, and the polls of an asynchronous
 * waiter.
 */
public final class ClientThreads {
  private static final ClientThreads SHARED = new ClientThreads(null, null);

  private final @Nullable Executor executor;
  private final @Nullable UnaryOperator<Runnable> context;

  private ClientThreads(@Nullable Executor executor, @Nullable UnaryOperator<Runnable> context) {
    this.executor = executor;
    this.context = context;
  }

  /** The threads that all clients of the process share, without a context: the default. */
  public static ClientThreads shared() {
    return SHARED;
  }

  /**
   * The threads of {@code executor}, without a context. Keep it open as long as the clients are. It
   * needs no more threads than the clients' concurrency; with fewer, requests of a call are sent
   * one after the other. {@code execute} must not block; a client hands it no more while a hundred
   * requests wait there.
   */
  public static ClientThreads of(Executor executor) {
    return new ClientThreads(Objects.requireNonNull(executor), null);
  }

  /**
   * The same threads, with a context of the caller's.
   *
   * @param capture wraps work so that it finds the context of the thread that called {@code
   *     capture}, such as {@code work -> Context.current().wrap(work)} of OpenTelemetry or {@code
   *     work -> snapshots.captureAll().wrap(work)} of Micrometer. It is called on the caller's
   *     thread, often, and must not block; what it throws there, the call throws. The wrapped work
   *     may run several times, one after the other, on any thread, and undoes what it has set. If
   *     it fails or does not run the work, the work is done without it
   */
  public ClientThreads withContext(UnaryOperator<Runnable> capture) {
    return new ClientThreads(executor, Objects.requireNonNull(capture));
  }

  /** The executor; null for the threads that all clients of the process share. */
  public @Nullable Executor executor() {
    return executor;
  }

  /** What captures the context; null if nothing does. */
  public @Nullable UnaryOperator<Runnable> context() {
    return context;
  }
}
