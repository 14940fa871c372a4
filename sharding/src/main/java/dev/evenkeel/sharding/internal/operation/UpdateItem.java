package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.counter.AddPlan;
import dev.evenkeel.sharding.internal.expression.ShardedUpdate;
import dev.evenkeel.sharding.internal.expression.WriteExpressions;
import dev.evenkeel.sharding.internal.item.FindThenUpdate;
import dev.evenkeel.sharding.internal.item.FindThenWrite;
import dev.evenkeel.sharding.internal.item.UpdateAnswer;
import dev.evenkeel.sharding.internal.item.WrittenItems;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.layout.LogicalView;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.operation.ShardingOperation.ItemOperation;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** UpdateItem: one write where the shard is known, otherwise a probe of all shards before it. */
final class UpdateItem extends ItemOperation<UpdateItemRequest, UpdateItemResponse> {
  UpdateItem() {
    super(
        Operation.UPDATE_ITEM,
        UpdateItemRequest.class,
        UpdateItemRequest::tableName,
        Disposition.FAN_OUT,
        "Writes to the item's shard; if the key does not tell it, reads every shard to find it");
  }

  @Override
  boolean addsUp() {
    return true;
  }

  @Override
  Plan<UpdateItemResponse> onSharded(
      ShardingTables tables, ShardedTable table, UpdateItemRequest request) {
    return of(table, request);
  }

  @Override
  Plan<UpdateItemResponse> onCounter(
      ShardingTables tables, CounterTable table, UpdateItemRequest request) {
    return AddPlan.of(table, request);
  }

  @Override
  void written(UpdateItemRequest request, WrittenItems items) {
    items.add(request.tableName(), request.key());
  }

  @Override
  void places(UpdateItemRequest request, ShardPlaces places) {
    places.addUpdate(request.tableName(), request.key());
  }

  static Plan<UpdateItemResponse> of(ShardedTable whole, UpdateItemRequest request) {
    Call call = new Call("UpdateItem", request.tableName());
    call.refuseLegacy(request);
    AttributeValue key = whole.logicalKey(call, request.key());
    ShardedTable table = whole.at(call, key, request.key());
    WriteExpressions stored =
        WriteExpressions.of(
                request.conditionExpression(),
                request.updateExpression(),
                request.expressionAttributeNames(),
                request.expressionAttributeValues())
            .inStoredTerms(call, table, key);
    ShardedUpdate update = ShardedUpdate.of(call, table, key, stored);
    OptionalInt shard = table.shardOf(call, key, request.key());
    Map<String, AttributeValue> carried =
        update.carried(request.key(), table.indexShards()::of, shard.isPresent());
    WriteExpressions expressions = update.carrying(carried);
    UpdateItemRequest plain =
        request.toBuilder()
            .key(table.beside().dropped(request.key()))
            .conditionExpression(expressions.condition())
            .updateExpression(expressions.update())
            .expressionAttributeNames(expressions.namesToSend())
            .expressionAttributeValues(expressions.valuesToSend())
            .build();
    if (shard.isEmpty()) {
      FindThenUpdate write = FindThenUpdate.of(call, table, key, plain, carried.keySet());
      GetItemRequest read =
          GetItemRequest.builder()
              .tableName(plain.tableName())
              .key(plain.key())
              .returnConsumedCapacity(plain.returnConsumedCapacity())
              .overrideConfiguration(plain.overrideConfiguration().orElse(null))
              .build();
      return FindThenWrite.of(call, table, key, read, write);
    }
    return single(
        table,
        plain.toBuilder().key(table.onShard(plain.key(), key, shard.getAsInt())).build(),
        carried.keySet());
  }

  private static Plan<UpdateItemResponse> single(
      ShardedTable table, UpdateItemRequest physical, Set<String> carried) {
    LogicalView view = table.view();
    UpdateAnswer answer = new UpdateAnswer(view, physical.returnValues(), carried);
    return Plan.of(
        TableCall.update(physical)
            .mapFailure(view::failure)
            .map(response -> answer.logical(response, List.of())));
  }
}
