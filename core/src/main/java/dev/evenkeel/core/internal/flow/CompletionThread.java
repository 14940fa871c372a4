package dev.evenkeel.core.internal.flow;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Completes asynchronous runs that wait for one answer, thousands of them if need be, one after the
 * other on one daemon thread. Code of a caller's that is attached to a run may block there, even on
 * a run that is behind it: then another thread goes on with the rest.
 */
public final class CompletionThread {
  /** A thread that has not ended a completion for so long is taken for blocked. */
  private static final Duration HELD_UP = Duration.ofMillis(10);

  private static final CompletionThread SHARED = new CompletionThread();

  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicReference<@Nullable Worker> current = new AtomicReference<>();

  CompletionThread() {}

  /** The one of this JVM; it costs nothing until the first completion. */
  public static CompletionThread shared() {
    return SHARED;
  }

  /** Lets {@code completion} run soon on a thread of the pool. */
  public void add(Runnable completion) {
    waiting.add(completion);
    begin(null);
  }

  /** Begins a thread in the place of the one before, or of none, unless another has begun. */
  private void begin(@Nullable Worker before) {
    if (current.get() == before) {
      Worker next = new Worker();
      if (current.compareAndSet(before, next)) {
        WorkerPool.shared().hand(next);
      }
    }
  }

  private final class Worker implements Runnable {
    private final AtomicInteger completed = new AtomicInteger();

    @Override
    public void run() {
      CompletableFuture<?> watch = watch(0);
      while (current.get() == this) {
        Runnable next = waiting.poll();
        if (next != null) {
          next.run();
          completed.incrementAndGet();
        } else {
          current.compareAndSet(this, null);
        }
      }
      watch.cancel(false);
      if (!waiting.isEmpty()) {
        begin(null); // it was added while this one was still here
      }
    }

    private CompletableFuture<?> watch(int seen) {
      CompletableFuture<Boolean> timer = Timers.after(HELD_UP, true);
      var unused = timer.thenAccept(over -> look(seen));
      return timer;
    }

    private void look(int seen) {
      if (current.get() != this) {
        return;
      }
      int now = completed.get();
      if (now == seen && !waiting.isEmpty()) {
        begin(this);
      } else {
        var unused = watch(now);
      }
    }
  }
}
