package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.item.WrittenItems;
import dev.evenkeel.sharding.internal.layout.Relocation;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.move.Contention;
import dev.evenkeel.sharding.internal.move.MovedItem;
import dev.evenkeel.sharding.internal.operation.MovingTables.Moving;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import dev.evenkeel.sharding.internal.transact.TransactionFailure;
import dev.evenkeel.sharding.spec.ItemLookupException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;

/**
 * TransactGetItems: one transaction. A key that does not determine its shard becomes one read per
 * shard in it, so that all are read at one moment; their positions in the transaction identify the
 * answers.
 */
final class TransactGetItems
    extends ShardingOperation<TransactGetItemsRequest, TransactGetItemsResponse> {
  TransactGetItems() {
    super(
        Operation.TRANSACT_GET_ITEMS,
        TransactGetItemsRequest.class,
        Disposition.REWRITE,
        "One transaction; a key that does not tell the shard becomes one read per shard in it");
  }

  @Override
  public @Nullable Plan<TransactGetItemsResponse> plan(
      ShardingTables tables, TransactGetItemsRequest request) {
    return tables.sharded().namedBy(request)
        ? Reads.of(tables.sharded(), name -> null, name -> name, request)
        : null;
  }

  /**
   * One transaction that reads both places of an item that is moved. It is repeated where it meets
   * the one that moves an item.
   */
  @Override
  Plan<TransactGetItemsResponse> whileMoving(MovingTables tables, TransactGetItemsRequest request) {
    return read(tables, request)
        .with(
            first ->
                Retries.repeated(
                    () -> read(tables, request).flow(), Contention::isMet, Retries.CALL_MAX));
  }

  /** One transaction may read the tables before and after a move: each action names its own. */
  private static Plan<TransactGetItemsResponse> read(
      MovingTables tables, TransactGetItemsRequest request) {
    Relocation before = tables.from().relocation();
    Relocation after = tables.to().relocation();
    return Reads.of(tables.to().sharded(), tables::find, after::sent, request)
        .with(
            flow ->
                flow.map(answer -> before.shown(after.shown(answer, request), request))
                    .map(TransactGetItems::perTable));
  }

  /** The capacity of both tables under one name. */
  private static TransactGetItemsResponse perTable(TransactGetItemsResponse answer) {
    return answer.hasConsumedCapacity()
        ? answer.toBuilder()
            .consumedCapacity(CapacitySum.perTable(answer.consumedCapacity()))
            .build()
        : answer;
  }

  /** One that looked for each item at its old and at its new place could have too many actions. */
  @Override
  boolean waits() {
    return true;
  }

  @Override
  void waitsFor(TransactGetItemsRequest request, WrittenItems items) {
    gets(request).forEach(get -> items.add(get.tableName(), get.key()));
  }

  private static Stream<Get> gets(TransactGetItemsRequest request) {
    return request.transactItems().stream().map(TransactGetItem::get).filter(Objects::nonNull);
  }

  /** The reads of one transaction, and what became of each. */
  private static final class Reads {
    private final ManagedTables<ShardedTable> tables;
    private final Function<@Nullable String, @Nullable Moving> moving;
    private final UnaryOperator<@Nullable String> sentTo;
    private final List<Read> reads = new ArrayList<>();
    private final List<TransactGetItem> physical = new ArrayList<>();
    private final TransactionFailure failure = new TransactionFailure();
    private @Nullable Call probing;

    /**
     * The physical form of the caller's action.
     *
     * @param table null if it is not sharded
     * @param width how many physical actions
     * @param isMoved whether they are the places before and after a move
     */
    private record Read(@Nullable ShardedTable table, int width, boolean isMoved) {}

    private Reads(
        ManagedTables<ShardedTable> tables,
        Function<@Nullable String, @Nullable Moving> moving,
        UnaryOperator<@Nullable String> sentTo) {
      this.tables = tables;
      this.moving = moving;
      this.sentTo = sentTo;
    }

    static Plan<TransactGetItemsResponse> of(
        ManagedTables<ShardedTable> tables,
        Function<@Nullable String, @Nullable Moving> moving,
        UnaryOperator<@Nullable String> sentTo,
        TransactGetItemsRequest request) {
      Reads plan = new Reads(tables, moving, sentTo);
      request.transactItems().forEach(plan::add);
      plan.refuseTooWideProbes();
      return Plan.of(
          TableCall.transactGet(request.toBuilder().transactItems(plan.physical).build())
              .mapFailure(plan.failure::logical)
              .map(plan::logical));
    }

    private void add(TransactGetItem action) {
      Get get = action.get();
      ShardedTable table = get == null ? null : tables.find(get.tableName());
      if (table == null) {
        failure.nextAction(1);
        reads.add(new Read(null, 1, false));
        physical.add(action);
      } else {
        add(table, get);
      }
    }

    private void add(ShardedTable whole, Get get) {
      Call call =
          new Call(
              "TransactGetItems",
              get.tableName(),
              "transactItems[%d].get: ".formatted(reads.size()));
      Moving moved = moving.apply(get.tableName());
      if (moved != null && addMoved(call, moved, get)) {
        return;
      }
      AttributeValue key = whole.logicalKey(call, get.key());
      ShardedTable table = whole.at(call, key, get.key());
      OptionalInt known = table.shardOf(call, key, get.key());
      List<Integer> shards =
          known.isPresent() ? List.of(known.getAsInt()) : probed(call, table, key, get.key());
      failure.nextAction(shards.size());
      reads.add(new Read(table, shards.size(), false));
      Map<String, AttributeValue> plainKey = table.beside().dropped(get.key());
      for (int shard : shards) {
        physical.add(get(get, sentTo.apply(get.tableName()), table.onShard(plainKey, key, shard)));
      }
      failure.touches(table);
    }

    /** False if the item stays. */
    private boolean addMoved(Call call, Moving table, Get get) {
      MovedItem item = table.item(call, get.key());
      if (item.stays()) {
        return false;
      }
      probing = call;
      failure.nextAction(2);
      reads.add(new Read(table.wider(), 2, true));
      boolean isWithin = table.isWithinTable();
      String before = isWithin ? sentTo.apply(get.tableName()) : table.from().storedIn();
      physical.add(get(get, before, item.from()));
      physical.add(get(get, sentTo.apply(get.tableName()), item.to()));
      failure.touches(table.wider());
      return true;
    }

    private static TransactGetItem get(
        Get get, @Nullable String tableName, Map<String, AttributeValue> key) {
      return TransactGetItem.builder()
          .get(get.toBuilder().tableName(tableName).key(key).build())
          .build();
    }

    private List<Integer> probed(
        Call call, ShardedTable table, AttributeValue key, Map<String, AttributeValue> given) {
      List<Integer> shards = table.shardsToProbe(call, key, given, "reading", "two read units");
      probing = call;
      return shards;
    }

    /** More actions than DynamoDB takes, of the caller's own, are left to its own refusal. */
    private void refuseTooWideProbes() {
      if (probing != null
          && reads.size() <= RequestLimits.ACTIONS_MAX
          && physical.size() > RequestLimits.ACTIONS_MAX) {
        throw probing.refuse(
            "with a read for each place where an item may be the transaction has %d"
                    .formatted(physical.size())
                + " actions, and DynamoDB takes "
                + RequestLimits.ACTIONS_MAX,
            "Give the attributes the shard is calculated from beside the keys, read fewer items, or"
                + " wait for the end of a move of the table");
      }
    }

    private TransactGetItemsResponse logical(TransactGetItemsResponse response) {
      List<ItemResponse> items = new ArrayList<>();
      int next = 0;
      for (Read read : reads) {
        items.add(answer(read, response.responses().subList(next, next + read.width())));
        next += read.width();
      }
      return response.toBuilder().responses(items).build();
    }

    private static ItemResponse answer(Read read, List<ItemResponse> answers) {
      ShardedTable table = read.table();
      if (table == null) {
        return answers.get(0);
      }
      List<ItemResponse> found = answers.stream().filter(ItemResponse::hasItem).toList();
      if (found.size() > 1 && !read.isMoved()) {
        throw ItemLookupException.several(
            "TransactGetItems", table.spec().tableName(), found.size());
      }
      return found.isEmpty()
          ? answers.get(0)
          : ItemResponse.builder().item(table.view().item(found.get(0).item())).build();
    }
  }
}
