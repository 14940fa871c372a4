package dev.evenkeel.sharding.internal.shell;

import dev.evenkeel.sharding.internal.query.PlainTwins;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns once for each table and count of shards, and lets {@value #LOOKS_MAX} empty pages look for
 * that at most, in the life of a client. Of the first {@value #TABLES_MAX} of them: families of
 * tables may have no end.
 */
public final class TwinWatch implements PlainTwins {
  static final int LOOKS_MAX = 10;
  static final int TABLES_MAX = 1_000;

  private static final Logger LOG =
      LoggerFactory.getLogger("dev.evenkeel.sharding.ShardingDynamoDbClient");

  private final Map<String, Integer> looks = new ConcurrentHashMap<>();

  private static String id(String table, int shards) {
    return table + "/" + shards;
  }

  @Override
  public boolean mayLook(String table, int shards) {
    String id = id(table, shards);
    Integer known = looks.get(id);
    if (known == null ? looks.size() >= TABLES_MAX : known >= LOOKS_MAX) {
      return false;
    }
    return looks.merge(id, 1, Integer::sum) <= LOOKS_MAX;
  }

  @Override
  public void found(String table, int shards) {
    Integer before = looks.put(id(table, shards), Integer.MAX_VALUE / 2);
    if (before == null || before < Integer.MAX_VALUE / 2) {
      LOG.warn(
          "Table '{}' has items under a logical key itself, on none of its {} shards: sharded reads do not see them. They were there before the spec, or are put by a client without it. ShardingSpec.verifyAgainst and 'evenkeel doctor' tell how many; put them again through the sharding client and delete the old ones.",
          table,
          shards);
    }
  }
}
