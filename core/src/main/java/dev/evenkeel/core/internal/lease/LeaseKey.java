package dev.evenkeel.core.internal.lease;

import java.util.Map;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Table and item that hold a lease in one attribute, {@value Leases#ATTRIBUTE}. The item may have
 * other attributes, which are left alone, and need not be there beforehand.
 *
 * <p>Never delete the item, nor let it expire: its fence would begin anew, and numbers that were
 * given out would be given out again.
 *
 * @param tableName a table, named as the client that runs the flows names it
 * @param key the whole key of the item
 */
public record LeaseKey(String tableName, Map<String, AttributeValue> key) {
  public LeaseKey {
    if (tableName.isBlank()) {
      throw new IllegalArgumentException("A lease needs the name of the table that keeps it.");
    }
    if (key.isEmpty() || key.size() > 2) {
      throw new IllegalArgumentException(
          "The key of a lease in table '%s' has %d attributes. Give the partition key, and the sort key if the table has one."
              .formatted(tableName, key.size()));
    }
    key = Map.copyOf(key);
  }

  /** The table and the names of the key's attributes; no values. */
  @Override
  public String toString() {
    return "lease in table '%s', key %s".formatted(tableName, new TreeSet<>(key.keySet()));
  }
}
