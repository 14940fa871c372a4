package dev.evenkeel.sharding.internal.plan.item;

import dev.evenkeel.core.expression.ExpressionParser;
import dev.evenkeel.core.expression.PlaceholderAllocator;
import dev.evenkeel.core.expression.Update;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.LegacyParameters;
import dev.evenkeel.sharding.internal.plan.layout.LogicalView;
import dev.evenkeel.sharding.internal.plan.layout.ShardedTable;
import dev.evenkeel.sharding.internal.plan.rules.CarriedAttributes;
import dev.evenkeel.sharding.internal.plan.rules.UpdateRules;
import dev.evenkeel.sharding.internal.plan.rules.WriteExpressions;
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

  public static Plan<UpdateItemResponse> of(ShardedTable table, UpdateItemRequest asked) {
    Call call = new Call("UpdateItem", asked.tableName());
    LegacyParameters.refuse(call, asked);
    AttributeValue key = table.logicalKey(call, asked.key());
    UpdateItemRequest request = inStoredTerms(call, table, key, asked);
    Update update = table.rewritesUpdates(key) ? parsed(request) : null;
    UpdateRules.check(call, table, key, update);
    OptionalInt shard = table.shardOf(call, key, request.key());
    Map<String, AttributeValue> carried = new HashMap<>();
    if (CarriedAttributes.matterTo(update)) {
      carried.putAll(table.indexShards().of(request.key()));
      if (shard.isPresent() && table.shards(key) > 1) {
        carried.putAll(table.extraDeterminants(request.key()));
      }
    }
    UpdateItemRequest plain =
        carrying(call, update, carried, request).toBuilder()
            .key(table.withoutExtraDeterminants(request.key()))
            .build();
    if (shard.isEmpty()) {
      LocatedUpdate write = LocatedUpdate.of(call, table, key, plain, carried.keySet());
      return LocatedWrite.of(call, table, key, Locator.of(table, plain), write);
    }
    return single(
        table,
        plain.toBuilder().key(table.onShard(plain.key(), key, shard.getAsInt())).build(),
        carried.keySet());
  }

  private static UpdateItemRequest inStoredTerms(
      Call call, ShardedTable table, AttributeValue key, UpdateItemRequest request) {
    WriteExpressions expressions =
        WriteExpressions.of(
                request.conditionExpression(),
                request.updateExpression(),
                request.expressionAttributeNames(),
                request.expressionAttributeValues())
            .inStoredTerms(call, table, key);
    return expressions.changed()
        ? request.toBuilder()
            .conditionExpression(expressions.condition())
            .updateExpression(expressions.update())
            .expressionAttributeNames(expressions.namesToSend())
            .expressionAttributeValues(expressions.valuesToSend())
            .build()
        : request;
  }

  private static @Nullable Update parsed(UpdateItemRequest request) {
    return request.updateExpression() == null
        ? null
        : ExpressionParser.update(request.updateExpression(), request.expressionAttributeNames());
  }

  private static UpdateItemRequest carrying(
      Call call,
      @Nullable Update update,
      Map<String, AttributeValue> attributes,
      UpdateItemRequest request) {
    if (attributes.isEmpty()) {
      return request;
    }
    PlaceholderAllocator fresh =
        PlaceholderAllocator.of(
            request.expressionAttributeNames(), request.expressionAttributeValues(), List.of());
    CarriedAttributes carried = CarriedAttributes.of(call, update, attributes, fresh);
    return request.toBuilder()
        .updateExpression(carried.expression())
        .expressionAttributeNames(carried.names())
        .expressionAttributeValues(carried.values())
        .build();
  }

  private static Plan<UpdateItemResponse> single(
      ShardedTable table, UpdateItemRequest physical, Set<String> carried) {
    LogicalView view = table.view();
    UpdateAnswer answer = new UpdateAnswer(view, physical.returnValues(), carried);
    return Plan.of(
        TableCall.update(physical)
            .mapFailure(view::failure)
            .map(response -> answer.logical(response, List.of()))
            .step(UpdatePlan.class, "update"));
  }
}
