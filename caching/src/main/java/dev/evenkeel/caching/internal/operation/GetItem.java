package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.Fetch;
import dev.evenkeel.caching.internal.store.ItemFetch;
import dev.evenkeel.caching.internal.store.ItemKey;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.internal.store.OwnBytes;
import dev.evenkeel.caching.internal.store.Projection;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.operation.Operation;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** GetItem: an item, or the part of it that is asked for. */
final class GetItem extends CachedRead<GetItemRequest, GetItemResponse> {

  GetItem() {
    super(
        Operation.GET_ITEM,
        GetItemRequest.class,
        "From memory; a popular item that is not there is read consistently, once for all who ask");
  }

  @Override
  @Nullable CachedTable table(ManagedTables<CachedTable> tables, GetItemRequest request) {
    return tables.find(request.tableName());
  }

  @Override
  @Nullable Lookup<GetItemResponse> lookup(CachedTable table, GetItemRequest request) {
    ItemKey key = isCacheable(request) ? table.keyOfRead(request.key()) : null;
    return key == null ? null : new Lookup<>(table, key, Projection.of(request));
  }

  private static boolean isCacheable(GetItemRequest request) {
    return !Boolean.TRUE.equals(request.consistentRead())
        && !request.hasAttributesToGet()
        && CallerSettings.areNone(request);
  }

  @Override
  Fetch<GetItemResponse> fetch(
      ItemStore store, CachedTable table, GetItemRequest request, boolean ahead) {
    return new ItemFetch(store, sent(table, request), ahead);
  }

  /** It may be sent when its caller has its answer and writes to its arrays. */
  private static GetItemRequest sent(CachedTable table, GetItemRequest request) {
    return request.toBuilder()
        .key(OwnBytes.of(request.key()))
        .consistentRead(!table.spec().eventual())
        .build();
  }

  @Override
  GetItemResponse shown(GetItemResponse response, GetItemRequest request) {
    return request.returnConsumedCapacity() == null || response.consumedCapacity() != null
        ? response
        : response.toBuilder()
            .consumedCapacity(
                CapacitySum.nothing(request.tableName(), request.returnConsumedCapacity()))
            .build();
  }

  @Override
  void bypassed(ItemStore store, CachedTable table) {
    store.bypassed(table);
  }
}
