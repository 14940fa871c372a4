package dev.evenkeel.chunking.internal.operation;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.write.Failures;
import dev.evenkeel.chunking.internal.write.ItemWrite;
import dev.evenkeel.chunking.internal.write.ManagedCondition;
import dev.evenkeel.chunking.internal.write.ManagedCondition.Expressions;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.core.internal.answer.ValidationErrors;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.pace.Cancellations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * One action of a transaction.
 *
 * @param withoutLock as it is sent if nothing outside is concerned
 * @param write the write of large values; null if there is none
 * @param stores null if its table has no large values
 * @param key of the item; empty if its table has no large values
 * @param itemWanted whether the caller wants the item if its condition fails
 */
record TransactAction(
    TransactWriteItem withoutLock,
    @Nullable ItemWrite write,
    @Nullable TableStores stores,
    Map<String, AttributeValue> key,
    boolean itemWanted) {

  static Flow<TransactAction> of(
      ManagedTables<TableStores> tables, TransactWriteItem request, int place) {
    requireOne(request, place);
    String table = tableName(request);
    TableStores stores = tables.find(table);
    if (table == null || stores == null) {
      return Flow.of(new TransactAction(request, null, null, Map.of(), false));
    }
    Call call = new Call("TransactWriteItems", table, "action %d: ".formatted(place + 1));
    if (request.put() != null) {
      return put(call, stores, request.put());
    }
    if (request.update() != null) {
      return update(call, stores, request.update());
    }
    return Flow.of(
        request.delete() != null
            ? delete(call, stores, request.delete())
            : check(call, stores, request.conditionCheck()));
  }

  /** Refuses what DynamoDB refuses. One of two actions would be sent, and the other be dropped. */
  private static void requireOne(TransactWriteItem request, int place) {
    long actions =
        Stream.of(request.conditionCheck(), request.put(), request.delete(), request.update())
            .filter(Objects::nonNull)
            .count();
    if (actions != 1) {
      throw ValidationErrors.of(
          "TransactWriteItems refused: element %d of TransactItems has %d actions. Give each element one of ConditionCheck, Put, Update and Delete."
              .formatted(place + 1, actions));
    }
  }

  private static @Nullable String tableName(TransactWriteItem request) {
    if (request.put() != null) {
      return request.put().tableName();
    }
    if (request.update() != null) {
      return request.update().tableName();
    }
    if (request.delete() != null) {
      return request.delete().tableName();
    }
    return request.conditionCheck() == null ? null : request.conditionCheck().tableName();
  }

  private static TransactAction of(
      ItemWrite write,
      TransactWriteItem withoutLock,
      @Nullable ReturnValuesOnConditionCheckFailure wanted) {
    return new TransactAction(withoutLock, write, write.stores(), write.key(), wantsItem(wanted));
  }

  private static boolean wantsItem(@Nullable ReturnValuesOnConditionCheckFailure wanted) {
    return wanted == ReturnValuesOnConditionCheckFailure.ALL_OLD;
  }

  private static Flow<TransactAction> put(Call call, TableStores stores, Put put) {
    ManagedCondition condition =
        new ManagedCondition(
            call,
            stores.table(),
            put.conditionExpression(),
            put.expressionAttributeNames(),
            put.expressionAttributeValues());
    return PutItem.Write.of(stores, put.item(), condition)
        .map(write -> put(put, write, condition.withoutLock()));
  }

  private static TransactAction put(Put put, PutItem.Write write, Expressions expressions) {
    Put sent =
        put.toBuilder()
            .item(write.item(Map.of()))
            .conditionExpression(expressions.condition())
            .expressionAttributeNames(expressions.names())
            .expressionAttributeValues(expressions.values())
            .build();
    return of(
        write,
        TransactWriteItem.builder().put(sent).build(),
        put.returnValuesOnConditionCheckFailure());
  }

  private static Flow<TransactAction> update(Call call, TableStores stores, Update update) {
    return UpdateWrite.of(
            call,
            stores,
            new UpdateWrite.Parts(
                update.key(),
                update.updateExpression(),
                update.conditionExpression(),
                update.expressionAttributeNames(),
                update.expressionAttributeValues(),
                false))
        .map(write -> update(update, write));
  }

  private static TransactAction update(Update update, UpdateWrite write) {
    Expressions expressions = write.expressions(Map.of(), null);
    Update sent =
        update.toBuilder()
            .updateExpression(expressions.update())
            .conditionExpression(expressions.condition())
            .expressionAttributeNames(expressions.names())
            .expressionAttributeValues(expressions.values())
            .build();
    return of(
        write,
        TransactWriteItem.builder().update(sent).build(),
        update.returnValuesOnConditionCheckFailure());
  }

  private static TransactAction delete(Call call, TableStores stores, Delete delete) {
    ManagedCondition condition =
        new ManagedCondition(
            call,
            stores.table(),
            delete.conditionExpression(),
            delete.expressionAttributeNames(),
            delete.expressionAttributeValues());
    Expressions expressions = condition.withoutLock();
    Delete sent =
        delete.toBuilder()
            .conditionExpression(expressions.condition())
            .expressionAttributeNames(expressions.names())
            .expressionAttributeValues(expressions.values())
            .build();
    return of(
        new DeleteItem.Write(stores, delete.key(), condition),
        TransactWriteItem.builder().delete(sent).build(),
        delete.returnValuesOnConditionCheckFailure());
  }

  private static TransactAction check(Call call, TableStores stores, ConditionCheck check) {
    var unused = stores.table().requireKey(call, check.key());
    Expressions expressions =
        new ManagedCondition(
                call,
                stores.table(),
                check.conditionExpression(),
                check.expressionAttributeNames(),
                check.expressionAttributeValues())
            .withoutLock();
    ConditionCheck sent =
        check.toBuilder()
            .conditionExpression(expressions.condition())
            .expressionAttributeNames(expressions.names())
            .expressionAttributeValues(expressions.values())
            .build();
    return new TransactAction(
        TransactWriteItem.builder().conditionCheck(sent).build(),
        null,
        stores,
        check.key(),
        wantsItem(check.returnValuesOnConditionCheckFailure()));
  }

  /** Whether what it meets outside decides how it is sent. */
  boolean mayMeetOutside() {
    return write != null && write.table().spec().movesValues() && !write.overwrites().isEmpty();
  }

  /**
   * The same actions, with all values outside that may be where what is set made an item too large;
   * the very same if that is not all that was in the way.
   */
  static Flow<List<TransactAction>> withRoom(
      List<TransactAction> actions, TransactionCanceledException canceled) {
    List<CancellationReason> reasons = canceled.cancellationReasons();
    if (reasons.size() < actions.size()
        || !reasons.stream()
            .allMatch(reason -> Cancellations.passes(reason) || Failures.isOfItemSize(reason))) {
      return Flow.of(actions);
    }
    List<Flow<TransactAction>> roomy = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      roomy.add(actions.get(i).withRoom(reasons.get(i)));
    }
    return Flow.awaitAll(roomy);
  }

  private Flow<TransactAction> withRoom(CancellationReason reason) {
    return write instanceof UpdateWrite update && Failures.isOfItemSize(reason)
        ? update
            .allOutside()
            .map(outside -> new TransactAction(withoutLock, outside, stores, key, itemWanted))
        : Flow.of(this);
  }

  ItemWrite requireWrite() {
    return requireNonNull(write);
  }
}
