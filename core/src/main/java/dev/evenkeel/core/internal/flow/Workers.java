package dev.evenkeel.core.internal.flow;

import dev.evenkeel.core.ClientThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

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
    return executor == null ? WorkerPool.shared() : new Lent(executor);
  }

  /** An executor of the user's. */
  record Lent(Executor executor) implements Workers {
    @Override
    public boolean offer(Runnable job) {
      Handed handed = new Handed(job, Thread.currentThread());
      try {
        executor.execute(handed);
        return !handed.cameBack;
      } catch (RejectedExecutionException full) {
        return false;
      }
    }

    @Override
    public boolean mayQueue() {
      return true;
    }
  }

  /** A job that is not done by the thread that has handed it out: a run does its own otherwise. */
  final class Handed implements Runnable {
    private final Runnable job;
    private final Thread from;

    /** Read and written by that thread alone. */
    private boolean cameBack;

    private Handed(Runnable job, Thread from) {
      this.job = job;
      this.from = from;
    }

    @Override
    public void run() {
      if (Thread.currentThread() == from) {
        cameBack = true;
      } else {
        job.run();
      }
    }
  }
}
