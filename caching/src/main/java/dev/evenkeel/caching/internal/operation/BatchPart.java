package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemKey;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.internal.store.Projection;
import dev.evenkeel.caching.internal.store.Reading;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.expression.InvalidExpressionException;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.page.KeyedProjection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** The part of a batch that concerns one cached table. */
final class BatchPart {
  private final ItemStore store;
  private final CachedTable table;
  private final KeysAndAttributes requested;
  private final Projection projection;
  private final Map<ItemKey, Map<String, AttributeValue>> keys;
  private final List<Map<String, AttributeValue>> hits = new ArrayList<>();
  private final Map<ItemKey, Reading<GetItemResponse>> filling = new HashMap<>();
  private final List<Map<String, AttributeValue>> rest = new ArrayList<>();
  private KeyedProjection sent;

  private BatchPart(
      ItemStore store,
      CachedTable table,
      KeysAndAttributes requested,
      Map<ItemKey, Map<String, AttributeValue>> keys) {
    this.store = store;
    this.table = table;
    this.requested = requested;
    this.keys = keys;
    this.projection = Projection.of(requested);
    this.sent = KeyedProjection.asAsked(requested.projectionExpression());
  }

  /** Null if nothing of it may come from memory, or DynamoDB will refuse it. */
  static @Nullable BatchPart of(ItemStore store, CachedTable table, KeysAndAttributes requested) {
    if (Boolean.TRUE.equals(requested.consistentRead()) || requested.hasAttributesToGet()) {
      requested.keys().forEach(key -> store.bypassed(table));
      return null;
    }
    if (requested.keys().isEmpty()) {
      return null;
    }
    Map<ItemKey, Map<String, AttributeValue>> keys = new LinkedHashMap<>();
    for (Map<String, AttributeValue> key : requested.keys()) {
      ItemKey known = key.size() == table.spec().key().attributes().size() ? table.key(key) : null;
      if (known == null || keys.put(known, key) != null) {
        return null;
      }
    }
    return new BatchPart(store, table, requested, keys);
  }

  /** Takes from memory what is there, and notes the rest. */
  void look() {
    keys.forEach(
        (key, written) -> {
          GetItemResponse hit = store.hit(key, projection);
          if (hit == null) {
            rest.add(written);
            if (store.isPopular(table, key, projection)) {
              store.missed(key);
              filling.put(key, store.reading(table, key, projection));
            }
          } else if (hit.hasItem()) {
            hits.add(hit.item());
          }
        });
  }

  /** What is to be read; null if nothing is. */
  @Nullable KeysAndAttributes rest() {
    if (rest.isEmpty()) {
      return null;
    }
    KeysAndAttributes.Builder read = requested.toBuilder().keys(rest);
    if (filling.isEmpty()) {
      return read.build();
    }
    KeyedProjection keyed = keyed();
    if (keyed == null) {
      filling.clear();
      return read.build();
    }
    sent = keyed;
    Map<String, String> names = new HashMap<>(requested.expressionAttributeNames());
    names.putAll(sent.names());
    return read.consistentRead(table.spec().eventual() ? requested.consistentRead() : Boolean.TRUE)
        .projectionExpression(sent.expression())
        .expressionAttributeNames(names.isEmpty() ? null : names)
        .build();
  }

  /** The projection with the key; null for one that DynamoDB will refuse, or that has no room. */
  private @Nullable KeyedProjection keyed() {
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

  /**
   * The items for the caller. Those that belong there are stored.
   *
   * @param read what DynamoDB has answered for this table
   * @param left what it has not processed; null for nothing
   */
  List<Map<String, AttributeValue>> items(
      BatchGetItemResponse answer,
      List<Map<String, AttributeValue>> read,
      @Nullable KeysAndAttributes left) {
    List<Map<String, AttributeValue>> items = new ArrayList<>(hits);
    for (Map<String, AttributeValue> item : read) {
      Map<String, AttributeValue> shown = sent.strip(item);
      items.add(shown);
      ItemKey key = filling.isEmpty() ? null : table.key(item);
      Reading<GetItemResponse> reading = key == null ? null : filling.remove(key);
      if (reading != null) {
        store.store(reading, response(answer, shown));
      }
    }
    if (left != null) {
      left.keys().forEach(key -> filling.remove(table.key(key)));
    }
    filling.values().forEach(missing -> store.store(missing, response(answer, null)));
    return items;
  }

  private static GetItemResponse response(
      BatchGetItemResponse answer, @Nullable Map<String, AttributeValue> item) {
    GetItemResponse.Builder response = GetItemResponse.builder().item(item);
    ResponseMetadata.copy(answer, response);
    return response.build();
  }

  /** What was not processed, in the caller's words. */
  KeysAndAttributes left(KeysAndAttributes left) {
    return requested.toBuilder().keys(left.keys()).build();
  }
}
