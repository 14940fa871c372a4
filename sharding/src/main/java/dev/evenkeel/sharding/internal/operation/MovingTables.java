package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.item.WrittenItems;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.live.ShadowReads;
import dev.evenkeel.sharding.internal.move.ItemMover;
import dev.evenkeel.sharding.internal.move.MovedItem;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import dev.evenkeel.sharding.internal.query.MovedStartKeys;
import dev.evenkeel.sharding.spec.Pieces;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * The tables of a call while items of some are being moved.
 *
 * @param from by the layouts before
 * @param to by the layouts after
 * @param token gives a token that no request has had
 * @param shadowReads compares a share of the reads
 */
record MovingTables(
    ShardingTables from, ShardingTables to, Supplier<String> token, ShadowReads shadowReads) {

  /**
   * A table whose items are being moved.
   *
   * @param wider the one of both that has more shards, which knows all physical keys where both are
   *     in one table
   */
  record Moving(ShardedTable from, ShardedTable to, ShardedTable wider) {

    /** Whether the items stay in their table. */
    boolean isWithinTable() {
      return from.isBeside(to);
    }

    /** The places of an item, of which the attributes tell the logical key. */
    MovedItem item(Call call, Map<String, AttributeValue> attributes) {
      return MovedItem.of(call, from, to, attributes);
    }

    /** Start keys of reads that name places. */
    MovedStartKeys startKeys(Call call, @Nullable String index) {
      ShardedTable first = isWithinTable() ? wider : from;
      ShardedTable second = isWithinTable() ? wider : to;
      TableLayout inSecond = second.layout().in(second.layout().eraOfSecondPass());
      return new MovedStartKeys(call, from, first, second.by(inSecond), index);
    }

    /** The logical key whose items are moved; null for more than one. */
    @Nullable AttributeValue key() {
      Map<AttributeValue, Pieces> before = from.layout().keys();
      Map<AttributeValue, Pieces> after = to.layout().keys();
      List<AttributeValue> keys =
          Stream.concat(before.keySet().stream(), after.keySet().stream())
              .distinct()
              .filter(key -> !Objects.equals(before.get(key), after.get(key)))
              .toList();
      return from.layout().shards() == to.layout().shards() && keys.size() == 1
          ? keys.get(0)
          : null;
    }
  }

  /** Plans a request on items. */
  <R> Plan<R> plan(ShardingOperation<DynamoDbRequest, R> operation, DynamoDbRequest request) {
    from.refuseOthers(request);
    to.refuseOthers(request);
    return operation.whileMoving(this, request);
  }

  /** The table of this name; null if nothing moves in it. */
  @Nullable Moving find(@Nullable String tableName) {
    ShardedTable before = from.sharded().find(tableName);
    ShardedTable after = to.sharded().find(tableName);
    if (before == null || after == null || before.layout().equals(after.layout())) {
      return null;
    }
    return new Moving(
        before, after, shards(before, after) > shards(after, before) ? before : after);
  }

  /** The shards of all that can differ between a table and another form of it, added up. */
  private static int shards(ShardedTable table, ShardedTable other) {
    return Stream.concat(
                table.layout().keys().keySet().stream(), other.layout().keys().keySet().stream())
            .distinct()
            .mapToInt(table::shards)
            .sum()
        + table.keyShards().counts().byDefault().shardsMax();
  }

  /** A plan of which one thing more may follow. */
  static <R> Plan<R> following(Plan<R> plan, String more) {
    return new Plan<>(
        plan.flow(),
        () -> Stream.concat(plan.mayFollow().get().stream(), Stream.of(more)).toList(),
        plan.servedAhead());
  }

  /** The flows that bring all items that a request writes to their new places. */
  <Q extends DynamoDbRequest> List<Flow<Done>> settled(
      ShardingOperation<Q, ?> operation, Q request) {
    List<Flow<Done>> flows = new ArrayList<>();
    WrittenItems items =
        (tableName, attributes) -> {
          Moving table = find(tableName);
          if (table == null || tableName == null) {
            return;
          }
          Call call = new Call(operation.operation().sdkName(), tableName);
          if (!table.item(call, attributes).stays()) {
            flows.add(
                new ItemMover(
                        call,
                        table.from(),
                        table.to(),
                        request.overrideConfiguration().orElse(null),
                        token)
                    .move(attributes));
          }
        };
    operation.written(request, items);
    return flows;
  }
}
