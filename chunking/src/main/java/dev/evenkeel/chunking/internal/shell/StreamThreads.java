package dev.evenkeel.chunking.internal.shell;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.internal.flow.CarriedWork;
import dev.evenkeel.core.internal.flow.DaemonThread;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that may block, for streams of asynchronous clients: daemons, as many as streams. */
public final class StreamThreads {
  private static final int IDLE_SECONDS = 10;
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final ExecutorService SHARED =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          work -> DaemonThread.of("evenkeel-stream-" + NUMBER.incrementAndGet(), work));

  private StreamThreads() {}

  /** Those threads, with what is carried of this one; for one task at a time. */
  public static ExecutorService carrying(ClientThreads threads) {
    return threads.context() == null ? SHARED : new Carrying(threads);
  }

  /** Hands its tasks on. */
  private static final class Carrying extends AbstractExecutorService {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Runnable next;

    Carrying(ClientThreads threads) {
      this.next = CarriedWork.of(threads, () -> tasks.remove().run());
    }

    @Override
    public void execute(Runnable task) {
      tasks.add(task);
      SHARED.execute(next);
    }

    /** It has no threads of its own to end. */
    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return false;
    }
  }
}
