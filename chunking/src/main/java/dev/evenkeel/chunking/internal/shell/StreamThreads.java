package dev.evenkeel.chunking.internal.shell;

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
          StreamThreads::daemon);

  private StreamThreads() {}

  public static ExecutorService shared() {
    return SHARED;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "evenkeel-stream-" + NUMBER.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }
}
