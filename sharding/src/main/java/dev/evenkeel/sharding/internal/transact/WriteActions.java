package dev.evenkeel.sharding.internal.transact;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.sharding.internal.expression.ShardedUpdate;
import dev.evenkeel.sharding.internal.expression.WriteExpressions;
import dev.evenkeel.sharding.internal.layout.LogicalItem;
import dev.evenkeel.sharding.internal.layout.RepeatableDraw;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.spec.ShardSelector;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * Rewrites the actions of one TransactWriteItems request one to one, in their order. Actions on
 * other tables stay as they are.
 */
public final class WriteActions {
  private static final String TOKEN = "token";
  private static final String POSITION = "position";
  private static final ShardSelector DERIVED = ShardSelector.hashOf(TOKEN, POSITION);

  private final ManagedTables<ShardedTable> tables;
  private final @Nullable String token;
  private final TransactionFailure failure;
  private final Set<LogicalItem> items = new HashSet<>();
  private int position;

  public WriteActions(
      ManagedTables<ShardedTable> tables, @Nullable String token, TransactionFailure failure) {
    this.tables = tables;
    this.token = token;
    this.failure = failure;
  }

  public TransactWriteItem physical(TransactWriteItem action) {
    failure.nextAction(1);
    TransactWriteItem.Builder physical = action.toBuilder();
    if (action.put() != null) {
      physical.put(put(action.put()));
    }
    if (action.update() != null) {
      physical.update(update(action.update()));
    }
    if (action.delete() != null) {
      physical.delete(delete(action.delete()));
    }
    if (action.conditionCheck() != null) {
      physical.conditionCheck(conditionCheck(action.conditionCheck()));
    }
    position++;
    return physical.build();
  }

  private Put put(Put put) {
    ShardedTable whole = tables.find(put.tableName());
    if (whole == null) {
      return put;
    }
    Call call = call("put", put.tableName());
    AttributeValue key = whole.logicalKey(call, put.item());
    ShardedTable table = whole.at(call, key, put.item());
    if (table.drawn(key) && put.conditionExpression() != null) {
      throw call.refuse(
          "selector '%s' writes to a drawn shard, where a condition sees nothing of the item on another"
              .formatted(table.spec().selector().id()),
          "Use hashOf, which always writes an item to the same shard");
    }
    WriteExpressions expressions =
        WriteExpressions.of(
                put.conditionExpression(),
                put.expressionAttributeNames(),
                put.expressionAttributeValues())
            .inStoredTerms(call, table, key);
    int shard = drawn(call, table, key, put.item());
    refuseSecondAction(call, table, key, put.item());
    failure.touches(table);
    Map<String, AttributeValue> item = table.itemOnShard(call, put.item(), key, shard);
    item.putAll(table.indexShards().repeatable(put.item()));
    return put.toBuilder()
        .item(item)
        .conditionExpression(expressions.condition())
        .expressionAttributeNames(expressions.namesToSend())
        .expressionAttributeValues(expressions.valuesToSend())
        .build();
  }

  /**
   * Picks the shard of a put. An item's own token comes first.
   *
   * <p>A drawn shard is derived from the ClientRequestToken and the place of the action, with the
   * frozen hash. DynamoDB takes a token for ten minutes and refuses it with other parameters (AWS:
   * TransactWriteItems API reference), so a retry with the same token, in whatever process, must
   * become the same request. Without a token each call is a transaction of its own: the delegate
   * makes a token for it, below this client, and its retries send one and the same request.
   */
  private int drawn(
      Call call, ShardedTable table, AttributeValue key, Map<String, AttributeValue> item) {
    if (token == null || !table.drawsAnew(key)) {
      return table.shardForWrite(call, key, item);
    }
    return DERIVED.select(
        Map.of(
            TOKEN, AttributeValue.fromS(token),
            POSITION, AttributeValue.fromN(Integer.toString(position))),
        RepeatableDraw.shards(table, key));
  }

