package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.write.Cleanup;
import dev.evenkeel.chunking.internal.write.ItemCommit;
import dev.evenkeel.chunking.internal.write.ItemSnapshot;
import dev.evenkeel.chunking.internal.write.ItemWrite;
import dev.evenkeel.chunking.internal.write.Staging;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.chunking.internal.write.Transaction.RequestOptions;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.ChunkingException.Reason;
import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * BatchWriteItem. Items that need no outside value stay one batch. Items that have to leave
 * something outside are written one by one, as PutItem writes them, before it; what of them is
 * throttled counts as unprocessed.
 *
 * <p>A batch returns no old items. Where values may be outside, what the batch replaces is read
 * first and named in an intent; so nothing is left that only a full scan could find, unless another
 * writer puts something outside in between.
 */
public final class BatchWriteItem
    extends OperationPlan<
        ManagedTables<TableStores>, BatchWriteItemRequest, Flow<BatchWriteItemResponse>> {

  BatchWriteItem() {
    super(
        Operation.BATCH_WRITE_ITEM,
        BatchWriteItemRequest.class,
        Disposition.FAN_OUT,
        "One batch of what fits in items; what does not is put one by one before it");
  }

  @Override
  public @Nullable Flow<BatchWriteItemResponse> plan(
      ManagedTables<TableStores> tables, BatchWriteItemRequest request) {
    if (!tables.namedBy(request)) {
      return null;
    }
    List<Flow<BatchAction>> actions = new ArrayList<>();
    request
        .requestItems()
        .forEach(
            (name, writes) -> {
              TableStores stores = tables.find(name);
              Call call = new Call("BatchWriteItem", name);
              writes.forEach(write -> actions.add(BatchAction.of(call, stores, name, write)));
            });
    return Flow.awaitAll(actions).then(planned -> new Batch(request, planned).run());
  }

  /** One batch: what has to leave something outside first, then the rest. */
  private static final class Batch {
    private final BatchWriteItemRequest request;
    private final List<BatchAction> moving = new ArrayList<>();
    private final List<BatchAction> staying = new ArrayList<>();

    Batch(BatchWriteItemRequest request, List<BatchAction> actions) {
      this.request = request;
      actions.forEach(action -> (action.moves() ? moving : staying).add(action));
    }

    private Flow<BatchWriteItemResponse> run() {
      if (BatchAction.areRefused(moving, staying)) {
        return TableCall.batchWrite(request); // too many, none, or one twice: nothing is written
      }
      List<BatchAction> unprocessed = new ArrayList<>();
      int widthMax =
          moving.isEmpty() ? 1 : moving.get(0).requireWrite().table().spec().limits().widthMax();
      return Flow.each(moving, widthMax, action -> putOne(action, unprocessed))
          .then(done -> rest(unprocessed));
    }

    private Flow<Done> putOne(BatchAction action, List<BatchAction> unprocessed) {
      PutItem.Write write = (PutItem.Write) action.requireWrite();
      PutItemRequest request =
          PutItemRequest.builder().tableName(write.table().spec().tableName()).build();
      return new ItemCommit(write, write.plainly(request), false, RequestOptions.NOTHING)
          .run()
          .map(written -> Done.DONE)
          .recover(
              Batch::isThrottling,
              failure -> {
                unprocessed.add(action);
                return Flow.done();
              });
    }

    private static boolean isThrottling(Throwable failure) {
      return ChunkingException.is(failure, Reason.WRITE_CONTENDED)
          || failure instanceof TransactionConflictException
          || Throttles.isThrottle(failure);
    }

    private Flow<BatchWriteItemResponse> rest(List<BatchAction> unprocessed) {
      if (staying.isEmpty()) {
        return Flow.of(response(null, unprocessed));
      }
      List<ItemWrite> replacing =
          staying.stream().filter(BatchAction::mayReplace).map(BatchAction::requireWrite).toList();
      return ItemSnapshot.readMarkers(replacing)
          .then(
              snapshots ->
                  Staging.noted(Staging.replaced(snapshots, write -> Map.of()))
                      .then(
                          intents ->
                              TableCall.batchWrite(
                                      request.toBuilder().requestItems(stored()).build())
                                  .then(answer -> ended(answer, snapshots, intents, unprocessed))));
    }

    /** Says what has been replaced: all but what was left unprocessed. */
    private Flow<BatchWriteItemResponse> ended(
        BatchWriteItemResponse answer,
        Map<ItemWrite, ItemSnapshot> snapshots,
        Map<TableStores, Intent> intents,
        List<BatchAction> unprocessed) {
      Map<ItemWrite, ItemSnapshot> written = new LinkedHashMap<>(snapshots);
      answer
          .unprocessedItems()
          .forEach(
              (name, writes) ->
                  writes.forEach(
                      write -> {
                        BatchAction left = BatchAction.find(staying, name, write);
                        unprocessed.add(left);
                        written.remove(left.write());
                      }));
      Map<TableStores, List<Change>> gone = Staging.replaced(written, write -> Map.of());
      return Staging.each(
              intents,
              (intent, stores) -> {
                List<Change> ofTable = gone.get(stores);
                return ofTable == null
                    ? Cleanup.forgotten(intent, stores)
                    : Cleanup.replaced(intent.with(ofTable), stores);
              })
          .map(done -> response(answer, unprocessed));
    }

    private Map<String, List<WriteRequest>> stored() {
      Map<String, List<WriteRequest>> stored = new LinkedHashMap<>();
      for (BatchAction action : staying) {
        stored.computeIfAbsent(action.tableName(), name -> new ArrayList<>()).add(action.stored());
      }
      return stored;
    }

    private static BatchWriteItemResponse response(
        @Nullable BatchWriteItemResponse answer, List<BatchAction> unprocessed) {
      Map<String, List<WriteRequest>> left = new LinkedHashMap<>();
      for (BatchAction action : unprocessed) {
        left.computeIfAbsent(action.tableName(), name -> new ArrayList<>()).add(action.request());
      }
      if (answer != null) {
        return answer.toBuilder().unprocessedItems(left).build();
      }
      BatchWriteItemResponse.Builder response = BatchWriteItemResponse.builder();
      ResponseMetadata.copy(null, response);
      return response.unprocessedItems(left).build();
    }
  }
}
