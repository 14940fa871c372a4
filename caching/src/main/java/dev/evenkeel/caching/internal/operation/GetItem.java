package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemKey;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.internal.store.Projection;
import dev.evenkeel.caching.internal.store.SharedRead;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** GetItem: from memory; a popular item that is not there by a read that all who ask share. */
final class GetItem extends OperationPlan<CachingTables, GetItemRequest, GetItemResponse> {

  GetItem() {
    super(
        Operation.GET_ITEM,
        GetItemRequest.class,
        Disposition.REWRITE,
        "From memory; a popular item that is not there is read consistently, once for all who ask");
  }

  /** The answer that is in memory; null if the request has to be planned. */
  static @Nullable GetItemResponse hit(
      ManagedTables<CachedTable> tables, ItemStore store, GetItemRequest request) {
    ItemKey key = cached(tables, request);
    GetItemResponse answer = key == null ? null : store.hit(key, Projection.of(request));
    return answer == null ? null : shown(answer, request);
  }

  /** Whether the answer is in memory now. */
  static boolean isInMemory(
      ManagedTables<CachedTable> tables, ItemStore store, GetItemRequest request) {
    ItemKey key = cached(tables, request);
    return key != null && store.has(key, Projection.of(request));
  }

  /** The key of an item that may come from memory; null if it may not. */
  private static @Nullable ItemKey cached(
      ManagedTables<CachedTable> tables, GetItemRequest request) {
    CachedTable table = tables.find(request.tableName());
    return table == null || !isCacheable(request) ? null : key(table, request);
  }

  @Override
  public @Nullable Flow<GetItemResponse> plan(CachingTables tables, GetItemRequest request) {
    CachedTable table = tables.find(request.tableName());
    if (table == null) {
      return null;
    }
    ItemKey key = key(table, request);
    if (key == null || !isCacheable(request)) {
      tables.store().bypassed(table);
      return null;
    }
    return tables.store().isPopular(table, key)
        ? filling(tables, table, key, request, false)
        : null;
  }

  /** Reads anew what was just answered from memory; null if it is not this caller's to do. */
  static @Nullable Flow<GetItemResponse> refresh(CachingTables tables, GetItemRequest request) {
    CachedTable table = tables.find(request.tableName());
    ItemKey key = table == null ? null : key(table, request);
    return table == null
            || key == null
            || !tables.store().isToBeRefreshed(table, key, Projection.of(request))
        ? null
        : filling(tables, table, key, request, true);
  }

  /** Reads an item into memory, and answers with it. */
  private static Flow<GetItemResponse> filling(
      CachingTables tables, CachedTable table, ItemKey key, GetItemRequest request, boolean ahead) {
    return new SharedRead(
            tables.store(),
            table,
            key,
            sent(table, request),
            ahead,
            tables.async(),
            tables.call()::hold)
        .flow()
        .map(response -> shown(response, request));
  }

  /** The request that fills the cache. */
  private static GetItemRequest sent(CachedTable table, GetItemRequest request) {
    return table.spec().eventual() ? request : request.toBuilder().consistentRead(true).build();
  }

  /**
   * Whether every caller may get the same answer: one with credentials or a configuration of its
   * own may not see what others see, and one that wants a consistent read wants it now.
   */
  private static boolean isCacheable(GetItemRequest request) {
    return !Boolean.TRUE.equals(request.consistentRead())
        && !request.hasAttributesToGet()
        && CallerSettings.areNone(request);
  }

  /** Null if these are not the attributes of a key, which DynamoDB will refuse. */
  private static @Nullable ItemKey key(CachedTable table, GetItemRequest request) {
    int attributes = table.sort() == null ? 1 : 2;
    return request.key().size() == attributes ? table.key(request.key()) : null;
  }

  /** An answer with the capacity that it has cost this caller: none, unless it says otherwise. */
  private static GetItemResponse shown(GetItemResponse response, GetItemRequest request) {
    return request.returnConsumedCapacity() == null || response.consumedCapacity() != null
        ? response
        : response.toBuilder()
            .consumedCapacity(
                CapacitySum.nothing(request.tableName(), request.returnConsumedCapacity()))
            .build();
  }
}
