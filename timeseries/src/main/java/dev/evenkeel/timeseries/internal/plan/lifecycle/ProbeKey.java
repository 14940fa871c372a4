package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A key that no item has, or should it have one, it does no harm: it is only read. */
public final class ProbeKey {
  private static final String NOBODY = "evenkeel.probe";

  private ProbeKey() {}

  /** Of a table with such keys. */
  public static Map<String, AttributeValue> of(KeySchema schema) {
    Map<String, AttributeValue> key = new HashMap<>();
    key.put(schema.partitionKey().name(), value(schema.partitionKey()));
    KeyAttribute sort = schema.sortKey();
    if (sort != null) {
      key.put(sort.name(), value(sort));
    }
    return key;
  }

  private static AttributeValue value(KeyAttribute attribute) {
    return switch (attribute.type()) {
      case N -> AttributeValue.fromN("-1");
      case B -> AttributeValue.fromB(SdkBytes.fromUtf8String(NOBODY));
      default -> AttributeValue.fromS(NOBODY);
    };
  }
}
