package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.internal.page.MergeSettings;
import dev.evenkeel.core.item.ReadCapacity;
import dev.evenkeel.sharding.spec.MovePace;

/**
 * Read units of the passes of a move, from its start to its end. All reads are consistent, and each
 * page is rounded up: by half a unit where it has items, and to one where it has none.
 */
final class MoveReads {
  private static final long SEGMENTS_PER_LANE = 8;
  private static final int SEGMENTS_MAX = 10_000;
  private static final long SEGMENT_BYTES = 64L << 20;

  /** How often the places that items come to are seen to be empty: {@link MoveStart}. */
  private static final int PROBES = 3;

  /** How long a page takes at the pace: that of {@link MoveTask}'s workers. */
  private static final int PAGE_SECONDS = 2;

  private final MoveCost cost;
  private final MovePace pace;
  private final double once;

  private MoveReads(MoveCost cost, MovePace pace) {
    this.cost = cost;
    this.pace = pace;
    this.once = (double) cost.readBytes() / ReadCapacity.BLOCK_BYTES;
  }

  /** The units of a whole move. */
  static double units(MovePass pass, MoveCost cost, MovePace pace) {
    MoveReads reads = new MoveReads(cost, pace);
    return pass.key() == null
        ? reads.ofAll(pass)
        : reads.ofKey(pass.cut(false, 1).size(), pass.cut(true, 1).size());
  }

  /** Looked at, moved, and verified, where the new places count, too. */
  private double ofKey(int places, int after) {
    double probes = places + PROBES * (after - places);
    return probes
        + pass(places, places, false, once)
        + pass(places, places, true, cost.writeUnits() + cost.indexUnits())
        + pass(after, after, false, once);
  }

  /** Looked at twice. */
  private double ofAll(MovePass pass) {
    int segments = segments(pass, cost.readBytes(), pace.segments());
    double moving = cost.writeUnits() + cost.indexUnits();
    double within = 3 * pass(segments, 0, false, once) + pass(segments, 0, true, moving);
    return pass.from().isBeside(pass.to()) ? within : within + segments;
  }

  /**
   * @param parts that are read one after another
   * @param places see {@link MovePace#rate}
   * @param spent all units that count for the pace: a page is not to take long
   */
  private double pass(int parts, int places, boolean moves, double spent) {
    double pages = spent / (pace.rate(places, moves) * PAGE_SECONDS / pace.segments());
    return once + parts + pages / 2;
  }

  /**
   * Many more than are worked on at a time, as segments of a scan cannot be split; but a page each
   * at least, as each costs requests of its own. A new table says 0 bytes for some hours, and one
   * whose items go to another table says less than both have.
   */
  static int segments(MovePass pass, long bytes, int lanes) {
    boolean isKnown = bytes > 0 && pass.from().isBeside(pass.to());
    long most = SEGMENTS_PER_LANE * lanes;
    long least =
        isKnown ? Math.min(most, Math.max(2L * lanes, bytes / MergeSettings.PAGE_BYTES_MAX)) : most;
    return (int) Math.min(SEGMENTS_MAX, Math.max(least, bytes / SEGMENT_BYTES));
  }
}
