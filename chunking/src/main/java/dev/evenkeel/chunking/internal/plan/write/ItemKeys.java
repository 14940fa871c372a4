package dev.evenkeel.chunking.internal.plan.write;

import dev.evenkeel.chunking.internal.plan.layout.ChunkedTable;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.operation.Call;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Takes the key out of an item or a key, which decides where payloads are. */
final class ItemKeys {
  private ItemKeys() {}

  /**
   * The key.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if a part is missing or of another type
   *     than the spec says: DynamoDB would refuse it, but only after payloads were written
   */
  static Map<String, AttributeValue> of(
      Call call, ChunkedTable table, Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    Stream.concat(table.schema().partition().stream(), table.schema().sort().stream())
        .forEach(part -> key.put(part.name(), value(call, part, item)));
    return key;
  }

  private static AttributeValue value(
      Call call, KeyAttribute part, Map<String, AttributeValue> item) {
    AttributeValue value = item.get(part.name());
    if (value == null || value.type() == null || !value.type().name().equals(part.type().name())) {
      throw call.refuse(
          "key attribute '%s' is missing or not of type %s".formatted(part.name(), part.type()),
          "Give it, or correct the key in the spec");
    }
    return value;
  }
}
