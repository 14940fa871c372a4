package dev.evenkeel.sharding.internal.shell;

import dev.evenkeel.sharding.internal.query.UnshardedItems;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns once for each table and shard count. At most {@value #PROBES_MAX} empty pages of a client
 * probe for such items, and only for the first {@value #TABLES_MAX} tables: families of tables may
 * be unbounded.
 */
public final class UnshardedItemWarnings implements UnshardedItems {
  static final int PROBES_MAX = 10;
  static final int TABLES_MAX = 1_000;

  private static final Logger LOG =
      LoggerFactory.getLogger("dev.evenkeel.sharding.ShardingDynamoDbClient");

  private final Map<String, Integer> probes = new ConcurrentHashMap<>();

  private static String id(String table, int shards) {
    return table + "/" + shards;
  }

  @Override
  public boolean mayProbe(String table, int shards) {
    String id = id(table, shards);
    Integer known = probes.get(id);
    if (known == null ? probes.size() >= TABLES_MAX : known >= PROBES_MAX) {
      return false;
    }
    return probes.merge(id, 1, Integer::sum) <= PROBES_MAX;
  }

  @Override
  public void found(String table, int shards) {
    Integer before = probes.put(id(table, shards), Integer.MAX_VALUE / 2);
    if (before == null || before < Integer.MAX_VALUE / 2) {
      LOG.warn(
          "Table '{}' has items under a logical key itself, on none of its {} shards: sharded reads do not see them. They were there before the spec, or are put by a client without it. ShardingSpec.verifyAgainst and 'evenkeel doctor' tell how many; put them again through the sharding client and delete the old ones.",
          table,
          shards);
    }
  }
}
