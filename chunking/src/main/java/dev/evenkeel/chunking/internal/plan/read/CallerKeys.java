package dev.evenkeel.chunking.internal.plan.read;

import dev.evenkeel.chunking.internal.plan.layout.ChunkedTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The keys of a batch as the caller wrote them, found by the keys that come back. */
final class CallerKeys {
  private final ChunkedTable table;
  private final Map<String, Map<String, AttributeValue>> byText = new HashMap<>();

  CallerKeys(ChunkedTable table, List<Map<String, AttributeValue>> keys) {
    this.table = table;
    keys.forEach(key -> byText.put(text(key), key));
  }

  /** Equal keys have one text, however their numbers are written. */
  private String text(Map<String, AttributeValue> item) {
    return table.parent(item, "").text(table.schema());
  }

  List<Map<String, AttributeValue>> of(List<Map<String, AttributeValue>> items) {
    List<Map<String, AttributeValue>> keys = new ArrayList<>();
    for (Map<String, AttributeValue> item : items) {
      keys.add(byText.getOrDefault(text(item), item));
    }
    return keys;
  }
}
