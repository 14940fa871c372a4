package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.RepeatablePuts;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.batch.BatchEntries;
import dev.evenkeel.sharding.internal.batch.BatchLayout;
import dev.evenkeel.sharding.internal.batch.BatchWriteAnswers;
import dev.evenkeel.sharding.internal.batch.SubBatches;
import dev.evenkeel.sharding.internal.batch.SubBatches.Pace;
import dev.evenkeel.sharding.internal.item.WrittenItems;
import dev.evenkeel.sharding.internal.layout.AddressedItem;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.layout.LogicalItem;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.layout.RepeatableDraw;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * BatchWriteItem with sharded tables: each put goes to its shard, each delete to the shard that its
 * key determines, or to every shard. A counter is deleted on every shard. Entries on plain tables
 * are sent as they are.
 *
 * <p>Splitting by number is enough: 25 entries of at most 400 KB are below the 16 MB of a request.
 */
final class BatchWriteItem
    extends ShardingOperation<BatchWriteItemRequest, BatchWriteItemResponse> {
  BatchWriteItem() {
    super(
        Operation.BATCH_WRITE_ITEM,
        BatchWriteItemRequest.class,
        Disposition.FAN_OUT,
        "Puts to each item's shard; deletes on every shard if the key does not tell it");
  }

  @Override
  public @Nullable Plan<BatchWriteItemResponse> plan(
      ShardingTables tables, BatchWriteItemRequest request) {
    return tables.all().namedBy(request) ? new Batch(tables.all(), request).plan() : null;
  }

  @Override
  void written(BatchWriteItemRequest request, WrittenItems items) {
    request
        .requestItems()
        .forEach((table, writes) -> writes.forEach(write -> items.add(table, write)));
  }

  /** The sub-requests of one batch. */
  private static final class Batch {
    private final BatchWriteItemRequest request;
    private final ManagedTables<ManagedTable> managed;
    private final Map<String, ManagedTable> tables;
    private final boolean repeatably;
    private final BatchLayout<WriteRequest, WriteRequest> layout;

    /**
     * The physical form of one write.
     *
     * @param item null if the sort key is missing
     */
    private record Entry(@Nullable LogicalItem item, List<WriteRequest> physical) {}

    private Batch(ManagedTables<ManagedTable> managed, BatchWriteItemRequest request) {
      this.request = request;
      this.repeatably = RepeatablePuts.areAsked(request);
      this.managed = managed;
      this.tables = BatchEntries.tables("BatchWriteItem", managed, request.requestItems().keySet());
      BatchEntries<WriteRequest, WriteRequest> entries = new BatchEntries<>();
      tables.forEach((name, table) -> addAll(entries, name, table));
      int others = BatchWriteAnswers.writes(request.requestItems()) - entries.all().size();
      this.layout = new BatchLayout<>(entries, others, RequestLimits.BATCH_WRITES_MAX);
    }

    private void addAll(
        BatchEntries<WriteRequest, WriteRequest> entries, String name, ManagedTable table) {
      Call call = new Call("BatchWriteItem", name);
      int number = 0;
      for (WriteRequest write : request.requestItems().getOrDefault(name, List.of())) {
        number++;
        if ((write.putRequest() == null) == (write.deleteRequest() == null)) {
          throw call.invalid(
              "entry %d of the table is not one put or one delete".formatted(number),
              "Give each write request a put or a delete");
        }
        int position = number;
        Entry entry =
            table.byKind(
                sharded -> entry(call, sharded, write),
                counter -> entry(call, counter, position, write));
        entries.add(call, entry.item(), number, write, entry.physical());
      }
    }

    private Entry entry(Call call, ShardedTable table, WriteRequest write) {
      if (write.putRequest() != null) {
        AddressedItem<ShardedTable> item = AddressedItem.of(call, table, write.putRequest().item());
        return new Entry(item.item(), List.of(put(call, item)));
      }
      AddressedItem<ShardedTable> key = AddressedItem.of(call, table, write.deleteRequest().key());
      return new Entry(key.item(), deletes(call, key));
    }

    private static Entry entry(Call call, CounterTable table, int number, WriteRequest write) {
      if (write.putRequest() != null) {
        throw call.refuse(
            "entry %d of the table is a put, and a counter can only be added to or deleted"
                .formatted(number),
            CounterTable.ADD_INSTEAD);
      }
      AddressedItem<CounterTable> key = AddressedItem.of(call, table, write.deleteRequest().key());
      return new Entry(key.item(), key.onAllShards().stream().map(Batch::delete).toList());
    }

    private WriteRequest put(Call call, AddressedItem<ShardedTable> item) {
      ShardedTable table = item.table();
      int shard =
          repeatably
              ? RepeatableDraw.shard(call, table, item.partition(), item.attributes())
              : table.shardForWrite(call, item.partition(), item.attributes());
      Map<String, AttributeValue> physical =
          table.itemOnShard(call, item.attributes(), item.partition(), shard);
      return WriteRequest.builder().putRequest(put -> put.item(physical)).build();
    }

    /**
     * One delete where the key determines the shard. Otherwise one on every shard: to delete what
     * is not there does nothing.
     */
    private static List<WriteRequest> deletes(Call call, AddressedItem<ShardedTable> key) {
      OptionalInt shard = key.table().shardOf(call, key.partition(), key.attributes());
      if (shard.isPresent()) {
        return List.of(delete(key.onShard(shard.getAsInt())));
      }
      if (key.item() == null) {
        throw call.invalid("the key of a delete has no sort key", "Give the whole key");
      }
      refuseIfSeveralItemsMayGo(call, key.table());
      return key
          .table()
          .shardsToProbe(call, key.partition(), key.attributes(), "deleting on", "one write unit")
          .stream()
          .map(each -> delete(key.onShard(each)))
          .toList();
    }

    private static WriteRequest delete(Map<String, AttributeValue> physical) {
      return WriteRequest.builder().deleteRequest(delete -> delete.key(physical)).build();
    }

    private static void refuseIfSeveralItemsMayGo(Call call, ShardedTable table) {
      if (!table.spec().uniqueSortKeys()) {
        throw call.refuse(
            "the key of a delete does not tell the shard, and each shard may hold an item with it",
            "Give the attributes the shard is calculated from beside the key, or say"
                + " uniqueSortKeys() in the spec if no two items share a key");
      }
    }

    private Plan<BatchWriteItemResponse> plan() {
      List<Flow<BatchWriteItemResponse>> subRequests =
          IntStream.range(0, layout.size())
              .mapToObj(number -> TableCall.batchWrite(subRequest(number)))
              .toList();
      return SubBatches.plan(
          subRequests,
          Pace.FIRST_ALONE,
          answers -> new BatchWriteAnswers(request, managed, layout).combine(answers));
    }

    private BatchWriteItemRequest subRequest(int number) {
      Map<String, List<WriteRequest>> writes = new LinkedHashMap<>();
      if (number == 0) {
        writes.putAll(request.requestItems());
        tables.keySet().forEach(name -> writes.put(name, List.of()));
      }
      writes.putAll(layout.byTable(number));
      return request.toBuilder().requestItems(writes).build();
    }
  }
}
