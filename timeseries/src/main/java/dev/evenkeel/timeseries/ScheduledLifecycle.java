package dev.evenkeel.timeseries;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleListener;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a lifecycle periodically inside an existing process: at once, and then one interval after
 * the end of each run. A random delay of up to a fifth of the interval spreads a fleet that was
 * started together.
 *
 * <pre>{@code
 * try (ScheduledLifecycle job = ScheduledLifecycle.of(tables).every(Duration.ofMinutes(15)).start()) {
 *   ...
 * }
 * }</pre>
 *
 * <p>One run at a time in this process, on a daemon thread of its own; across processes the lease
 * of each series guarantees it. A failed run is reported to the listener and does not stop the
 * schedule. A run may last for the lifecycle's budget, and longer where a dead run left a lease.
 *
 * <p>The interval must be less than the prebuild time of the specs: a longer delay may leave a
 * table missing.
 */
public final class ScheduledLifecycle implements AutoCloseable {
  /** The default pause between runs. */
  public static final Duration INTERVAL_DEFAULT = Duration.ofMinutes(15);

  /** The random delay, as a share of the interval. */
  private static final double JITTER_SHARE = 0.2;

  private final TableLifecycle lifecycle;
  private final Duration interval;
  private final List<LifecycleListener> listeners;
  private final ScheduledExecutorService executor;
  private final boolean ownsExecutor;
  private final DoubleSupplier chance;
  private volatile boolean closed;
  private volatile @Nullable Future<?> next;

  private ScheduledLifecycle(Builder builder) {
    this.lifecycle = builder.lifecycle;
    this.interval = builder.interval;
    this.listeners =
        builder.listeners.isEmpty()
            ? List.of(LifecycleListener.logging())
            : List.copyOf(builder.listeners);
    this.chance = builder.chance;
    this.ownsExecutor = builder.executor == null;
    this.executor =
        builder.executor == null
            ? Executors.newSingleThreadScheduledExecutor(ScheduledLifecycle::daemon)
            : builder.executor;
  }

  private static Thread daemon(Runnable run) {
    Thread thread = new Thread(run, "evenkeel-lifecycle");
    thread.setDaemon(true);
    return thread;
  }

  /** Starts the builder. */
  public static Builder of(TableLifecycle lifecycle) {
    return new Builder(lifecycle);
  }

  private void runAndGoOn() {
    if (closed) {
      return;
    }
    try {
      run();
    } finally {
      schedule(delay());
    }
  }

  /** An error ends the run and not the schedule; the executor's thread survives. */
  private void run() {
    try {
      List<LifecycleReport> reports = lifecycle.run();
      reports.forEach(this::notifyListeners);
    } catch (RuntimeException | Error failure) {
      if (!closed) {
        listeners.forEach(listener -> tell(() -> listener.onFailure(failure)));
      }
    }
  }

  private void notifyListeners(LifecycleReport report) {
    listeners.forEach(listener -> tell(() -> listener.onReport(report)));
  }

  /** An exception of a listener does not end the schedule. */
  private static void tell(Runnable telling) {
    try {
      telling.run();
    } catch (RuntimeException e) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }

  private Duration delay() {
    double share = 1 + JITTER_SHARE * chance.getAsDouble();
    return Duration.ofMillis((long) (interval.toMillis() * share));
  }

  private void schedule(Duration delay) {
    if (closed) {
      return;
    }
    try {
      next = executor.schedule(this::runAndGoOn, delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      closed = true; // the executor's owner has shut it down
    }
  }

  /**
   * Begins no further run. A run that is under way is interrupted if the thread is this object's
   * own, which breaks it off like a kill; another process finishes it. Does not wait for the run's
   * end.
   */
  @Override
  public void close() {
    closed = true;
    Future<?> waiting = next;
    if (waiting != null) {
      waiting.cancel(ownsExecutor);
    }
    if (ownsExecutor) {
      executor.shutdownNow();
    }
  }

  /** Collects a {@link ScheduledLifecycle}. */
  public static final class Builder {
    private final TableLifecycle lifecycle;
    private Duration interval = INTERVAL_DEFAULT;
    private final List<LifecycleListener> listeners = new ArrayList<>();
    private DoubleSupplier chance = () -> ThreadLocalRandom.current().nextDouble();
    private @Nullable ScheduledExecutorService executor;

    private Builder(TableLifecycle lifecycle) {
      this.lifecycle = requireNonNull(lifecycle);
    }

    /** Sets the pause between the end of a run and the next run; at least a second. */
    public Builder every(Duration newInterval) {
      this.interval = requireNonNull(newInterval);
      return this;
    }

    /** Adds a listener for reports and failures; without one they are logged. */
    public Builder listener(LifecycleListener newListener) {
      listeners.add(requireNonNull(newListener));
      return this;
    }

    /** Runs on this executor, which stays the caller's, instead of a thread of its own. */
    public Builder executor(ScheduledExecutorService newExecutor) {
      this.executor = requireNonNull(newExecutor);
      return this;
    }

    /** For tests: a number from 0 to 1 for each interval, instead of chance. */
    public Builder jitter(DoubleSupplier shares) {
      this.chance = requireNonNull(shares);
      return this;
    }

    /**
     * Starts the schedule with the first run.
     *
     * @throws IllegalArgumentException if the interval is less than a second
     */
    public ScheduledLifecycle start() {
      if (interval.compareTo(Duration.ofSeconds(1)) < 0) {
        throw new IllegalArgumentException(
            "the interval must be at least a second but was " + TimeText.of(interval));
      }
      ScheduledLifecycle scheduled = new ScheduledLifecycle(this);
      scheduled.schedule(Duration.ZERO);
      return scheduled;
    }
  }
}
