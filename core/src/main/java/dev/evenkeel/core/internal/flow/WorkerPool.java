package dev.evenkeel.core.internal.flow;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads for fan-outs: daemons, started when needed, ended when idle. A job is begun at once or
 * refused at once, never queued: a queued job could wait for threads that wait for it.
 */
final class WorkerPool implements Workers {
  private static final int SHARED_THREADS_MAX = 512;
  private static final Duration SHARED_IDLE = Duration.ofSeconds(10);

  private final AtomicInteger threadsStarted = new AtomicInteger();
  private final ThreadPoolExecutor executor;

  WorkerPool(int threadsMax, Duration idle) {
    executor =
        new ThreadPoolExecutor(
            0,
            threadsMax,
            idle.toMillis(),
            TimeUnit.MILLISECONDS,
            new SynchronousQueue<>(),
            this::thread);
  }

  /** The one pool of this JVM; it costs nothing until the first fan-out. */
  static WorkerPool shared() {
    return Shared.POOL;
  }

  @Override
  public boolean offer(Runnable job) {
    try {
      executor.execute(job);
      return true;
    } catch (RejectedExecutionException allBusy) {
      return false;
    }
  }

  @Override
  public boolean mayQueue() {
    return false;
  }

  /**
   * Lets another thread begin {@code job} now. When all are busy, a new thread does: the busy ones
   * may wait for the job.
   */
  void hand(Runnable job) {
    if (!offer(job)) {
      thread(job).start();
    }
  }

  int threads() {
    return executor.getPoolSize();
  }

  /** Inherits nothing of the thread that first uses it. */
  private Thread thread(Runnable work) {
    String name = "evenkeel-worker-" + threadsStarted.incrementAndGet();
    Thread thread = new Worker(work, name);
    thread.setDaemon(true);
    thread.setContextClassLoader(WorkerPool.class.getClassLoader());
    return thread;
  }

  /** Whether this thread is of a pool, so that nothing else waits for it. */
  static boolean isHere() {
    return Thread.currentThread() instanceof Worker;
  }

  private static final class Worker extends Thread {
    Worker(Runnable work, String name) {
      super(null, work, name, 0, false);
    }
  }

  private static final class Shared {
    static final WorkerPool POOL = new WorkerPool(SHARED_THREADS_MAX, SHARED_IDLE);
  }
}
