package dev.evenkeel.sharding.internal.batch;

import java.util.List;

/**
 * One key or write of a caller's batch that is on a sharded table.
 *
 * @param position its number among all such entries, from 0
 * @param table the table as the caller named it
 * @param asked the caller's own object
 * @param physical what is sent for it: one, or one for each shard the item may be on
 */
public record BatchEntry<T, P>(int position, String table, T asked, List<P> physical) {

  public BatchEntry {
    physical = List.copyOf(physical);
    if (physical.isEmpty()) {
      throw new IllegalArgumentException("an entry stands for one physical key at least");
    }
  }

  public boolean probed() {
    return physical.size() > 1;
  }
}
