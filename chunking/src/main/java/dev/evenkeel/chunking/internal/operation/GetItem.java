package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.internal.read.CallerSettings;
import dev.evenkeel.chunking.internal.read.Hydrator;
import dev.evenkeel.chunking.internal.read.ItemRead;
import dev.evenkeel.chunking.internal.read.ReadMemory;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.internal.pace.Metering;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** GetItem: the item as it was written, or nothing if it went while it was read. */
public final class GetItem
    extends OperationPlan<ManagedTables<TableStores>, GetItemRequest, Flow<GetItemResponse>> {

  GetItem() {
    super(
        Operation.GET_ITEM,
        GetItemRequest.class,
        Disposition.FAN_OUT,
        "Fetches values outside, and unpacks");
  }

  @Override
  public @Nullable Flow<GetItemResponse> plan(
      ManagedTables<TableStores> tables, GetItemRequest request) {
    TableStores stores = tables.find(request.tableName());
    return stores == null ? null : of(stores.hydrator(), request);
  }

  /**
   * Plans a GetItem.
   *
   * @return null if the request is to be sent as it is
   */
  public static @Nullable Flow<GetItemResponse> of(Hydrator hydrator, GetItemRequest request) {
    Call call = new Call("GetItem", request.tableName());
    call.refuseLegacy(request);
    ItemRead read =
        ItemRead.of(
            hydrator, call, request.projectionExpression(), request.expressionAttributeNames());
    return read.isPlain()
        ? null
        : CallerSettings.of(request).run(answer(read, request), GetItem::withCapacity);
  }

  private static Flow<GetItemResponse> answer(ItemRead read, GetItemRequest request) {
    GetItemRequest sent =
        read.projection().isAsRequested()
            ? request
            : request.toBuilder()
                .projectionExpression(read.text())
                .expressionAttributeNames(read.names())
                .build();
    return TableCall.get(sent)
        .then(
            response ->
                response.hasItem()
                    ? ReadMemory.holding(
                            read.stored(response.item()).bytes(),
                            read.settled(request.key(), response.item(), read.widthMax()))
                        .map(found -> response.toBuilder().item(found.item()).build())
                    : Flow.of(response));
  }

  private static GetItemResponse withCapacity(
      GetItemResponse response, List<ConsumedCapacity> used) {
    return used.size() < 2 ? response : Metering.with(response, CapacitySum.of(used));
  }
}
