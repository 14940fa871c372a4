package dev.evenkeel.core.internal.flow;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Futures that complete after a time. One daemon thread for the JVM keeps them all, from the first
 * timer until 10 seconds after the last.
 */
public final class Timers {
  private static final long IDLE_SECONDS = 10;

  private Timers() {}

  /**
   * A future that ends with {@code value} after some time. Once it has ended otherwise, nothing of
   * it is left behind.
   *
   * <p>The timer's own thread completes it: whatever is attached must neither block nor run code of
   * a user's.
   */
  public static <T> CompletableFuture<T> after(Duration time, T value) {
    return after(time.toNanos(), value);
  }

  static <T> CompletableFuture<T> after(long nanos, T value) {
    if (nanos <= 0) {
      return CompletableFuture.completedFuture(value);
    }
    CompletableFuture<T> end = new CompletableFuture<>();
    ScheduledFuture<?> timer =
        Shared.TIMERS.schedule(() -> end.complete(value), nanos, TimeUnit.NANOSECONDS);
    var unused = end.whenComplete((done, cancelled) -> timer.cancel(false));
    return end;
  }

  /** The number of timers that have not ended. */
  static int underWay() {
    return Shared.TIMERS.getQueue().size();
  }

  private static final class Shared {
    static final ScheduledThreadPoolExecutor TIMERS = timers();

    private static ScheduledThreadPoolExecutor timers() {
      var timers =
          new ScheduledThreadPoolExecutor(1, work -> DaemonThread.of("evenkeel-timer", work));
      timers.setRemoveOnCancelPolicy(true);
      timers.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
      timers.allowCoreThreadTimeOut(true);
      return timers;
    }
  }
}
