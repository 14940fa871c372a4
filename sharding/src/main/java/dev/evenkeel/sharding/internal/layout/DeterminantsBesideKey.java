package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.sharding.spec.IndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The determinants that are no part of a table's key: callers give them beside it, and DynamoDB
 * does not take them there.
 */
public final class DeterminantsBesideKey {
  private final Set<String> names;
  private final List<IndexSpec> indexes;

  DeterminantsBesideKey(ShardingSpec spec) {
    Set<String> beside = new LinkedHashSet<>(spec.selector().determinants());
    beside.removeAll(spec.logicalKey().attributes());
    this.names = Collections.unmodifiableSet(beside);
    this.indexes = spec.indexes();
  }

  /** Their names. */
  public Set<String> names() {
    return names;
  }

  /** The determinants that a key comes with. */
  public Map<String, AttributeValue> of(Map<String, AttributeValue> key) {
    Map<String, AttributeValue> given = new HashMap<>(key);
    given.keySet().retainAll(names);
    return given;
  }

  /** A key without them; the very same if it has none. */
  public Map<String, AttributeValue> dropped(Map<String, AttributeValue> key) {
    return without(names, key);
  }

  /**
   * A start key without them, but for those that are part of the key of what is read. The key of an
   * index that the spec does not declare is not known: its start keys stay as they are.
   *
   * @param index null for the table
   */
  public Map<String, AttributeValue> dropped(
      @Nullable String index, Map<String, AttributeValue> startKey) {
    if (index == null) {
      return dropped(startKey);
    }
    for (IndexSpec declared : indexes) {
      if (declared.name().equals(index)) {
        return without(foreignTo(declared), startKey);
      }
    }
    return startKey;
  }

  private Set<String> foreignTo(IndexSpec index) {
    Set<String> foreign = new LinkedHashSet<>(names);
    if (index.sort() != null) {
      foreign.remove(index.sort().name());
    }
    return foreign;
  }

  private static Map<String, AttributeValue> without(
      Set<String> attributes, Map<String, AttributeValue> key) {
    if (attributes.isEmpty() || Collections.disjoint(attributes, key.keySet())) {
      return key;
    }
    Map<String, AttributeValue> plain = new HashMap<>(key);
    plain.keySet().removeAll(attributes);
    return plain;
  }
}
