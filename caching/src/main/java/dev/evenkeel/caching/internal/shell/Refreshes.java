package dev.evenkeel.caching.internal.shell;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.internal.flow.CarriedWork;
import dev.evenkeel.core.internal.flow.DaemonThread;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads on which sync clients refresh popular items before they expire: the executor of the
 * client, or else daemons, a few for the whole process, ended when idle. If all are busy, the item
 * is not read ahead of time, and its next reader waits for it.
 */
public final class Refreshes {
  private static final int THREADS_MAX = 8;
  private static final int IDLE_SECONDS = 10;

  private static final ThreadPoolExecutor POOL =
      new ThreadPoolExecutor(
          0,
          THREADS_MAX,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          work -> DaemonThread.of("evenkeel-refresh", work));

  private Refreshes() {}

  /**
   * Begins to read. A failure is reported to no caller: the item stays until it expires, and is
   * then read by who asks for it. An executor that runs it on the calling thread does not: the
   * caller has its answer.
   *
   * @param threads of the client; the read has the context of the thread that calls this
   */
  public static void begin(ClientThreads threads, Runnable read) {
    Executor lent = threads.executor();
    Executor executor = lent == null ? POOL : lent;
    Runnable work = CarriedWork.of(threads, () -> quietly(read));
    Thread caller = Thread.currentThread();
    try {
      executor.execute(
          () -> {
            if (Thread.currentThread() != caller) {
              work.run();
            }
          });
    } catch (RejectedExecutionException allBusy) {
      // its next reader waits
    }
  }

  private static void quietly(Runnable read) {
    try {
      read.run();
    } catch (RuntimeException failure) {
      // it is read again by who asks for it
    }
  }
}
