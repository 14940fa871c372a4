package dev.evenkeel.core.internal.flow;

import dev.evenkeel.core.ClientThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that send the requests of a fan-out. */
interface Workers {

  /** Whether another thread does {@code job}, now or later; if not, the caller may do it itself. */
  boolean offer(Runnable job);

  /**
   * Whether a job that was taken may wait for a thread, maybe for the very one that waits for the
   * job.
   */
  boolean mayQueue();

  /** The threads that clients were told to use. */
  static Workers of(ClientThreads threads) {
    Executor executor = threads.executor();
    return executor == null ? WorkerPool.shared() : new ExecutorWorkers(executor);
  }

  /** An executor of the user's. */
  final class ExecutorWorkers implements Workers {
    /**
     * Threads that make calls without end never come to what waits for them, so that it would pile
     * up. Each may hold a page of items.
     */
    static final int WAITING_MAX = 100;

    private final Executor executor;
    private final AtomicInteger waiting = new AtomicInteger();

    ExecutorWorkers(Executor executor) {
      this.executor = executor;
    }

    @Override
    public boolean offer(Runnable job) {
      if (waiting.get() >= WAITING_MAX) {
        return false;
      }
      HandedJob handed = new HandedJob(job, Thread.currentThread(), waiting);
      waiting.incrementAndGet();
      try {
        executor.execute(handed);
        return !handed.cameBack;
      } catch (RejectedExecutionException full) {
        waiting.decrementAndGet();
        return false;
      }
    }

    @Override
    public boolean mayQueue() {
      return true;
    }
  }

  /** A job that is not done by the thread that has handed it out: a run does its own otherwise. */
  final class HandedJob implements Runnable {
    private final Runnable job;
    private final Thread from;
    private final AtomicInteger waiting;

    /** Read and written by that thread alone. */
    private boolean cameBack;

    private HandedJob(Runnable job, Thread from, AtomicInteger waiting) {
      this.job = job;
      this.from = from;
      this.waiting = waiting;
    }

    @Override
    public void run() {
      waiting.decrementAndGet();
      if (Thread.currentThread() == from) {
        cameBack = true;
      } else {
        job.run();
      }
    }
  }
}
