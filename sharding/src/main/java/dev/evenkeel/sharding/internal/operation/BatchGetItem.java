package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.batch.BatchEntries;
import dev.evenkeel.sharding.internal.batch.BatchGetAnswers;
import dev.evenkeel.sharding.internal.batch.BatchGetTable;
import dev.evenkeel.sharding.internal.batch.BatchLayout;
import dev.evenkeel.sharding.internal.batch.SubBatches;
import dev.evenkeel.sharding.internal.batch.SubBatches.Pace;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * BatchGetItem with sharded tables: keys are rewritten one to one where they tell their shard, and
 * otherwise become one key for each shard, as a counter's always do. Entries on plain tables are
 * sent as they are.
 */
final class BatchGetItem extends ShardingOperation<BatchGetItemRequest, BatchGetItemResponse> {
  BatchGetItem() {
    super(
        Operation.BATCH_GET_ITEM,
        BatchGetItemRequest.class,
        Disposition.FAN_OUT,
        "Reads each key's shard; every shard of keys that do not tell it");
  }

  @Override
  public @Nullable Plan<BatchGetItemResponse> plan(
      ShardingTables tables, BatchGetItemRequest request) {
    return tables.all().namedBy(request) ? new Batch(tables.all(), request).plan() : null;
  }

  @Override
  Plan<BatchGetItemResponse> whileMoving(MovingTables tables, BatchGetItemRequest request) {
    return new MovedBatchGet(this, tables, request).plan();
  }

  @Override
  void places(BatchGetItemRequest request, ShardPlaces places) {
    request
        .requestItems()
        .forEach((table, asked) -> asked.keys().forEach(key -> places.add(table, key)));
  }

  /** The sub-requests of one batch. */
  private static final class Batch {
    private final BatchGetItemRequest request;
    private final ManagedTables<ManagedTable> managed;
    private final Map<String, ManagedTable> tables;
    private final Map<String, BatchGetTable> sharded = new LinkedHashMap<>();
    private final int keys;
    private final BatchLayout<Map<String, AttributeValue>, Map<String, AttributeValue>> layout;

    private Batch(ManagedTables<ManagedTable> managed, BatchGetItemRequest request) {
      this.request = request;
      this.managed = managed;
      this.tables = BatchEntries.tables("BatchGetItem", managed, request.requestItems().keySet());
      BatchEntries<Map<String, AttributeValue>, Map<String, AttributeValue>> entries =
          new BatchEntries<>();
      request
          .requestItems()
          .forEach(
              (name, asked) -> {
                ManagedTable table = tables.get(name);
                if (table != null) {
                  sharded.put(
                      name,
                      table.byKind(
                          own -> BatchGetTable.of(name, own, asked, entries),
                          counter -> BatchGetTable.of(name, counter, asked, entries)));
                }
              });
      this.keys = BatchGetAnswers.keys(request.requestItems());
      this.layout =
          new BatchLayout<>(entries, keys - entries.all().size(), RequestLimits.BATCH_KEYS_MAX);
    }

    private Plan<BatchGetItemResponse> plan() {
      List<Flow<BatchGetItemResponse>> subRequests =
          IntStream.range(0, layout.size())
              .mapToObj(number -> TableCall.batchGet(subRequest(number)))
              .toList();
      Pace pace =
          keys > RequestLimits.BATCH_KEYS_MAX
              ? Pace.FIRST_ALONE
              : Pace.TOGETHER; // DynamoDB will refuse it
      return SubBatches.plan(
          subRequests,
          pace,
          answers -> new BatchGetAnswers(request, managed, sharded, layout).combine(answers));
    }

    private BatchGetItemRequest subRequest(int number) {
      Map<String, List<Map<String, AttributeValue>>> physical = layout.byTable(number);
      Map<String, KeysAndAttributes> items = new LinkedHashMap<>();
      request
          .requestItems()
          .forEach(
              (name, asked) -> {
                BatchGetTable table = sharded.get(name);
                if (table == null && number == 0) {
                  items.put(name, asked);
                } else if (table != null && (number == 0 || physical.containsKey(name))) {
                  items.put(name, table.physical(physical.getOrDefault(name, List.of())));
                }
              });
      return request.toBuilder().requestItems(items).build();
    }
  }
}
