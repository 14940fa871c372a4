package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.internal.write.Failures;
import dev.evenkeel.chunking.internal.write.ItemCommit;
import dev.evenkeel.chunking.internal.write.ItemCommit.PlainWrite;
import dev.evenkeel.chunking.internal.write.ReturnValues;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.chunking.internal.write.Transaction.RequestOptions;
import dev.evenkeel.chunking.internal.write.UpdatedPaths;
import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.expression.DocumentPath;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * UpdateItem. One request, unless it sets or removes a value that may be outside. One more if the
 * item has no room for what is set: the values leave then.
 *
 * <p>An update that has to stage a value is a transaction, which returns nothing. The item is read
 * just before it, under an optimistic lock for values outside. The old values are those of that
 * read. New values that the update writes are computed from it, with a lock also on what the update
 * computes with: they are those of this very update. What else {@code ALL_NEW} shows is read just
 * after the update, so other writers may have changed it in between.
 */
public final class UpdateItem
    extends OperationPlan<ManagedTables<TableStores>, UpdateItemRequest, Flow<UpdateItemResponse>> {
  private static final String NAME = "UpdateItem";

  UpdateItem() {
    super(
        Operation.UPDATE_ITEM,
        UpdateItemRequest.class,
        Disposition.FAN_OUT,
        "The same for values that it sets; SET to a value and REMOVE are all that a large attribute"
            + " allows. Then ALL_NEW shows what it does not write as it is just after it");
  }

  @Override
  public @Nullable Flow<UpdateItemResponse> plan(
      ManagedTables<TableStores> tables, UpdateItemRequest request) {
    TableStores stores = tables.find(request.tableName());
    if (stores == null) {
      return null;
    }
    Call call = new Call(NAME, request.tableName());
    call.refuseLegacy(request);
    ReturnValues.require(
        call,
        request.returnValuesAsString(),
        ReturnValues.OF_UPDATES,
        request.returnValuesOnConditionCheckFailureAsString());
    return UpdateWrite.of(
            call,
            stores,
            new UpdateWrite.Parts(
                request.key(),
                request.updateExpression(),
                request.conditionExpression(),
                request.expressionAttributeNames(),
                request.expressionAttributeValues(),
                returnsNew(request)))
        .then(write -> new OneItem(request, write).flow());
  }

  private static boolean returnsNew(UpdateItemRequest request) {
    return request.returnValues() == ReturnValue.ALL_NEW
        || request.returnValues() == ReturnValue.UPDATED_NEW;
  }

  private static boolean returnsOld(UpdateItemRequest request) {
    return request.returnValues() == ReturnValue.ALL_OLD
        || request.returnValues() == ReturnValue.UPDATED_OLD;
  }

  /** An update by itself, not in a transaction of the caller's. */
  private static final class OneItem {
    private final UpdateItemRequest request;
    private final UpdateWrite write;
    private final ReturnValues returnValues;

    OneItem(UpdateItemRequest request, UpdateWrite write) {
      this.request = request;
      this.write = write;
      this.returnValues = new ReturnValues(NAME, write.stores());
    }

    Flow<UpdateItemResponse> flow() {
      boolean mayMeetOutside = write.table().spec().movesValues() && !write.overwrites().isEmpty();
      return (mayMeetOutside ? moving() : asItIs())
          .recover(
              failure ->
                  ReturnValues.failed(
                      failure, request.returnValuesOnConditionCheckFailure(), write));
    }

    private Flow<UpdateItemResponse> asItIs() {
      return TableCall.update(write.request(request, Map.of(), null).build()).then(this::answered);
    }

    private Flow<UpdateItemResponse> moving() {
      ItemCommit commit = commit();
      return commit.run().then(this::committed).recover(commit::hadNoRoom, this::leaving);
    }

    private ItemCommit commit() {
      boolean wholeBefore = returnsNew(request) || returnsOld(request);
      PlainWrite plainly =
          (markers, snapshot) ->
              TableCall.update(write.request(request, markers, snapshot).build())
                  .map(response -> response);
      return new ItemCommit(write, plainly, wholeBefore, RequestOptions.of(request));
    }

    /** An update does not see the rest of the item, which may leave no room for what it sets. */
    private Flow<UpdateItemResponse> leaving(Throwable noRoom) {
      Flow<UpdateItemResponse> again =
          write
              .allOutside()
              .then(
                  outside -> {
                    OneItem anew = new OneItem(request, outside);
                    return outside.equals(write)
                        ? Flow.failed(noRoom)
                        : anew.commit().run().then(anew::committed);
                  });
      return Failures.unlessRefused(again, noRoom);
    }

    private Flow<UpdateItemResponse> committed(ItemCommit.Committed committed) {
      if (committed.answer() instanceof UpdateItemResponse response) {
        return answered(response);
      }
      return returnValues
          .wrapped(Flow.defer(() -> attributes(committed)))
          .then(
              attributes -> {
                UpdateItemResponse.Builder response =
                    UpdateItemResponse.builder()
                        .attributes(attributes.isEmpty() ? null : attributes)
                        .consumedCapacity(returnValues.capacity(committed.answer()))
                        .itemCollectionMetrics(returnValues.metrics(committed.answer()));
                ResponseMetadata.copy(committed.answer(), response);
                return answered(response.build());
              });
    }

    /** The attributes that the caller wants returned, as stored. */
    private Flow<Map<String, AttributeValue>> attributes(ItemCommit.Committed committed) {
      ReturnValue wanted = request.returnValues();
      List<DocumentPath> updated = write.updatedPaths();
      if (wanted == ReturnValue.ALL_OLD) {
        return Flow.of(committed.before().item());
      }
      if (wanted == ReturnValue.UPDATED_OLD) {
        return Flow.of(UpdatedPaths.of(committed.before().item(), updated));
      }
      if (wanted == ReturnValue.ALL_NEW) {
        return write.updatedWhole(committed.before(), committed.markers());
      }
      return wanted == ReturnValue.UPDATED_NEW
          ? write
              .updated(committed.before(), committed.markers())
              .map(item -> UpdatedPaths.of(item, updated))
          : Flow.of(Map.of());
    }

    private Flow<UpdateItemResponse> answered(UpdateItemResponse response) {
      if (!response.hasAttributes() || response.attributes().isEmpty()) {
        return Flow.of(response);
      }
      return returnValues
          .logical(write.key(), response.attributes())
          .map(
              attributes ->
                  response.toBuilder()
                      .attributes(attributes.isEmpty() ? null : attributes)
                      .build());
    }
  }
}
