package dev.evenkeel.core.internal.work;

import java.util.Locale;

/**
 * A pass, and the rate that all its workers share.
 *
 * <p>Throttles halve the rate. Then it doubles as long as it is far below what the table has last
 * taken, and comes nearer by half of the rest. Beyond that it first grows by little, then each time
 * by more. So it stays long at what a table takes, and is soon back from a fall, however deep. One
 * more fall on the way back lowers what is remembered by a tenth only: some throttles in a row say
 * little of what the table will take after them.
 *
 * @param task what is done, in the words of who runs it
 * @param cut into how many segments the table was to be cut
 * @param open whether all segments are there
 * @param pace the units a second that are allowed; infinite for any number
 * @param rate the units a second for now: less than the pace after throttles
 * @param good the units a second that the table has last taken; infinite as long as that is not
 *     known
 * @param falls how often the rate was halved
 * @param run names this run of the pass, and is in the keys of its other rows; empty for one that
 *     an earlier version has begun
 * @param fence moves up with every write
 */
public record WorkJob(
    String task,
    int cut,
    boolean open,
    double pace,
    double rate,
    double good,
    long falls,
    String run,
    long fence) {
  private static final double RATE_MIN = 1;

  /** What a fall on the way back leaves of what is remembered. */
  private static final double KEPT = 0.9;

  /** The least step, as a part of what the table has last taken: nine halves of the way to it. */
  private static final double FINEST = 1.0 / 512;

  /** The next step beyond what the table has last taken, by how far beyond that the rate is. */
  private static final double AHEAD = 3;

  /** More than any table takes. Above it a rate is no limit, and would outgrow a number at last. */
  private static final double RATE_MAX = 1e9;

  /** A pass that begins. */
  static WorkJob first(String task, int cut, double pace) {
    if (!(pace > 0)) {
      throw new IllegalArgumentException("a pace must be above 0 but is " + pace);
    }
    return new WorkJob(task, cut, false, pace, pace, Double.POSITIVE_INFINITY, 0, "", 1);
  }

  /**
   * The same pass in a run of its own.
   *
   * @param name as no other run of a pass is named
   */
  WorkJob in(String name) {
    return new WorkJob(task, cut, open, pace, rate, good, falls, name, fence);
  }

  WorkJob opened() {
    return new WorkJob(task, cut, true, pace, rate, good, falls, run, fence + 1);
  }

  /** The same pass at another pace. */
  WorkJob at(double otherPace) {
    return new WorkJob(
        task, cut, open, otherPace, otherPace, Double.POSITIVE_INFINITY, falls, run, fence + 1);
  }

  /**
   * After throttles: half of what was used, or of what was allowed if that is less. Throttles that
   * let nothing pass do not say what the table can take, and so leave what is known of that.
   *
   * @param used units a second of all workers
   */
  WorkJob halved(double used) {
    double half = Math.min(rate, Math.max(RATE_MIN, Math.min(rate, used) / 2));
    double taken = used < RATE_MIN ? good : isOnItsWayBack() ? Math.max(used, KEPT * good) : used;
    return new WorkJob(task, cut, open, pace, half, taken, falls + 1, run, fence + 1);
  }

  private boolean isOnItsWayBack() {
    return rate < good && !Double.isInfinite(good);
  }

  /** After a time without throttles: more. */
  WorkJob grown() {
    double next =
        rate < good
            ? Math.min(2 * rate, rate + Math.max(FINEST * good, (good - rate) / 2))
            : rate + Math.max(FINEST * good, AHEAD * (rate - good));
    double capped = next > RATE_MAX ? pace : Math.min(pace, next);
    return new WorkJob(task, cut, open, pace, capped, good, falls, run, fence + 1);
  }

  boolean isSlowed() {
    return rate < pace;
  }

  /** Says to people that throttles slow it; empty if they do not. */
  String standing() {
    return isSlowed()
        ? String.format(Locale.ROOT, "throttles slow it to %.0f units a second", rate)
        : "";
  }
}
