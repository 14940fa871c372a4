package dev.evenkeel.sharding.internal.shell;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.sharding.internal.live.LayoutTable;
import dev.evenkeel.sharding.internal.live.LayoutTimes;
import dev.evenkeel.sharding.internal.live.RowWatch;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the rows of a table's clients now and then, and deletes those of clients that have died.
 * So a row goes 1.1 to 1.65 times as long after its client died as that is waited for, and a change
 * that comes then waits for nobody. The first look comes at random, so that processes that start
 * together do not look together. Used by one thread.
 */
final class RowSweep {
  private static final Logger LOG = LoggerFactory.getLogger("dev.evenkeel.sharding.HeatPolicy");

  private final LayoutTable table;
  private final RowWatch watch;
  private final Duration period;
  private long dueAt;
  private boolean hasFailed;

  RowSweep(LayoutTable table, LayoutTimes times) {
    this.table = table;
    this.watch = new RowWatch(times, System::nanoTime);
    this.period = times.drained().multipliedBy(11).dividedBy(20); // the third look is past the time
    this.dueAt = System.nanoTime() + ThreadLocalRandom.current().nextLong(period.toNanos() + 1);
  }

  RowWatch watch() {
    return watch;
  }

  /**
   * Looks, if that is due. Never fails: leases do not hang on it.
   *
   * @param send sends to the control table
   * @return whether it was due
   */
  boolean run(Consumer<Flow<?>> send) {
    long now = System.nanoTime();
    if (now - dueAt < 0) {
      return false;
    }
    dueAt = now + period.toNanos();
    try {
      send.accept(watch.forgetSilent(table));
      hasFailed = false;
    } catch (RuntimeException e) {
      note(e);
    }
    return true;
  }

  /** Once until it succeeds again: it may come with every look. */
  private void note(RuntimeException e) {
    if (!hasFailed) {
      hasFailed = true;
      LOG.warn(
          "The rows of clients of table '{}' that have died cannot be found in '{}' and deleted, so that more shards for hot keys may come late. Calls are not concerned; further failures are not logged until one look succeeds. 'evenkeel iam --client {} --heat' prints the rights for it.",
          table.table(),
          table.control(),
          table.table(),
          e);
    }
  }
}
