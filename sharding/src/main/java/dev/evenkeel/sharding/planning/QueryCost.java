package dev.evenkeel.sharding.planning;

import dev.evenkeel.core.internal.page.MergeSettings;
import dev.evenkeel.core.item.CapacityUnits;

/**
 * The reads of a query's page over a whole key, when all shards hold enough rows.
 *
 * @param rowsPerShard the rows that the first round asks of each shard
 * @param unitsPerShard the cost of that on each shard
 * @param units the cost in all
 */
record QueryCost(int rowsPerShard, CapacityUnits unitsPerShard, CapacityUnits units) {

  /**
   * The first round of a merged page, as the sharding client asks for it once it knows how large
   * rows are; of one shard, a plain page. Where items are small, later rounds ask few shards: about
   * one request more in a hundred. Of items beyond a kilobyte each shard is asked for few, so that
   * little is read in vain, and the shards that hold the page's rows are asked again.
   */
  static QueryCost of(KeyLoad load, int shards) {
    int rows =
        shards == 1
            ? load.queryPageRows()
            : MergeSettings.firstRoundRows(load.queryPageRows(), shards, load.itemBytes());
    long bytes = Math.min((long) rows * load.itemBytes(), MergeSettings.PAGE_BYTES_MAX);
    CapacityUnits each = load.reads().page(bytes);
    return new QueryCost(rows, each, each.times(shards));
  }
}
