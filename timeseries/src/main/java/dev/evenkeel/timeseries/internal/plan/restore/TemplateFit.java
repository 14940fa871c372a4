package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Whether items fit into a table of the template of now, which may have other keys or indexes than
 * the one that was archived: DynamoDB would refuse them in the middle of a restore.
 */
final class TemplateFit {
  private final RestoreOrder order;
  private final Map<String, ScalarAttributeType> types = new HashMap<>();
  private final Set<String> keys = new HashSet<>();
  private final Set<String> indexed = new HashSet<>();
  private final Map<String, Integer> longest = new HashMap<>();

  TemplateFit(RestoreOrder order, CreateTableRequest template) {
    this.order = order;
    template
        .attributeDefinitions()
        .forEach(definition -> types.put(definition.attributeName(), definition.attributeType()));
    add(keys, template.keySchema());
    template.globalSecondaryIndexes().stream()
        .map(GlobalSecondaryIndex::keySchema)
        .forEach(schema -> add(indexed, schema));
    template.localSecondaryIndexes().stream()
        .map(LocalSecondaryIndex::keySchema)
        .forEach(schema -> add(indexed, schema));
  }

  private void add(Set<String> names, List<KeySchemaElement> schema) {
    for (KeySchemaElement element : schema) {
      int most =
          element.keyType() == KeyType.HASH
              ? KeySchema.PARTITION_KEY_BYTES_MAX
              : KeySchema.SORT_KEY_BYTES_MAX;
      names.add(element.attributeName());
      longest.merge(element.attributeName(), most, Math::min);
    }
  }

  /**
   * Looks at an item.
   *
   * @throws RefusedOperationException if it does not fit
   */
  void require(Map<String, AttributeValue> item) {
    for (String name : keys) {
      if (!isKey(name, item.get(name))) {
        throw refusal(name, "key");
      }
    }
    for (String name : indexed) {
      AttributeValue value = item.get(name);
      if (value != null && !isKey(name, value)) {
        throw refusal(name, "key of an index");
      }
    }
    longest.forEach((name, most) -> requireLength(name, item.get(name), most));
  }

  /** What was no key in the table that was archived may be longer than a key. */
  private void requireLength(String name, @Nullable AttributeValue value, int most) {
    if (value != null && ItemSize.valueBytes(value) > most) {
      throw refusal(name, "key of at most %,d bytes".formatted(most));
    }
  }

  private boolean isKey(String name, @Nullable AttributeValue value) {
    if (value == null) {
      return false;
    } else if (types.get(name) == ScalarAttributeType.S) {
      return value.s() != null && !value.s().isEmpty();
    } else if (types.get(name) == ScalarAttributeType.B) {
      return value.b() != null && value.b().asByteArrayUnsafe().length > 0;
    }
    return value.n() != null;
  }

  private RefusedOperationException refusal(String name, String what) {
    return new RefusedOperationException(
        "restore",
        order.target(),
        "an item of the archive of '%s' has no '%s' of type %s, which is a %s by the template of now"
            .formatted(order.tableName(), name, types.get(name), what),
        "Restore with the template that the table was made from; nothing was touched");
  }
}
