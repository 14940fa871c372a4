package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.LegacyParameters;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
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
            ManagedCondition.of(
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

  /**
   * The item is put as it is, or compressed, on condition that the one that it replaces has nothing
   * outside, as most have: then one request does it, and nothing of the other item is returned.
   */
  private Flow<PutItemResponse> asItIs() {
    if (!table.spec().movesValues() || isRefused()) {
      return TableCall.put(write.unpinned(request).build()).then(this::answered);
    }
    Flow<PutItemResponse> put = TableCall.put(first().build());
    return (wantsOld() ? put.then(this::answered) : put)
        .recover(failure -> commit().runAgain(failure, this::pinned).then(this::committed));
  }

  private PutItemRequest.Builder first() {
    return request.conditionExpression() == null
        ? write.request(request, Map.of(), stores.nothingOutside())
        : write.pinned(request, Map.of(), new ItemSnapshot(table, Map.of()));
  }

  /** DynamoDB refuses placeholders without an expression, and must not be given one by us. */
  private boolean isRefused() {
    return request.conditionExpression() == null
        && (request.hasExpressionAttributeNames() || request.hasExpressionAttributeValues());
  }

  private Flow<PutItemResponse> moving() {
    return commit().run(this::pinned).then(this::committed);
  }

  private ItemCommit commit() {
    ItemReads reads = wantsOld() ? ItemReads.WHOLE : ItemReads.MARKERS;
    return new ItemCommit(write, stores, reads, RequestOptions.of(request));
  }

  private Flow<DynamoDbResponse> pinned(Map<String, Marker> markers, ItemSnapshot seen) {
    return TableCall.put(write.pinned(request, markers, seen).build()).map(response -> response);
  }

  private Flow<PutItemResponse> committed(CommittedWrite written) {
    if (written.answer() instanceof PutItemResponse response) {
      return answered(response);
    }
    Map<String, AttributeValue> old = wantsOld() ? written.before().item() : Map.of();
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
    return new ReturnValues("PutItem", table, returned)
        .logical(write.key(), response.attributes())
        .map(old -> response.toBuilder().attributes(old).build());
  }
}
