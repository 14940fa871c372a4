package dev.evenkeel.timeseries.internal.plan.route;

import dev.evenkeel.core.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.item.CapacitySum;
import dev.evenkeel.core.operation.Call;
import java.time.Instant;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Requests on one item: the same request to the table of its time. */
public final class ItemPlans {
  private ItemPlans() {}

  /** A put, to the table of the item's time. */
  public static Flow<PutItemResponse> put(Series series, PutItemRequest request, Instant now) {
    Call call = new Call("PutItem", request.tableName());
    PeriodTable table = series.forWrite(call, request.item(), now);
    CallerNames names = new CallerNames();
    return TableCall.put(
            request.toBuilder().tableName(names.add(request.tableName(), table)).build())
        .map(
            response ->
                names.shown(
                    response,
                    response.consumedCapacity(),
                    used -> response.toBuilder().consumedCapacity(used).build()))
        .mapFailure(Failures.of(call, names))
        .step(ItemPlans.class, "put");
  }

  /** An update, in the table of the key's time. */
  public static Flow<UpdateItemResponse> update(
      Series series, UpdateItemRequest request, Instant now) {
    Call call = new Call("UpdateItem", request.tableName());
    PeriodTable table = series.forWrite(call, request.key(), now);
    CallerNames names = new CallerNames();
    return TableCall.update(
            request.toBuilder().tableName(names.add(request.tableName(), table)).build())
        .map(
            response ->
                names.shown(
                    response,
                    response.consumedCapacity(),
                    used -> response.toBuilder().consumedCapacity(used).build()))
        .mapFailure(Failures.of(call, names))
        .step(ItemPlans.class, "update");
  }

  /** A delete, from the table of the key's time. */
  public static Flow<DeleteItemResponse> delete(
      Series series, DeleteItemRequest request, Instant now) {
    Call call = new Call("DeleteItem", request.tableName());
    PeriodTable table = series.forWrite(call, request.key(), now);
    CallerNames names = new CallerNames();
    return TableCall.delete(
            request.toBuilder().tableName(names.add(request.tableName(), table)).build())
        .map(
            response ->
                names.shown(
                    response,
                    response.consumedCapacity(),
                    used -> response.toBuilder().consumedCapacity(used).build()))
        .mapFailure(Failures.of(call, names))
        .step(ItemPlans.class, "delete");
  }

  /** A get, from the table of the key's time; nothing where there need be no table. */
  public static Flow<GetItemResponse> get(Series series, GetItemRequest request, Instant now) {
    Call call = new Call("GetItem", request.tableName());
    PeriodTable table = series.forRead(call, request.key());
    if (table == null) {
      return Flow.of(nothing(request));
    }
    CallerNames names = new CallerNames();
    GetItemRequest routed =
        request.toBuilder().tableName(names.add(request.tableName(), table)).build();
    Absence absence = new Absence(call, series, now);
    return series
        .archives(call, request, List.of(table), now)
        .orRestored(
            table,
            got(routed, names),
            restored ->
                got(
                    routed.toBuilder().tableName(names.add(request.tableName(), restored)).build(),
                    names),
            (archives, missing) -> {
              Throwable refused = absence.refused(table, archives, missing);
              return refused == null ? Flow.of(nothing(request)) : Flow.failed(refused);
            })
        .step(ItemPlans.class, "get");
  }

  /** A table that is not there fails as it does plainly; other failures name no period table. */
  private static Flow<GetItemResponse> got(GetItemRequest routed, CallerNames names) {
    return TableCall.get(routed)
        .map(
            response ->
                names.shown(
                    response,
                    response.consumedCapacity(),
                    used -> response.toBuilder().consumedCapacity(used).build()))
        .recover(
            cause ->
                Flow.failed(
                    cause instanceof ResourceNotFoundException ? cause : names.failure(cause)));
  }

  private static GetItemResponse nothing(GetItemRequest request) {
    GetItemResponse.Builder nothing =
        GetItemResponse.builder()
            .consumedCapacity(
                CapacitySum.nothing(request.tableName(), request.returnConsumedCapacity()));
    ResponseMetadata.copy(null, nothing);
    return nothing.build();
  }
}
