package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.LegacyParameters;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/**
 * DeleteItem: the item first, and what it had outside after the grace. Nothing outside is read, so
 * an item whose payload is lost can be deleted.
 */
public final class DeletePlan {
  private DeletePlan() {}

  /**
   * Plans a delete.
   *
   * @throws dev.evenkeel.core.DecoratorException if it cannot be honoured
   */
  public static Flow<DeleteItemResponse> of(
      ChunkedTable table, DeleteItemRequest request, Stores stores, Returned returned) {
    Call call = new Call("DeleteItem", request.tableName());
    LegacyParameters.refuse(call, request);
    ManagedCondition condition =
        ManagedCondition.of(
            call,
            table,
            request.conditionExpression(),
            request.expressionAttributeNames(),
            request.expressionAttributeValues());
    DeleteWrite write = DeleteWrite.of(table, request.key(), condition);
    boolean oldWanted = request.returnValues() == ReturnValue.ALL_OLD;
    DeleteItemRequest.Builder delete = write.unpinned(request);
    if (table.spec().movesValues()) {
      delete.returnValues(ReturnValue.ALL_OLD);
    }
    return TableCall.delete(delete.build())
        .then(
            response ->
                table.spec().movesValues()
                    ? Cleanup.of(table, write.key(), response.attributes(), stores)
                        .map(done -> response)
                    : Flow.of(response))
        .then(response -> answered(response, oldWanted, table, write, returned))
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

  private static Flow<DeleteItemResponse> answered(
      DeleteItemResponse response,
      boolean oldWanted,
      ChunkedTable table,
      DeleteWrite write,
      Returned returned) {
    if (!response.hasAttributes() || response.attributes().isEmpty()) {
      return Flow.of(response);
    }
    return oldWanted
        ? new ReturnValues("DeleteItem", table, returned)
            .logical(write.key(), response.attributes())
            .map(old -> response.toBuilder().attributes(old).build())
        : Flow.of(response.toBuilder().attributes((Map<String, AttributeValue>) null).build());
  }
}
