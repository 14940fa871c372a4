package dev.evenkeel.upload.internal;

import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The key of an item; two are equal if DynamoDB takes them for one key.
 *
 * @param partition the partition key, a number in its canonical form
 * @param sort the sort key likewise; null if the table has none
 */
public record ItemKey(AttributeValue partition, @Nullable AttributeValue sort) {

  /**
   * The key of an item.
   *
   * @throws dev.evenkeel.core.DecoratorException if it has none that DynamoDB takes
   */
  static ItemKey of(KeySchema schema, Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = schema.keyOf(item);
    schema.validate(key);
    KeyAttribute sort = schema.sortKey();
    return new ItemKey(
        canonical(key, schema.partitionKey()), sort == null ? null : canonical(key, sort));
  }

  private static AttributeValue canonical(Map<String, AttributeValue> key, KeyAttribute attribute) {
    AttributeValue value = key.getOrDefault(attribute.name(), AttributeValue.fromNul(true));
    return value.n() == null ? value : AttributeValue.fromN(CanonicalNumber.of(value.n()));
  }
}
