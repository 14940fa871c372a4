package dev.evenkeel.core.work;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A pass over tables or buckets that any number of processes share, each of which may stop or die
 * at any step. Who does what, and how far it is, is in a control table. All processes together keep
 * one rate: throttles halve it, and quiet times let it grow again. Throttles are waited for as long
 * as they last, those of the control table, too. A process that dies gives its share back after 15
 * seconds; what it held is taken over after 30.
 *
 * @param controlTable the table with the rows of the pass, with keys {@code pk} and {@code sk} of
 *     type S, such as that of a table lifecycle or a layout store
 * @param name of the pass. A pass that has ended does not begin anew: each pass has a name of its
 *     own, or is forgotten first
 * @param unitsPerSecond capacity units a second of all processes, reads and writes alike; null for
 *     as many as DynamoDB allows, or what the pass has already. The last process that begins with a
 *     number gives it to all
 * @param lanes how many segments this process works on at a time, at least 1
 * @param segments into how many segments each table is cut by the process that begins; at least 1.
 *     A segment cannot be split: take many more than there will be lanes
 * @param isStopped asked between pages, and each second while throttles are waited for: whether to
 *     stop. What was done stays
 */
public record SharedPass(
    String controlTable,
    String name,
    @Nullable Double unitsPerSecond,
    int lanes,
    int segments,
    BooleanSupplier isStopped) {
  private static final int LANES_DEFAULT = 4;
  private static final int SEGMENTS_DEFAULT = 64;
  private static final int SEGMENTS_MAX = 10_000;
  private static final String NAME = "[A-Za-z0-9_.-]{1,128}";

  /**
   * @throws IllegalArgumentException if a number is out of its range, or the name has other
   *     characters than letters, digits, points, hyphens and underscores
   */
  public SharedPass {
    if (!name.matches(NAME)) {
      throw new IllegalArgumentException(
          "a pass is named by 1 to 128 letters, digits, points, hyphens and underscores");
    }
    if (unitsPerSecond != null && !(unitsPerSecond > 0)) {
      throw new IllegalArgumentException(
          "a pass must have more than 0 units a second but has " + unitsPerSecond);
    }
    if (lanes < 1) {
      throw new IllegalArgumentException("a pass has at least 1 lane but has " + lanes);
    }
    if (segments < 1 || segments > SEGMENTS_MAX) {
      throw new IllegalArgumentException(
          "segments must be from 1 to %d but are %d".formatted(SEGMENTS_MAX, segments));
    }
  }

  /** Four segments at a time, of 64 of each table, until the end. */
  public static SharedPass of(String controlTable, String name) {
    return new SharedPass(controlTable, name, null, LANES_DEFAULT, SEGMENTS_DEFAULT, () -> false);
  }

  /** The same with so many capacity units a second at most; null for what there is. */
  public SharedPass unitsPerSecond(@Nullable Double units) {
    return new SharedPass(controlTable, name, units, lanes, segments, isStopped);
  }

  /** The same with so many segments at a time. */
  public SharedPass lanes(int count) {
    return new SharedPass(controlTable, name, unitsPerSecond, count, segments, isStopped);
  }

  /** The same with tables cut into so many segments, if it has not begun. */
  public SharedPass segments(int count) {
    return new SharedPass(controlTable, name, unitsPerSecond, lanes, count, isStopped);
  }

  /** The same until something says that it is to stop. */
  public SharedPass until(BooleanSupplier stopped) {
    return new SharedPass(controlTable, name, unitsPerSecond, lanes, segments, stopped);
  }
}
