package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Detects items that are stored under a logical key itself, on no shard, where no sharded query
 * reads: those that a table held before it had a spec.
 */
public interface UnshardedItems {
  /** Detects none. */
  UnshardedItems NONE =
      new UnshardedItems() {
        @Override
        public boolean mayProbe(String table, int shards) {
          return false;
        }

        @Override
        public void found(String table, int shards) {}
      };

  /**
   * Whether one more empty query may probe for unsharded items of its key; counts it.
   *
   * @param shards the shard count of the key, which identifies its key rule
   */
  boolean mayProbe(String table, int shards);

  /** Notes that there is one. */
  void found(String table, int shards);

  /**
   * An empty first page may probe whether the key has items on no shard; it returns the page in any
   * case. The plain items of a key with a plain piece do not count.
   */
  static Plan<QueryResponse> watched(
      UnshardedItems unsharded,
      ShardedTable table,
      AttributeValue key,
      QueryRequest request,
      Plan<QueryResponse> query) {
    if (unsharded == NONE || table.keyShards().plainPossible(key)) {
      return query;
    }
    return Plan.of(
        query
            .flow()
            .then(
                page ->
                    foundNothing(page) && unsharded.mayProbe(table.name(), table.shards(key))
                        ? probe(unsharded, table, key, request, page)
                        : Flow.of(page)),
        List.of(
            "a Query of one item under the logical key itself, if the first queries find nothing"));
  }

  private static boolean foundNothing(QueryResponse page) {
    return !page.hasLastEvaluatedKey() && page.scannedCount() != null && page.scannedCount() == 0;
  }

  /** Counts one item at most, for half a read unit at least, and fetches nothing. */
  private static Flow<QueryResponse> probe(
      UnshardedItems unsharded,
      ShardedTable table,
      AttributeValue key,
      QueryRequest request,
      QueryResponse page) {
    QueryRequest probe =
        QueryRequest.builder()
            .tableName(request.tableName())
            .keyConditionExpression("#key = :key")
            .expressionAttributeNames(Map.of("#key", table.partitionKey()))
            .expressionAttributeValues(Map.of(":key", table.codec().unnumbered(key)))
            .select(Select.COUNT)
            .limit(1)
            .overrideConfiguration(request.overrideConfiguration().orElse(null))
            .build();
    return TableCall.query(probe)
        .atResult(
            answer -> {
              if (answer.count() != null && answer.count() > 0) {
                unsharded.found(table.name(), table.shards(key));
              }
            })
        .map(answer -> page)
        .recover(failure -> Flow.of(page));
  }
}
