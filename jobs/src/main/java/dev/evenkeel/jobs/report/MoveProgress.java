package dev.evenkeel.jobs.report;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.sharding.MoveStatus;
import dev.evenkeel.sharding.MoveStatus.Pass;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far a move is, and about how long its pass takes still.
 *
 * @param left null if that cannot be told
 */
public record MoveProgress(MoveStatus status, @Nullable Duration left) {
  private static final double WRITE_BYTES = 1024;
  private static final double READ_BYTES = 4096;
  private static final int MOVE_UNITS = 5;
  private static final int BAR = 20;

  /** A pass in the words of reports. */
  record Current(String name, Pass pass) {}

  /** With the time that is left at the pace of the pass; none if that has no limit. */
  public static MoveProgress of(MoveStatus now) {
    Current current = current(now);
    Double units = current == null ? null : current.pass().unitsPerSecond();
    return new MoveProgress(now, units == null ? null : left(now, units / unitsPerItem(now)));
  }

  /** With the time that is left if it goes on as it went between two looks. */
  public static MoveProgress between(MoveStatus earlier, MoveStatus now, Duration between) {
    Current first = current(earlier);
    Current second = current(now);
    if (first == null || second == null || !first.name().equals(second.name())) {
      return of(now);
    }
    double items = second.pass().items() - first.pass().items();
    return new MoveProgress(now, left(now, 1e3 * items / Math.max(1, between.toMillis())));
  }

  private static @Nullable Duration left(MoveStatus now, double itemsPerSecond) {
    Current current = current(now);
    if (current == null || !now.before().isDone() || !(itemsPerSecond > 0)) {
      return null;
    }
    long items = Math.max(0, now.before().items() - current.pass().items());
    return Duration.ofSeconds((long) Math.ceil(items / itemsPerSecond));
  }

  /** The units that the pass spends on an item of mean size. */
  private static double unitsPerItem(MoveStatus now) {
    Pass before = now.before();
    double bytes = (double) before.bytes() / Math.max(1, before.items());
    double moving =
        now.run().isDone() ? 0 : MOVE_UNITS * Math.max(1, Math.ceil(bytes / WRITE_BYTES));
    return moving + bytes / READ_BYTES;
  }

  /** The pass that is under way; null if none is. */
  static @Nullable Current current(MoveStatus now) {
    if (isUnderWay(now.verified())) {
      return new Current("verify", now.verified());
    }
    if (isUnderWay(now.run())) {
      return new Current("run", now.run());
    }
    return isUnderWay(now.before()) ? new Current("before", now.before()) : null;
  }

  private static boolean isUnderWay(Pass pass) {
    return pass.segments() > 0 && !pass.isDone();
  }

  /** A bar with the share in percent, which is full only at the end: items may come meanwhile. */
  private static String bar(double share) {
    int percent = (int) Math.max(0, Math.min(99, Math.floor(100 * share)));
    int full = percent * BAR / 100;
    return " [%s%s] %d %%".formatted("=".repeat(full), " ".repeat(BAR - full), percent);
  }

  /** One line. */
  public String line() {
    Current current = current(status);
    if (current == null) {
      return status.moving() == null ? "waits for clients" : "waits for other workers";
    }
    Pass pass = current.pass();
    long all = status.before().isDone() ? status.before().items() : 0;
    Double units = pass.unitsPerSecond();
    return "%s%s: %s%s items%s, %d of %d segments%s"
        .formatted(
            current.name(),
            all == 0 ? "" : bar((double) pass.items() / all),
            RateText.number(pass.items()),
            all == 0 ? "" : " of " + RateText.number(all),
            left == null ? "" : ", about %s left".formatted(TimeText.of(left)),
            pass.done(),
            pass.segments(),
            units == null ? "" : ", %s units/s".formatted(RateText.number(Math.round(units))));
  }
}
