package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.spec.ContendedWriteException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.ManagedTables;
import dev.evenkeel.core.pace.Throttles;
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
 * BatchWriteItem. What fits stays one batch. Items that have to leave something outside are written
 * one by one, as PutItem writes them, before it; what of them is throttled counts as unprocessed.
 *
 * <p>A batch returns no old items. Where values may be outside, what the batch replaces is read
 * first and named in an intent; so nothing is left that only a full scan could find, unless another
 * writer puts something outside in between.
 */
public final class BatchWritePlan {
  private final BatchWriteItemRequest request;
  private final TableStores stores;
  private final List<BatchAction> moving = new ArrayList<>();
  private final List<BatchAction> staying = new ArrayList<>();

  private BatchWritePlan(
      BatchWriteItemRequest request, TableStores stores, List<BatchAction> actions) {
    this.request = request;
    this.stores = stores;
    actions.forEach(action -> (action.moves() ? moving : staying).add(action));
  }

  /**
   * Plans a batch that names a table with large values.
   *
   * @throws dev.evenkeel.core.DecoratorException if it cannot be honoured; nothing was written
   */
  public static Flow<BatchWriteItemResponse> of(
      ManagedTables<ChunkedTable> tables, BatchWriteItemRequest request, TableStores stores) {
    List<Flow<BatchAction>> actions = new ArrayList<>();
    request
        .requestItems()
        .forEach(
            (name, writes) -> {
              ChunkedTable table = tables.find(name);
              Call call = new Call("BatchWriteItem", name);
              writes.forEach(write -> actions.add(BatchAction.of(call, table, name, write)));
            });
    return Flow.awaitAll(actions).then(laid -> new BatchWritePlan(request, stores, laid).run());
  }

  private Flow<BatchWriteItemResponse> run() {
    if (BatchAction.areRefused(moving, staying)) {
      return TableCall.batchWrite(request); // too many, or one twice: nothing is written
    }
    List<BatchAction> unprocessed = new ArrayList<>();
    List<Flow<Done>> puts = new ArrayList<>();
    for (BatchAction action : moving) {
      puts.add(Flow.defer(() -> putOne(action, unprocessed)));
    }
    int widthMax = moving.isEmpty() ? 1 : moving.get(0).requireTable().spec().limits().widthMax();
    return Flow.awaitAll(puts, widthMax).then(done -> rest(unprocessed));
  }

  private Flow<Done> putOne(BatchAction action, List<BatchAction> unprocessed) {
    PutWrite write = (PutWrite) action.requireWrite();
    return new ItemCommit(
            write, stores.of(write.table()), ItemReads.MARKERS, RequestOptions.NOTHING)
        .run(
            (markers, seen) ->
                TableCall.put(
                        write
                            .pinned(
                                PutItemRequest.builder()
                                    .tableName(write.table().spec().tableName())
                                    .build(),
                                markers,
                                seen)
                            .build())
                    .map(response -> response))
        .map(written -> Done.DONE)
        .recover(
            failure -> {
              if (!isThrottling(failure)) {
                return Flow.failed(failure);
              }
              unprocessed.add(action);
              return Flow.done();
            });
  }

  private static boolean isThrottling(Throwable failure) {
    return failure instanceof ContendedWriteException
        || failure instanceof TransactionConflictException
        || Throttles.isThrottle(failure);
  }

  private Flow<BatchWriteItemResponse> rest(List<BatchAction> unprocessed) {
    if (staying.isEmpty()) {
      return Flow.of(response(null, unprocessed));
    }
    BatchReplacements replacements = new BatchReplacements(staying, stores);
    return replacements
        .noted()
        .then(
            noted ->
                TableCall.batchWrite(request.toBuilder().requestItems(stored()).build())
                    .then(answer -> ended(answer, replacements, unprocessed)));
  }

  private Flow<BatchWriteItemResponse> ended(
      BatchWriteItemResponse answer,
      BatchReplacements replacements,
      List<BatchAction> unprocessed) {
    List<BatchAction> left = new ArrayList<>();
    answer
        .unprocessedItems()
        .forEach(
            (name, writes) ->
                writes.forEach(write -> left.add(BatchAction.find(staying, name, write))));
    unprocessed.addAll(left);
    return replacements.replaced(left).map(done -> response(answer, unprocessed));
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
    BatchWriteItemResponse.Builder response =
        answer == null ? BatchWriteItemResponse.builder() : answer.toBuilder();
    return response.unprocessedItems(left).build();
  }
}
