package dev.evenkeel.core.client;

import dev.evenkeel.core.internal.flow.DaemonThread;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads on which asynchronous waiters poll: one pool for the JVM, made at first use, of
 * daemon threads that end when idle. A waiter that is never closed therefore leaks nothing.
 */
final class WaiterTimers {
  private static final int THREADS_MAX = 5; // as many as the SDK gives to each of its clients
  private static final long IDLE_SECONDS = 10;

  private WaiterTimers() {}

  static ScheduledExecutorService shared() {
    return Shared.TIMERS;
  }

  private static final class Shared {
    static final ScheduledThreadPoolExecutor TIMERS = timers();

    private static ScheduledThreadPoolExecutor timers() {
      var timers =
          new ScheduledThreadPoolExecutor(
              THREADS_MAX, work -> DaemonThread.of("evenkeel-waiter", work));
      timers.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
      timers.allowCoreThreadTimeOut(true);
      return timers;
    }
  }
}
