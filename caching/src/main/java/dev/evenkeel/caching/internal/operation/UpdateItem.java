package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemKey;
import dev.evenkeel.caching.internal.store.TierRequest.Removal;
import dev.evenkeel.caching.internal.store.Writing;
import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** UpdateItem: a write; if it returns the whole new item, that takes the place of the old one. */
final class UpdateItem
    extends OperationPlan<CachingTables, UpdateItemRequest, Flow<UpdateItemResponse>> {

  UpdateItem() {
    super(
        Operation.UPDATE_ITEM,
        UpdateItemRequest.class,
        Disposition.PASS_THROUGH,
        WriteOperation.SUMMARY + "; with ALL_NEW the new item takes the place of the old one");
  }

  @Override
  public @Nullable Flow<UpdateItemResponse> plan(CachingTables tables, UpdateItemRequest request) {
    CachedTable table = tables.find(request.tableName());
    ItemKey key = table == null ? null : table.key(request.key());
    if (table == null) {
      return null;
    }
    if (key == null) {
      return ofAnotherKey(tables, table.touchedBy(request.key()), request);
    }
    boolean isShared = CallerSettings.areNone(request);
    return Flow.defer(
        () -> {
          Writing.OfOne writing = tables.store().writing(table, key);
          Flow<UpdateItemResponse> sent =
              tables.written(writing, TableCall.update(request), Removal.of(List.of(key)));
          return isShared && request.returnValues() == ReturnValue.ALL_NEW
              ? sent.atResult(response -> known(writing, response))
              : sent;
        });
  }

  /** Of an item whose key is not the spec's, which may be on a cached page nevertheless. */
  private static @Nullable Flow<UpdateItemResponse> ofAnotherKey(
      CachingTables tables, List<ItemKey> pages, UpdateItemRequest request) {
    return pages.isEmpty()
        ? null
        : Flow.defer(
            () ->
                tables.written(
                    tables.store().writing(pages),
                    TableCall.update(request),
                    Removal.of(List.of())));
  }

  private static void known(Writing.OfOne writing, UpdateItemResponse response) {
    if (response.hasAttributes()) {
      GetItemResponse.Builder item = GetItemResponse.builder().item(response.attributes());
      ResponseMetadata.copy(response, item);
      writing.endWith(item.build());
    }
  }
}
