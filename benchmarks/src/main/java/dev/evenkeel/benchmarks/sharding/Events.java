package dev.evenkeel.benchmarks.sharding;

import dev.evenkeel.benchmarks.canned.CannedTable;
import dev.evenkeel.benchmarks.canned.IdSet;
import dev.evenkeel.sharding.ShardedKeys;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** The measured table: events of one hot day, plain and sharded. */
final class Events {
  static final String DAY = "2015-05-17";

  private Events() {}

  /** The default: the shard is calculated from the sort key. */
  static ShardingSpec spec(int shards) {
    return ShardingSpec.builder(CannedTable.NAME)
        .partitionKey(CannedTable.PARTITION_KEY)
        .sortKey(CannedTable.SORT_KEY)
        .shards(shards)
        .build();
  }

  /** The same layout with a drawn selector: no key determines its shard. */
  static ShardingSpec drawnSpec(int shards) {
    return spec(shards).toBuilder().selector(ShardSelector.random()).uniqueSortKeys().build();
  }

  /** All rows under the logical key itself. */
  static CannedTable plain(IdSet ids, int rows) {
    return new CannedTable(ids, Map.of(DAY, IntStream.range(0, rows).toArray()));
  }

  /** All rows under the logical key itself, of a size. */
  static CannedTable plain(IdSet ids, int rows, int rowBytes) {
    return new CannedTable(ids, Map.of(DAY, IntStream.range(0, rows).toArray()), rowBytes);
  }

  /** Each row on the shard that the spec's own hash gives it. */
  static CannedTable sharded(IdSet ids, int rows, int shards) {
    return sharded(ids, rows, shards, CannedTable.ROW_BYTES);
  }

  /** Each row on the shard that the spec's own hash gives it, of a size. */
  static CannedTable sharded(IdSet ids, int rows, int shards, int rowBytes) {
    ShardingSpec spec = spec(shards);
    short[] shardOfRank = new short[rows];
    int[] sizes = new int[shards];
    int[] lastRank = new int[shards];
    for (int rank = 0; rank < rows; rank++) {
      int shard = spec.selector().select(key(ids.id(rank)), shards);
      shardOfRank[rank] = (short) shard;
      sizes[shard]++;
      lastRank[shard] = rank;
    }
    int[][] ranks =
        IntStream.range(0, shards).mapToObj(s -> new int[sizes[s]]).toArray(int[][]::new);
    int[] filled = new int[shards];
    for (int rank = 0; rank < rows; rank++) {
      int shard = shardOfRank[rank];
      ranks[shard][filled[shard]++] = rank;
    }
    Map<String, int[]> partitions = new HashMap<>();
    for (int shard = 0; shard < shards; shard++) {
      if (sizes[shard] > 0) {
        partitions.put(physicalKey(spec, ids.id(lastRank[shard])), ranks[shard]);
      }
    }
    return new CannedTable(ids, partitions, rowBytes);
  }

  /** Every shard holds one row, all with the same sort key. */
  static CannedTable tied(IdSet ids, int shards) {
    Map<String, int[]> partitions = new HashMap<>();
    physicalKeys(shards).forEach(key -> partitions.put(key, new int[] {0}));
    return new CannedTable(ids, partitions);
  }

  /** All physical keys of the day. */
  static List<String> physicalKeys(int shards) {
    return ShardedKeys.of(drawnSpec(shards)).toPhysical(key("0")).stream()
        .map(physical -> CannedTable.string(physical, CannedTable.PARTITION_KEY))
        .toList();
  }

  private static String physicalKey(ShardingSpec spec, String id) {
    return CannedTable.string(
        ShardedKeys.of(spec).toPhysical(key(id)).get(0), CannedTable.PARTITION_KEY);
  }

  private static Map<String, AttributeValue> key(String id) {
    return Map.of(
        CannedTable.PARTITION_KEY, AttributeValue.fromS(DAY),
        CannedTable.SORT_KEY, AttributeValue.fromS(id));
  }

  /** The query for everything under a partition key, in pages of 1 MiB. */
  static QueryRequest query(String partitionKey) {
    return QueryRequest.builder()
        .tableName(CannedTable.NAME)
        .keyConditionExpression("#day = :day")
        .expressionAttributeNames(Map.of("#day", CannedTable.PARTITION_KEY))
        .expressionAttributeValues(Map.of(":day", AttributeValue.fromS(partitionKey)))
        .build();
  }

  /** The query for the day, in pages of {@code limit} rows. */
  static QueryRequest query(int limit) {
    return query(DAY).toBuilder().limit(limit).build();
  }
}
