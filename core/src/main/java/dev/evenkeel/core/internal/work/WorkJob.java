package dev.evenkeel.core.internal.work;

/**
 * A pass, and the rate that all its workers share.
 *
 * <p>The rate is halved by throttles. Then it doubles up to half of what the table has last taken,
 * and goes on by a tenth of that, until it is at the pace or meets throttles. Beyond the rate at
 * which it fell the table evidently takes more than it did: it goes on by a tenth of the new rate
 * then. So the way back from any fall, however deep, is some minutes long.
 *
 * @param task what is done, in the words of who runs it
 * @param cut into how many segments the table was to be cut
 * @param open whether all segments are there
 * @param pace the units a second that are allowed; infinite for any number
 * @param rate the units a second for now: less than the pace after throttles
 * @param good the units a second up to which the rate doubles: half of what the table has last
 *     taken. The pace, as long as that is not known
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
  private static final double STEPS = 10;

  /** More than any table takes. Above it a rate is no limit, and would outgrow a number at last. */
  private static final double RATE_MAX = 1e9;

  /** A pass that begins. */
  static WorkJob first(String task, int cut, double pace) {
    if (!(pace > 0)) {
      throw new IllegalArgumentException("a pace must be above 0 but is " + pace);
    }
    return new WorkJob(task, cut, false, pace, pace, pace, 0, "", 1);
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
    return new WorkJob(task, cut, open, otherPace, otherPace, otherPace, falls, run, fence + 1);
  }

  /**
   * After throttles: half of what was used, or of what was allowed if that is less. Throttles that
   * let nothing pass do not say what the table can take, and so leave what is known of that.
   *
   * @param used units a second of all workers
   */
  WorkJob halved(double used) {
    double half = Math.min(rate, Math.max(RATE_MIN, Math.min(rate, used) / 2));
    return new WorkJob(
        task, cut, open, pace, half, used < RATE_MIN ? good : half, falls + 1, run, fence + 1);
  }

  /** After a time without throttles: more. */
  WorkJob grown() {
    double next = rate < good ? Math.min(good, 2 * rate) : rate + Math.max(RATE_MIN, good / STEPS);
    double capped = next > RATE_MAX ? pace : Math.min(pace, next);
    double known = capped < 2 * good ? good : capped;
    return new WorkJob(task, cut, open, pace, capped, known, falls, run, fence + 1);
  }

  boolean isSlowed() {
    return rate < pace;
  }
}
