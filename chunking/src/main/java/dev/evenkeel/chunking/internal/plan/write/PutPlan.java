package dev.evenkeel.chunking.internal.plan.write;

import dev.evenkeel.chunking.internal.plan.layout.ChunkedTable;
import dev.evenkeel.core.flow.Flow;
import dev.evenkeel.core.flow.TableCall;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.LegacyParameters;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** PutItem. One request, if no value has to leave the item. */
public final class PutPlan {
  private final ChunkedTable table;
  private final PutItemRequest request;
  private final Stores stores;
  private final Returned returned;
  private final PutWrite write;

  private PutPlan(
      ChunkedTable table,
      PutItemRequest request,
      Stores stores,
      Returned returned,
      PutWrite write) {
    this.table = table;
    this.request = request;
    this.stores = stores;
    this.returned = returned;
    this.write = write;
  }

  /**
   * Plans a put.
   *
   * @throws dev.evenkeel.core.DecoratorException if it cannot be honoured
   */
  public static Flow<PutItemResponse> of(
      ChunkedTable table, PutItemRequest request, Stores stores, Returned returned) {
    Call call = new Call("PutItem", request.tableName());
    LegacyParameters.refuse(call, request);
    return PutWrite.of(
            table,
            request.item(),
            WrittenCondition.of(
                call,
                table,
                request.conditionExpression(),
                request.expressionAttributeNames(),
                request.expressionAttributeValues()))
        .then(write -> new PutPlan(table, request, stores, returned, write).flow());
  }

  private Flow<PutItemResponse> flow() {
    return (write.pointsOutside() ? moving() : asItIs())
        .recover(
            failure ->
                FailedCondition.told(failure, wantsItemOnFailure(), table, write.key(), returned));
  }

  private boolean wantsOld() {
    return request.returnValues() == ReturnValue.ALL_OLD;
  }

  private boolean wantsItemOnFailure() {
    return request.returnValuesOnConditionCheckFailure()
        == ReturnValuesOnConditionCheckFailure.ALL_OLD;
  }

  /** The item is put as it is, or compressed. What it replaces tells what is to be cleaned up. */
  private Flow<PutItemResponse> asItIs() {
    PutItemRequest.Builder put = write.unpinned(request);
    if (!table.spec().movesValues()) {
      return TableCall.put(put.build()).then(this::answered);
    }
    return TableCall.put(put.returnValues(ReturnValue.ALL_OLD).build())
        .then(
            response ->
                Cleanup.of(table, write.key(), response.attributes(), stores)
                    .then(done -> answered(response)));
  }

  private Flow<PutItemResponse> moving() {
    ItemReads reads = wantsOld() ? ItemReads.WHOLE : ItemReads.MARKERS;
    return new ItemCommit(write, stores, reads, Asked.of(request))
        .run(
            (markers, seen) ->
                TableCall.put(write.pinned(request, markers, seen).build())
                    .map(response -> response))
        .then(this::committed);
  }

  private Flow<PutItemResponse> committed(Written written) {
    if (written.answer() instanceof PutItemResponse response) {
      return answered(response);
    }
    Map<String, AttributeValue> old = written.before().item();
    return answered(
        Committed.described(PutItemResponse.builder(), written.answer())
            .attributes(old.isEmpty() ? null : old)
            .consumedCapacity(Committed.capacity(written.answer(), table))
            .itemCollectionMetrics(Committed.metrics(written.answer(), table))
            .build());
  }

  private Flow<PutItemResponse> answered(PutItemResponse response) {
    if (!response.hasAttributes() || response.attributes().isEmpty()) {
      return Flow.of(response);
    }
    return wantsOld()
        ? new ReturnValues("PutItem", table, returned)
            .logical(write.key(), response.attributes())
            .map(old -> response.toBuilder().attributes(old).build())
        : Flow.of(response.toBuilder().attributes((Map<String, AttributeValue>) null).build());
  }
}