  private Update update(Update update) {
    ShardedTable whole = tables.find(update.tableName());
    if (whole == null) {
      return update;
    }
    Call call = call("update", update.tableName());
    AttributeValue key = whole.logicalKey(call, update.key());
    ShardedTable table = whole.at(call, key, update.key());
    WriteExpressions stored =
        WriteExpressions.of(
                update.conditionExpression(),
                update.updateExpression(),
                update.expressionAttributeNames(),
                update.expressionAttributeValues())
            .inStoredTerms(call, table, key);
    Map<String, AttributeValue> physicalKey = physicalKey(call, table, key, update.key());
    ShardedUpdate checked = ShardedUpdate.of(call, table, key, stored);
    WriteExpressions expressions =
        checked.update() == null
            ? stored // without an expression it is DynamoDB's to refuse
            : checked.carrying(
                checked.carried(update.key(), table.indexShards()::repeatable, true));
    return update.toBuilder()
        .key(physicalKey)
        .conditionExpression(expressions.condition())
        .updateExpression(expressions.update())
        .expressionAttributeNames(expressions.namesToSend())
        .expressionAttributeValues(expressions.valuesToSend())
        .build();
  }

  private Delete delete(Delete delete) {
    ShardedTable whole = tables.find(delete.tableName());
    if (whole == null) {
      return delete;
    }
    Call call = call("delete", delete.tableName());
    AttributeValue key = whole.logicalKey(call, delete.key());
    ShardedTable table = whole.at(call, key, delete.key());
    WriteExpressions expressions =
        WriteExpressions.of(
                delete.conditionExpression(),
                delete.expressionAttributeNames(),
                delete.expressionAttributeValues())
            .inStoredTerms(call, table, key);
    return delete.toBuilder()
        .key(physicalKey(call, table, key, delete.key()))
        .conditionExpression(expressions.condition())
        .expressionAttributeNames(expressions.namesToSend())
        .expressionAttributeValues(expressions.valuesToSend())
        .build();
  }

  private ConditionCheck conditionCheck(ConditionCheck check) {
    ShardedTable whole = tables.find(check.tableName());
    if (whole == null) {
      return check;
    }
    Call call = call("conditionCheck", check.tableName());
    AttributeValue key = whole.logicalKey(call, check.key());
    ShardedTable table = whole.at(call, key, check.key());
    WriteExpressions expressions =
        WriteExpressions.of(
                check.conditionExpression(),
                check.expressionAttributeNames(),
                check.expressionAttributeValues())
            .inStoredTerms(call, table, key);
    return check.toBuilder()
        .key(physicalKey(call, table, key, check.key()))
        .conditionExpression(expressions.condition())
        .expressionAttributeNames(expressions.namesToSend())
        .expressionAttributeValues(expressions.valuesToSend())
        .build();
  }

  private Call call(String action, String table) {
    return new Call(
        "TransactWriteItems", table, "transactItems[%d].%s: ".formatted(position, action));
  }

  private Map<String, AttributeValue> physicalKey(
      Call call, ShardedTable table, AttributeValue key, Map<String, AttributeValue> given) {
    if (table.drawn(key)) {
      throw call.refuse(
          "selector '%s' drew the shard of the item, and a transaction cannot look for it"
              .formatted(table.spec().selector().id()),
          "Use hashOf, or find the item with GetItem and change it outside the transaction");
    }
    int shard = table.shardForWrite(call, key, given);
    Map<String, AttributeValue> plainKey = table.beside().dropped(given);
    refuseSecondAction(call, table, key, plainKey);
    failure.touches(table);
    return table.onShard(plainKey, key, shard);
  }

  /** Where the shard follows from the key, DynamoDB itself sees and refuses it. */
  private void refuseSecondAction(
      Call call, ShardedTable table, AttributeValue key, Map<String, AttributeValue> attributes) {
    if (table.shardKnownFromKey(key)) {
      return;
    }
    LogicalItem item = LogicalItem.of(table, key, attributes);
    if (item != null && !items.add(item)) {
      throw call.invalid(
          "the transaction has an earlier action on the same logical item",
          "Give each item of a transaction one action, as DynamoDB demands");
    }
  }
}
