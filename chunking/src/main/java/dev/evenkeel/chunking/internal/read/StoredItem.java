package dev.evenkeel.chunking.internal.read;

import dev.evenkeel.chunking.internal.wire.PayloadRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item as it is stored, and what it tells of its wanted values that are not stored as they are.
 */
public record StoredItem(Map<String, AttributeValue> item, List<StoredValue> values) {

  /** What an item tells, checked; nothing has been read for it. */
  static StoredItem of(Hydrator hydrator, Map<String, AttributeValue> item, Set<String> wanted) {
    List<StoredValue> values = new ArrayList<>();
    for (String attribute : wanted) {
      StoredValue value = StoredValue.of(hydrator.table(), item, attribute);
      if (value != null) {
        values.add(value);
      }
    }
    return new StoredItem(item, values);
  }

  /** How many bytes its values bring, as far as it tells. */
  public long bytes() {
    return values.stream().mapToLong(StoredValue::bytes).sum();
  }

  /** Where those of its values are that are outside it, to tell whether they were replaced. */
  public List<PayloadRef> payloads() {
    List<PayloadRef> payloads = new ArrayList<>();
    for (StoredValue value : values) {
      if (value.payload() != null) {
        payloads.add(value.payload());
      }
    }
    return payloads;
  }

  /** Whether nothing has to be fetched for it. */
  public boolean isHere() {
    return values.stream().allMatch(StoredValue::isHere);
  }

  public boolean isWide() {
    return values.stream().anyMatch(StoredValue::isWide);
  }
}
