package dev.evenkeel.sharding.spec;

import java.time.Duration;

/**
 * The action of a client on hot keys of a table: partition keys that are written more than their
 * shards take. It says so in a listener's event, in meters and in one line of the log, and, if it
 * {@link #applies}, doubles their shards for the items to come. Nothing moves.
 *
 * <p><b>What counts.</b> Writes of this client that are throttled for their key, by the reason that
 * the exception gives ({@code TableWriteKeyRangeThroughputExceeded}), which neighbours in a hot
 * partition and keys of a table that has not grown to its load get, too; and the write units of a
 * key as far as answers tell of them, which they do on the caller's {@code ReturnConsumedCapacity}.
 * No request is sent to find out. A request that writes several keys of a table counts for none of
 * them. Throttles that the SDK's own retries got over are not seen, and a batch that comes back
 * with unprocessed items does not say why.
 *
 * <p><b>What helps.</b> More shards for sort keys above the greatest one cure a key only if its
 * sort keys rise. Of the writes that are tried for the first time 95 % have to be above all earlier
 * ones that this client has written or was throttled for, and in the highest piece of the key;
 * other keys are proposed for a move.
 *
 * <p><b>Cost.</b> At most 32 keys of a table are watched, in 1 MB at most; without a hot key a
 * write looks into an empty map. A change costs what {@code LayoutEditor.addPiece} costs.
 *
 * @param applies whether shards are added, on a table whose layout record stands READY; elsewhere,
 *     and without this, they are proposed
 * @param throttles how many throttled writes in five seconds make a key hot
 * @param units how many write units a second on each of its shards make a key hot; a partition
 *     takes 1,000
 * @param ceiling up to how many shards of a key are added, 2..{@value ShardingSpec#SHARDS_MAX}
 * @param coolDown how long a layout stands still, as this client sees it, before shards are added
 *     again; longer while changes are given up
 */
public record HeatPolicy(
    boolean applies, int throttles, int units, int ceiling, Duration coolDown) {
  private static final int THROTTLES = 10;
  private static final int UNITS = 800;
  private static final int CEILING = 64;
  private static final Duration COOL_DOWN = Duration.ofSeconds(10);

  public HeatPolicy {
    if (throttles < 1 || units < 1) {
      throw new IllegalArgumentException(
          "A key is hot from one throttle and from one unit on, not from %d and %d"
              .formatted(throttles, units));
    }
    if (ceiling < 2 || ceiling > ShardingSpec.SHARDS_MAX) {
      throw new IllegalArgumentException(
          "The ceiling must be 2..%d shards but was %d"
              .formatted(ShardingSpec.SHARDS_MAX, ceiling));
    }
    if (coolDown.compareTo(Duration.ofSeconds(1)) < 0
        || coolDown.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException(
          "A cool-down lasts from a second to a day, not " + coolDown);
    }
  }

  /** Says which keys are hot, and the command that would cure them. */
  public static HeatPolicy propose() {
    return new HeatPolicy(false, THROTTLES, UNITS, CEILING, COOL_DOWN);
  }

  /**
   * Doubles the shards of hot keys whose sort keys rise, on a table whose layout record stands
   * READY ({@code evenkeel layout ready}); proposes elsewhere. One change at a time, in the whole
   * table: the record decides among processes, and each acts only if nothing has changed since it
   * found the key hot. A change holds the writes of the key back for about a second, 8 at most, and
   * is not begun while a registered client gives no sign of life and may still act: where clients
   * die often, without closing their stores, no shards are added. It is made on a thread of its
   * own, and no call waits for it or fails with it. The client needs rights for it that others do
   * not, which {@code evenkeel iam --client TABLE --heat} prints.
   *
   * <p>A key that is cured adds some 330 bytes to the record, which each client of a table that is
   * READY reads twice a second, for a read unit for each 4 KB. So once 48 keys have pieces in the
   * record (some 16 KB, 8 read units a second of each process), other keys are proposed.
   */
  public static HeatPolicy apply() {
    return new HeatPolicy(true, THROTTLES, UNITS, CEILING, COOL_DOWN);
  }

  public HeatPolicy withThrottles(int inFiveSeconds) {
    return new HeatPolicy(applies, inFiveSeconds, units, ceiling, coolDown);
  }

  public HeatPolicy withUnits(int perSecondAndShard) {
    return new HeatPolicy(applies, throttles, perSecondAndShard, ceiling, coolDown);
  }

  public HeatPolicy withCeiling(int shardsMax) {
    return new HeatPolicy(applies, throttles, units, shardsMax, coolDown);
  }

  public HeatPolicy withCoolDown(Duration length) {
    return new HeatPolicy(applies, throttles, units, ceiling, length);
  }
}
