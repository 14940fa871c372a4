package dev.evenkeel.core.internal.item;

import dev.evenkeel.core.internal.value.CanonicalNumber;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Whether DynamoDB would find a key twice among the keys of a table: 1 and 1.0 are one number. */
public final class DistinctKeys {
  private DistinctKeys() {}

  /** Whether all keys differ. */
  public static boolean areDistinct(List<Map<String, AttributeValue>> keys) {
    Set<Map<String, AttributeValue>> seen = new HashSet<>();
    return keys.stream().allMatch(key -> seen.add(canonical(key)));
  }

  private static Map<String, AttributeValue> canonical(Map<String, AttributeValue> key) {
    Map<String, AttributeValue> canonical = new TreeMap<>();
    key.forEach((name, value) -> canonical.put(name, CanonicalNumber.orSame(value)));
    return canonical;
  }
}
