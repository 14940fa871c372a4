package dev.evenkeel.core.internal.flow;

import dev.evenkeel.core.ClientThreads;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that finds the context of the thread that made this, on whatever thread it runs: several
 * times, one after the other. It is done even if the capturing hook of the user's fails.
 */
public final class CarriedWork implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(ClientThreads.class);
  private static final AtomicBoolean WARNED = new AtomicBoolean();

  private final Runnable work;
  private final Runnable inContext;

  /** Whether the last run that was begun is still to be done; one object for each run. */
  private volatile AtomicBoolean due = new AtomicBoolean();

  private CarriedWork(UnaryOperator<Runnable> context, Runnable work) {
    this.work = work;
    this.inContext = context.apply(() -> once(due));
  }

  /** The work in the context of this thread; the work itself where no context is carried. */
  public static Runnable of(ClientThreads threads, Runnable work) {
    UnaryOperator<Runnable> context = threads.context();
    return context == null ? work : new CarriedWork(context, work);
  }

  @Override
  public void run() {
    AtomicBoolean mine = new AtomicBoolean(true);
    due = mine;
    try {
      inContext.run();
    } catch (Throwable broken) {
      warn(broken);
    }
    once(mine);
  }

  private void once(AtomicBoolean run) {
    if (run.compareAndSet(true, false)) {
      work.run();
    }
  }

  private static void warn(@Nullable Throwable broken) {
    if (WARNED.compareAndSet(false, true)) {
      LOG.warn(
          "The context of a caller could not be set or undone. Calls go on without it; further"
              + " failures are not logged.",
          broken);
    }
  }
}
