package dev.evenkeel.core.internal.flow;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.internal.flow.SyncRunner.Rethrow;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A long computation, done apart from the flow's own thread, so that several run in parallel: as
 * many as there are processors, for all flows of the JVM. It must not wait for anything. Its
 * exception is the failure of the request.
 *
 * @param computation never ends with null
 * @param <A> the type of the result
 */
public record Compute<A>(Supplier<A> computation) implements Request<A> {

  /** A flow that ends with what the computation does. */
  public static <A> Flow<A> flow(Supplier<A> computation) {
    return Flow.ask(new Compute<>(computation));
  }

  /** The same, in the context of this thread. */
  Compute<A> carried(ClientThreads threads) {
    if (threads.context() == null) {
      return this;
    }
    FutureTask<A> task = new FutureTask<>(computation::get);
    Runnable carried = CarriedWork.of(threads, task);
    return new Compute<>(
        () -> {
          carried.run();
          return ended(task);
        });
  }

  private static <A> A ended(FutureTask<A> task) {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw Rethrow.asIs(requireNonNull(e.getCause()));
    } catch (InterruptedException e) {
      throw new AssertionError("a task that has ended is not waited for", e);
    }
  }

  /**
   * Computes on one of the threads for that. Left out if the future is cancelled before its turn.
   */
  CompletableFuture<A> begin() {
    CompletableFuture<A> end = new CompletableFuture<>();
    Shared.POOL.execute(
        () -> {
          if (!end.isDone()) {
            into(end);
          }
        });
    return end;
  }

  /** Computes on the calling thread. */
  CompletableFuture<A> here() {
    CompletableFuture<A> end = new CompletableFuture<>();
    into(end);
    return end;
  }

  private void into(CompletableFuture<A> end) {
    try {
      end.complete(computation.get());
    } catch (Throwable failure) {
      end.completeExceptionally(failure);
    }
  }

  /**
   * One thread for each processor, daemons, shared by the JVM, ended after 10 idle seconds. Without
   * a free thread a computation is queued; so computations must not wait for each other.
   */
  private static final class Shared {
    private static final long IDLE_SECONDS = 10;
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
              work -> DaemonThread.of("evenkeel-compute-" + started.incrementAndGet(), work));
      pool.allowCoreThreadTimeOut(true);
      return pool;
    }
  }
}
