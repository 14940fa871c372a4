package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.Metering;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.internal.layout.IndexShards;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** Start keys of a table or an index, in logical terms. */
public interface MergedStartKeys {

  /**
   * The position from which a merged query continues.
   *
   * @param key the key attributes of the last evaluated item
   * @param shard the item's shard; empty if no other item can have its place in the order
   */
  record QueryStart(Map<String, AttributeValue> key, OptionalInt shard) {

    AttributeValue value(KeyAttribute attribute) {
      return QueryTarget.valueOf(key, attribute.name());
    }
  }

  /** Checks the start key of a query. */
  QueryStart parse(Map<String, AttributeValue> startKey, QueryShape shape, QueryTarget target);

  /**
   * The read without which a start key does not tell its place; null if it does.
   *
   * @param startKey one that was parsed
   */
  default @Nullable IndexShardLookup indexShardLookup(Map<String, AttributeValue> startKey) {
    return null;
  }

  /**
   * The start key that resumes a merged query after a row. A row that is not on the shard its key
   * determines (it was written past this library) carries its shard in the start key, so that
   * paging resumes there.
   *
   * @param row the row as it is stored, or its key
   * @param tied whether another shard may hold a row with the same place in the order
   */
  Map<String, AttributeValue> after(
      QueryShape shape,
      Map<String, AttributeValue> row,
      QueryTarget target,
      int shard,
      boolean tied);

  /** A physical start key in logical terms, for reads that go through the shards one by one. */
  Map<String, AttributeValue> logical(Map<String, AttributeValue> physical);

  /** The inverse of {@link #logical}; also takes a key made by hand if it determines the shards. */
  Map<String, AttributeValue> physical(Map<String, AttributeValue> startKey);

  /**
   * Finds out the number of the item that a start key of a sharded index names, where the counts
   * that the index has had derive different ones.
   *
   * @param key the item's key in the table, as it is stored
   * @param carrying the start key with the number of a shard in it
   */
  record IndexShardLookup(
      StartKeyChecks checks,
      ShardedIndexSpec index,
      Map<String, AttributeValue> key,
      IntFunction<Map<String, AttributeValue>> carrying) {

    /**
     * The plan of a page after a read that asks for the number only, which takes less to transfer
     * and costs the same.
     *
     * @param page the plan by the start key with the number in it
     */
    public <R extends DynamoDbResponse> Plan<R> before(
        String table,
        @Nullable String returnConsumedCapacity,
        @Nullable AwsRequestOverrideConfiguration settings,
        String mayFollow,
        Function<Map<String, AttributeValue>, Plan<R>> page) {
      GetItemRequest read =
          GetItemRequest.builder()
              .tableName(table)
              .key(key)
              .consistentRead(true)
              .projectionExpression("#number")
              .expressionAttributeNames(Map.of("#number", index.shard().name()))
              .returnConsumedCapacity(returnConsumedCapacity)
              .overrideConfiguration(settings)
              .build();
      return Plan.of(
          TableCall.get(read)
              .step(IndexShardLookup.class, "read")
              .then(item -> after(item, page.apply(startKey(item)).flow())),
          List.of(mayFollow));
    }

    private static <R extends DynamoDbResponse> Flow<R> after(GetItemResponse item, Flow<R> page) {
      ConsumedCapacity read = item.consumedCapacity();
      return read == null ? page : page.map(answer -> Metering.withRead(answer, read));
    }

    /** The start key with the number that was read. */
    private Map<String, AttributeValue> startKey(GetItemResponse item) {
      OptionalInt shard = IndexShards.shard(index, item.item().get(index.shard().name()));
      if (shard.isEmpty()) {
        throw checks.invalid(
            "the start key's item is no longer in index '%s', and the counts that the index has had do not all tell the same place for it"
                .formatted(index.name()),
            "Begin again, without a start key");
      }
      return carrying.apply(shard.getAsInt());
    }
  }
}
