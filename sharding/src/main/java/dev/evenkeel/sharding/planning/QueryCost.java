package dev.evenkeel.sharding.planning;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.page.MergeSettings;
import dev.evenkeel.core.page.ScatterLimit;

/**
 * What a page of a query over a whole key reads, when all shards hold enough rows.
 *
 * @param rowsPerShard what the first round asks of each shard
 * @param unitsPerShard what that costs on each
 * @param units what it costs in all
 */
record QueryCost(int rowsPerShard, CapacityUnits unitsPerShard, CapacityUnits units) {

  /**
   * The first round of a merged page, as the sharding client asks for it; of one shard, a plain
   * page. A second round is rare and goes to few shards: about one request more in a hundred.
   */
  static QueryCost of(KeyLoad load, int shards) {
    int rows = shards == 1 ? load.queryPageRows() : ScatterLimit.perSource(wanted(load), shards);
    long bytes = Math.min((long) rows * load.itemBytes(), MergeSettings.PAGE_BYTES_MAX);
    CapacityUnits each = load.reads().page(bytes);
    return new QueryCost(rows, each, each.times(shards));
  }

  /**
   * The rows of a page. The client does not know how large rows are before it has read some, and
   * then takes them for 1 KB; of smaller ones it reads more in further rounds, until the page is
   * full.
   */
  private static int wanted(KeyLoad load) {
    long pageRows =
        MergeSettings.PAGE_BYTES_MAX / Math.min(load.itemBytes(), MergeSettings.ASSUMED_ROW_BYTES);
    return (int) Math.min(load.queryPageRows(), pageRows);
  }
}
