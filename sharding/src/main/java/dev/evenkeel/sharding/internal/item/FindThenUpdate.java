package dev.evenkeel.sharding.internal.item;

import dev.evenkeel.core.internal.expression.PlaceholderAllocator.PlaceholderUse;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.item.FindThenWrite.ItemWrite;
import dev.evenkeel.sharding.internal.item.GuardedCondition.Guard;
import dev.evenkeel.sharding.internal.layout.RepeatableDraw;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.spec.ItemLookupException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * An UpdateItem whose key does not tell the shard.
 *
 * @param key the logical partition key, canonical
 * @param request the caller's, without extra determinants
 * @param ifNowhere null if the caller gives no condition
 * @param carried the attributes that it sets and the caller did not name
 */
public record FindThenUpdate(
    Call call,
    ShardedTable table,
    AttributeValue key,
    UpdateItemRequest request,
    GuardedCondition ifThere,
    @Nullable GuardedCondition ifNowhere,
    Set<String> carried)
    implements ItemWrite<UpdateItemResponse> {

  /** Plans the write. */
  public static FindThenUpdate of(
      Call call,
      ShardedTable table,
      AttributeValue key,
      UpdateItemRequest request,
      Set<String> carried) {
    return new FindThenUpdate(
        call,
        table,
        key,
        request,
        guarded(call, Guard.ITEM_EXISTS, table, request),
        request.conditionExpression() == null ? null : guarded(call, Guard.NO_ITEM, table, request),
        carried);
  }

  private static GuardedCondition guarded(
      Call call, Guard guard, ShardedTable table, UpdateItemRequest request) {
    return GuardedCondition.of(
        call,
        guard,
        table.spec().partitionKey(),
        request.conditionExpression(),
        request.expressionAttributeNames());
  }

  @Override
  public Attempt found(Map<String, AttributeValue> physicalKey) {
    UpdateItemRequest there =
        request.toBuilder()
            .key(physicalKey)
            .conditionExpression(ifThere.expression())
            .expressionAttributeNames(ifThere.names())
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
            .build();
    return new Attempt(there, Guard.ITEM_EXISTS);
  }

  /**
   * An update may create the item if the spec says so, on the shard that every update of the key
   * would create it on: two that find nothing at the same time create one item. Otherwise DynamoDB
   * is asked only whether the caller's condition holds of a missing item: the failure of a
   * condition comes first.
   */
  @Override
  public Attempt missing() {
    if (table.spec().upsertOnDrawnShard()) {
      int shard = RepeatableDraw.bySortKey(call, table, key, request.key());
      return new Attempt(
          request.toBuilder().key(table.onShard(request.key(), key, shard)).build(), null);
    }
    if (ifNowhere == null) {
      throw noItem();
    }
    return new Attempt(question(ifNowhere), Guard.NO_ITEM);
  }

  /** A delete that deletes nothing, since its condition does not hold where there is an item. */
  private DeleteItemRequest question(GuardedCondition condition) {
    PlaceholderUse use = condition.use();
    Map<String, AttributeValue> values = use.usedValues(request.expressionAttributeValues());
    DeleteItemRequest.Builder question =
        DeleteItemRequest.builder()
            .tableName(request.tableName())
            .key(table.onShard(request.key(), key, 0))
            .conditionExpression(condition.expression())
            .expressionAttributeNames(use.usedNames(condition.names()))
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    if (!values.isEmpty()) {
      question.expressionAttributeValues(values);
    }
    request.overrideConfiguration().ifPresent(question::overrideConfiguration);
    return question.build();
  }

  @Override
  public UpdateItemResponse result(DynamoDbResponse answer, List<ConsumedCapacity> reads) {
    if (answer instanceof UpdateItemResponse updated) {
      return new UpdateAnswer(table.view(), request.returnValues(), carried)
          .logical(updated, reads);
    }
    throw noItem();
  }

  private ItemLookupException noItem() {
    return ItemLookupException.none(
        request.tableName(),
        table.spec().selector().calculated()
            ? "Give the attributes the shard is calculated from beside the key, or put the item"
            : "Put the item, or allow it with upsertOnDrawnShard() in the spec");
  }

  @Override
  public boolean returnsOldItem() {
    return request.returnValuesOnConditionCheckFailure()
        == ReturnValuesOnConditionCheckFailure.ALL_OLD;
  }
}
