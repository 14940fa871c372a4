package dev.evenkeel.sharding.internal.plan.item;

import dev.evenkeel.core.expression.ExpressionParser;
import dev.evenkeel.core.expression.PlaceholderAllocator;
import dev.evenkeel.core.expression.Update;
import dev.evenkeel.core.machine.Machine;
import dev.evenkeel.core.machine.SingleAsk;
import dev.evenkeel.sharding.internal.plan.layout.Call;
import dev.evenkeel.sharding.internal.plan.layout.LogicalView;
import dev.evenkeel.sharding.internal.plan.layout.ShardedTable;
import dev.evenkeel.sharding.internal.plan.rules.CarriedDeterminants;
import dev.evenkeel.sharding.internal.plan.rules.Conditions;
import dev.evenkeel.sharding.internal.plan.rules.LegacyParameters;
import dev.evenkeel.sharding.internal.plan.rules.UpdateRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** UpdateItem: one write where the shard is known, otherwise a probe of all shards before it. */
public final class UpdatePlan {
  private UpdatePlan() {}

  public static Machine<?, ?, UpdateItemResponse> of(
      ShardedTable table, UpdateItemRequest request) {
    Call call = new Call("UpdateItem", request.tableName());
    LegacyParameters.refuse(call, request);
    AttributeValue key = table.logicalKey(call, request.key());
    Update update = checked(call, table, key, request);
    OptionalInt shard = table.shardOf(call, key, request.key());
    UpdateItemRequest plain =
        request.toBuilder().key(table.withoutExtraDeterminants(request.key())).build();
    if (shard.isEmpty()) {
      return LocatedWrite.of(
          call, table, key, Locator.of(table, plain), LocatedUpdate.of(call, table, key, plain));
    }
    Map<String, AttributeValue> carried =
        table.shards(key) == 1 ? Map.of() : extraDeterminants(table, request.key());
    return single(
        table,
        carrying(call, update, carried, plain).toBuilder()
            .key(table.onShard(plain.key(), key, shard.getAsInt()))
            .build(),
        carried.keySet());
  }

  /** The parsed update, or null if there is none, or nothing to check. */
  private static @Nullable Update checked(
      Call call, ShardedTable table, AttributeValue key, UpdateItemRequest request) {
    if (table.storedAsGiven(key)) {
      return null;
    }
    Map<String, String> names = request.expressionAttributeNames();
    Conditions.refuseKeyValue(call, table, request.conditionExpression(), names);
    if (request.updateExpression() == null) {
      return null;
    }
    Update update = ExpressionParser.update(request.updateExpression(), names);
    UpdateRules.refuseKeyValue(call, table, update);
    if (table.shards(key) > 1) {
      UpdateRules.refuseDeterminants(call, table, update);
    }
    return update;
  }

  private static Map<String, AttributeValue> extraDeterminants(
      ShardedTable table, Map<String, AttributeValue> key) {
    Map<String, AttributeValue> extra = new HashMap<>(key);
    extra.keySet().retainAll(table.extraDeterminants());
    return extra;
  }

  private static UpdateItemRequest carrying(
      Call call,
      @Nullable Update update,
      Map<String, AttributeValue> determinants,
      UpdateItemRequest request) {
    if (determinants.isEmpty()) {
      return request;
    }
    PlaceholderAllocator fresh =
        PlaceholderAllocator.of(
            request.expressionAttributeNames(), request.expressionAttributeValues(), List.of());
    CarriedDeterminants carried = CarriedDeterminants.of(call, update, determinants, fresh);
    return request.toBuilder()
        .updateExpression(carried.expression())
        .expressionAttributeNames(carried.names())
        .expressionAttributeValues(carried.values())
        .build();
  }

  private static Machine<?, ?, UpdateItemResponse> single(
      ShardedTable table, UpdateItemRequest physical, Set<String> carried) {
    LogicalView view = table.view();
    UpdateAnswer answer = new UpdateAnswer(view, physical.returnValues(), carried);
    return SingleAsk.<UpdateItemRequest, UpdateItemResponse, UpdateItemResponse>of(
        physical, response -> answer.logical(response, List.of()), view::failure);
  }
}
