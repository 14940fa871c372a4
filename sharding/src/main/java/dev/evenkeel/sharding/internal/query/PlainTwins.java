package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Watches for items that lie under a logical key itself, on no shard, where no sharded query looks:
 * those that a table held before it had a spec.
 */
public interface PlainTwins {
  /** Looks for none. */
  PlainTwins NONE =
      new PlainTwins() {
        @Override
        public boolean mayLook(String table, int shards) {
          return false;
        }

        @Override
        public void found(String table, int shards) {}
      };

  /**
   * Whether one more query that found nothing may look for a twin of its key; counts it.
   *
   * @param shards of the key, which tells its key rule
   */
  boolean mayLook(String table, int shards);

  /** A query that counts one item at most, for half a read unit at least, and fetches nothing. */
  static QueryRequest look(QueryRequest query, String attribute, AttributeValue storedKey) {
    return QueryRequest.builder()
        .tableName(query.tableName())
        .keyConditionExpression("#key = :key")
        .expressionAttributeNames(Map.of("#key", attribute))
        .expressionAttributeValues(Map.of(":key", storedKey))
        .select(Select.COUNT)
        .limit(1)
        .overrideConfiguration(query.overrideConfiguration().orElse(null))
        .build();
  }

  /** Notes that there is one. */
  void found(String table, int shards);

  /** A look after an empty page; it ends with the page, whatever was found. */
  static Flow<QueryResponse> watched(
      PlainTwins twins, QueryResponse page, QueryRequest look, String table, int shards) {
    if (!twins.mayLook(table, shards)) {
      return Flow.of(page);
    }
    return TableCall.query(look)
        .map(
            answer -> {
              if (answer.count() != null && answer.count() > 0) {
                twins.found(table, shards);
              }
              return page;
            })
        .recover(failure -> Flow.of(page));
  }
}
