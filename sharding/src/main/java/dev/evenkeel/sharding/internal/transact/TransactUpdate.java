package dev.evenkeel.sharding.internal.transact;

import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.expression.CarriedAttributes;
import dev.evenkeel.sharding.internal.expression.UpdateRules;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** The update expression of an Update action, under the same rules as that of UpdateItem. */
public final class TransactUpdate {
  private TransactUpdate() {}

  /**
   * Checks the expression, and adds to it what an upsert must not lose.
   *
   * @param key the logical key, canonical
   */
  public static Update of(Call call, ShardedTable table, AttributeValue key, Update action) {
    if (action.updateExpression() == null || !table.rewritesUpdates(key)) {
      return action;
    }
    var update =
        ExpressionParser.update(action.updateExpression(), action.expressionAttributeNames());
    UpdateRules.check(call, table, key, update);
    Map<String, AttributeValue> carried = new HashMap<>();
    if (CarriedAttributes.matterTo(update)) {
      carried.putAll(table.indexShards().repeatable(action.key()));
      if (table.shards(key) > 1) {
        carried.putAll(table.beside().of(action.key()));
      }
    }
    return carried.isEmpty()
        ? action
        : with(CarriedAttributes.of(call, update, carried, placeholders(action)), action);
  }

  private static PlaceholderAllocator placeholders(Update action) {
    return PlaceholderAllocator.of(
        action.expressionAttributeNames(), action.expressionAttributeValues(), List.of());
  }

  private static Update with(CarriedAttributes carried, Update action) {
    return action.toBuilder()
        .updateExpression(carried.expression())
        .expressionAttributeNames(carried.names())
        .expressionAttributeValues(carried.values())
        .build();
  }
}
