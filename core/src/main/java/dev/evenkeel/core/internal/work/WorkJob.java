package dev.evenkeel.core.internal.work;

/**
 * A pass, and the rate that all its workers share.
 *
 * @param task what is done, in the words of who runs it
 * @param cut into how many segments the table was to be cut
 * @param open whether all segments are there
 * @param pace the units a second that are allowed; infinite for any number
 * @param rate the units a second for now: less than the pace after throttles
 * @param growth by how much the rate grows with each report without throttles
 * @param falls how often the rate was halved
 * @param fence moves up with every write
 */
public record WorkJob(
    String task,
    int cut,
    boolean open,
    double pace,
    double rate,
    double growth,
    long falls,
    long fence) {
  private static final double RATE_MIN = 1;
  private static final double STEPS = 20;

  /** A pass that begins. */
  static WorkJob first(String task, int cut, double pace) {
    if (!(pace > 0)) {
      throw new IllegalArgumentException("a pace must be above 0 but is " + pace);
    }
    return new WorkJob(task, cut, false, pace, pace, pace / STEPS, 0, 1);
  }

  WorkJob opened() {
    return new WorkJob(task, cut, true, pace, rate, growth, falls, fence + 1);
  }

  /** The same pass at another pace. */
  WorkJob at(double otherPace) {
    return new WorkJob(task, cut, open, otherPace, otherPace, otherPace / STEPS, falls, fence + 1);
  }

  /**
   * After throttles: half of what was used, or of what was allowed if that is less.
   *
   * @param used units a second of all workers
   */
  WorkJob halved(double used) {
    double base = Math.min(rate, Math.max(used, RATE_MIN));
    return new WorkJob(
        task,
        cut,
        open,
        pace,
        Math.max(RATE_MIN, base / 2),
        Math.max(RATE_MIN, base / STEPS),
        falls + 1,
        fence + 1);
  }

  /** After a time without throttles: a little more. */
  WorkJob grown() {
    return new WorkJob(
        task, cut, open, pace, Math.min(pace, rate + growth), growth, falls, fence + 1);
  }

  boolean isSlowed() {
    return rate < pace;
  }
}
