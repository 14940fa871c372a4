package dev.evenkeel.core.internal.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Threads that compute: one for each processor, daemons, shared by the JVM, ended after 10 idle
 * seconds. What finds none free waits for its turn; so computations must not wait for each other.
 */
final class ComputePool {
  private static final long IDLE_SECONDS = 10;

  private ComputePool() {}

  /** A computation whose future was cancelled before its turn is left out. */
  static <T> CompletableFuture<T> begin(Supplier<T> computation) {
    CompletableFuture<T> end = new CompletableFuture<>();
    Shared.POOL.execute(
        () -> {
          if (!end.isDone()) {
            run(computation, end);
          }
        });
    return end;
  }

  /** Computes on the calling thread. */
  static <T> CompletableFuture<T> here(Supplier<T> computation) {
    CompletableFuture<T> end = new CompletableFuture<>();
    run(computation, end);
    return end;
  }

  private static <T> void run(Supplier<T> computation, CompletableFuture<T> end) {
    try {
      end.complete(computation.get());
    } catch (Throwable failure) {
      end.completeExceptionally(failure);
    }
  }

  private static final class Shared {
    static final ThreadPoolExecutor POOL = pool();

    private static ThreadPoolExecutor pool() {
      int processors = Runtime.getRuntime().availableProcessors();
      AtomicInteger started = new AtomicInteger();
      var pool =
          new ThreadPoolExecutor(
              processors,
              processors,
              IDLE_SECONDS,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              work -> thread(work, started.incrementAndGet()));
      pool.allowCoreThreadTimeOut(true);
      return pool;
    }

    private static Thread thread(Runnable work, int number) {
      Thread thread = new Thread(null, work, "evenkeel-compute-" + number, 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(ComputePool.class.getClassLoader());
      return thread;
    }
  }
}
