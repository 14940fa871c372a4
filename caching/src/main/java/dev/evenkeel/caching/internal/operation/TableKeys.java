package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemKey;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.expression.InvalidExpressionException;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.page.KeyedProjection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * What a batch asks of one cached table, in the caller's words and as it is sent.
 *
 * @param requested the caller's
 */
record TableKeys(CachedTable table, KeysAndAttributes requested) {

  /** The keys as the caller has written them; empty if DynamoDB will refuse one. */
  Map<ItemKey, Map<String, AttributeValue>> keys() {
    Map<ItemKey, Map<String, AttributeValue>> keys = new LinkedHashMap<>();
    for (Map<String, AttributeValue> key : requested.keys()) {
      ItemKey known = table.keyOfRead(key);
      if (known == null || keys.put(known, key) != null) {
        return Map.of();
      }
    }
    return keys;
  }

  /** A request of some of the keys, in the caller's words. */
  KeysAndAttributes of(List<Map<String, AttributeValue>> keys) {
    return requested.toBuilder().keys(keys).build();
  }

  /**
   * A request of some of the keys whose answer may be stored.
   *
   * @param keyed the projection with the key, by which an item is told from others
   */
  KeysAndAttributes filling(List<Map<String, AttributeValue>> keys, KeyedProjection keyed) {
    Map<String, String> names = new HashMap<>(requested.expressionAttributeNames());
    names.putAll(keyed.names());
    return requested.toBuilder()
        .keys(keys)
        .consistentRead(table.spec().eventual() ? requested.consistentRead() : Boolean.TRUE)
        .projectionExpression(keyed.expression())
        .expressionAttributeNames(names.isEmpty() ? null : names)
        .build();
  }

  /** The projection as it is asked for. */
  KeyedProjection requestedProjection() {
    return KeyedProjection.unchanged(requested.projectionExpression());
  }

  /** The projection with the key; null for one that DynamoDB will refuse, or that has no room. */
  @Nullable KeyedProjection keyed() {
    try {
      KeyedProjection keyed =
          KeyedProjection.of(
              requested.projectionExpression(),
              requested.expressionAttributeNames(),
              table.spec().key().attributes(),
              PlaceholderAllocator.of(requested.expressionAttributeNames(), Map.of(), List.of()));
      keyed.requireRoom(new Call("BatchGetItem", table.name()));
      return keyed;
    } catch (InvalidExpressionException | RefusedOperationException asItIs) {
      return null;
    }
  }
}
