package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.internal.value.CanonicalNumber;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One item as callers tell items apart, whatever its shard.
 *
 * @param table its name or ARN
 * @param partition the logical key, canonical
 * @param sort the sort key; a number in canonical form. Null if the table has none
 */
public record LogicalItem(String table, AttributeValue partition, @Nullable AttributeValue sort) {

  /** The item that these attributes belong to; null if they lack the sort key. */
  public static @Nullable LogicalItem of(
      ManagedTable table, AttributeValue partition, Map<String, AttributeValue> attributes) {
    String sortKey = table.sortKey();
    if (sortKey == null) {
      return new LogicalItem(table.tableName(), partition, null);
    }
    AttributeValue sort = attributes.get(sortKey);
    return sort == null
        ? null
        : new LogicalItem(table.tableName(), partition, CanonicalNumber.orSame(sort));
  }
}
