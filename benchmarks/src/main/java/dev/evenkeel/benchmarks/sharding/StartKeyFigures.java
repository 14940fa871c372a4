package dev.evenkeel.benchmarks.sharding;

import dev.evenkeel.benchmarks.canned.CannedTable;
import dev.evenkeel.benchmarks.canned.IdSet;
import dev.evenkeel.benchmarks.canned.MemoryClient;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * The most bytes, as DynamoDB counts attributes, that any start key of a drain holds beyond the
 * item's own key: names and values. Drained in both directions and in several page sizes.
 */
final class StartKeyFigures {
  private static final List<Integer> LIMITS = List.of(1, 25, 199, 1000);
  private static final int PAGES_MAX = 250;

  private StartKeyFigures() {}

  static void measure(Scale scale, FigureReport report) {
    report.note("start_key_extra_bytes ...");
    int rows = ShardingFigures.SHARDS * ShardingFigures.rowsPerShard(scale);
    ShardingSpec calculated = Events.spec(ShardingFigures.SHARDS);
    ShardingSpec drawn = Events.drawnSpec(ShardingFigures.SHARDS);
    ShardingSpec outsideKey =
        calculated.toBuilder().selector(ShardSelector.hashOf("source")).build();
    CannedTable unique = Events.sharded(new IdSet(1), rows, ShardingFigures.SHARDS);
    CannedTable tied = Events.tied(new IdSet(1), ShardingFigures.SHARDS);
    report.put("start_key_pages_max", PAGES_MAX);
    report.put("start_key_extra_bytes", Math.max(most(unique, calculated), most(unique, drawn)));
    report.put(
        "start_key_extra_bytes_underivable", Math.max(most(tied, outsideKey), most(tied, drawn)));
  }

  /** The most over all page sizes, ascending and descending. */
  private static long most(CannedTable table, ShardingSpec spec) {
    long most = 0;
    for (int limit : LIMITS) {
      QueryRequest query = Events.query(limit);
      most = Math.max(most, most(table, spec, query));
      most = Math.max(most, most(table, spec, query.toBuilder().scanIndexForward(false).build()));
    }
    return most;
  }

  private static long most(CannedTable table, ShardingSpec spec, QueryRequest query) {
    DynamoDbClient sharded =
        ShardingDynamoDbClient.builder(new MemoryClient(table)).table(spec).build();
    long most = 0;
    long keys = 0;
    for (QueryResponse page : sharded.queryPaginator(query).stream().limit(PAGES_MAX).toList()) {
      keys += page.lastEvaluatedKey().isEmpty() ? 0 : 1;
      most = Math.max(most, extraBytes(page.lastEvaluatedKey()));
    }
    if (keys == 0 && query.limit() == 1) {
      throw new IllegalStateException("no page had a start key");
    }
    return most;
  }

  private static long extraBytes(Map<String, AttributeValue> startKey) {
    Map<String, AttributeValue> extra = new HashMap<>(startKey);
    extra.remove(CannedTable.PARTITION_KEY);
    extra.remove(CannedTable.SORT_KEY);
    return ItemSize.bytes(extra);
  }
}
