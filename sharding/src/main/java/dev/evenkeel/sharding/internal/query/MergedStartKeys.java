package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.item.KeyAttribute;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Start keys of merged queries on one target, in logical terms. */
public interface MergedStartKeys {

  /**
   * Where a merged query goes on.
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
   * The start key that goes on after a row of a merged query. A row that is not on the shard its
   * key tells (it was written past this library) carries its shard: paging goes on from there.
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
}
