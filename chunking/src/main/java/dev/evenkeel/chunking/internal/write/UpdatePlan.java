package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.core.expression.DocumentPath;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.LegacyParameters;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * UpdateItem. One request, unless it sets or removes a value that may be outside.
 *
 * <p>An update that has to stage a value is a transaction, which returns nothing. What it returns
 * is read beside it: the old values just before, pinned for values outside; the new ones just
 * after. Other writers may have changed other attributes in between.
 */
public final class UpdatePlan {
  private final ChunkedTable table;
  private final UpdateItemRequest request;
  private final Stores stores;
  private final Returned returned;
  private final UpdateWrite write;

  private UpdatePlan(
      ChunkedTable table,
      UpdateItemRequest request,
      Stores stores,
      Returned returned,
      UpdateWrite write) {
    this.table = table;
    this.request = request;
    this.stores = stores;
    this.returned = returned;
    this.write = write;
  }

  /**
   * Plans an update.
   *
   * @throws dev.evenkeel.core.DecoratorException if it cannot be honoured
   */
  public static Flow<UpdateItemResponse> of(
      ChunkedTable table, UpdateItemRequest request, Stores stores, Returned returned) {
    Call call = new Call("UpdateItem", request.tableName());
    LegacyParameters.refuse(call, request);
    return UpdateWrite.of(
            call,
            table,
            new UpdateWrite.Parts(
                request.key(),
                request.updateExpression(),
                request.conditionExpression(),
                request.expressionAttributeNames(),
                request.expressionAttributeValues()))
        .then(write -> new UpdatePlan(table, request, stores, returned, write).flow());
  }

  private Flow<UpdateItemResponse> flow() {
    boolean mayMeetOutside = table.spec().movesValues() && !write.overwrites().isEmpty();
    return (mayMeetOutside ? moving() : asItIs())
        .recover(
            failure ->
                FailedCondition.told(
                    failure,
                    request.returnValuesOnConditionCheckFailure()
                        == ReturnValuesOnConditionCheckFailure.ALL_OLD,
                    table,
                    write.key(),
                    returned));
  }

  private Flow<UpdateItemResponse> asItIs() {
    return TableCall.update(write.request(request, Map.of(), null).build()).then(this::answered);
  }

  private Flow<UpdateItemResponse> moving() {
    boolean oldWanted =
        request.returnValues() == ReturnValue.ALL_OLD
            || request.returnValues() == ReturnValue.UPDATED_OLD;
    return new ItemCommit(
            write,
            stores,
            oldWanted ? ItemReads.WHOLE : ItemReads.MARKERS,
            RequestOptions.of(request))
        .run(
            (markers, seen) ->
                TableCall.update(write.request(request, markers, seen).build())
                    .map(response -> response))
        .then(this::committed);
  }

  private Flow<UpdateItemResponse> committed(CommittedWrite written) {
    if (written.answer() instanceof UpdateItemResponse response) {
      return answered(response);
    }
    return returnValues()
        .told(attributes(written))
        .then(
            attributes ->
                answered(
                    Committed.described(UpdateItemResponse.builder(), written.answer())
                        .attributes(attributes.isEmpty() ? null : attributes)
                        .consumedCapacity(Committed.capacity(written.answer(), table))
                        .itemCollectionMetrics(Committed.metrics(written.answer(), table))
                        .build()));
  }

  private ReturnValues returnValues() {
    return new ReturnValues("UpdateItem", table, returned);
  }

  /** What the caller wants returned, as it is stored. */
  private Flow<Map<String, AttributeValue>> attributes(CommittedWrite written) {
    ReturnValue wanted = request.returnValues();
    List<DocumentPath> updated = UpdatedPaths.of(table, write);
    if (wanted == ReturnValue.ALL_OLD) {
      return Flow.of(written.before().item());
    }
    if (wanted == ReturnValue.UPDATED_OLD) {
      return Flow.of(UpdatedPaths.of(written.before().item(), updated));
    }
    if (wanted == ReturnValue.ALL_NEW) {
      return ItemReads.WHOLE.before(write);
    }
    return wanted == ReturnValue.UPDATED_NEW
        ? ItemReads.WHOLE.before(write).map(item -> UpdatedPaths.of(item, updated))
        : Flow.of(Map.of());
  }

  private Flow<UpdateItemResponse> answered(UpdateItemResponse response) {
    if (!response.hasAttributes() || response.attributes().isEmpty()) {
      return Flow.of(response);
    }
    return returnValues()
        .logical(write.key(), response.attributes())
        .map(
            attributes ->
                response.toBuilder().attributes(attributes.isEmpty() ? null : attributes).build());
  }
}
