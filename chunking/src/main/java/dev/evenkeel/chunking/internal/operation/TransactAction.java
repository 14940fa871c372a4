package dev.evenkeel.chunking.internal.operation;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.write.ItemWrite;
import dev.evenkeel.chunking.internal.write.ManagedCondition;
import dev.evenkeel.chunking.internal.write.ManagedCondition.Expressions;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * One action of a transaction.
 *
 * @param request as the caller wrote it
 * @param withoutLock as it is sent if nothing outside is concerned
 * @param write the write of large values; null if there is none
 * @param stores null if its table has no large values
 */
record TransactAction(
    TransactWriteItem request,
    TransactWriteItem withoutLock,
    @Nullable ItemWrite write,
    @Nullable TableStores stores) {

  static Flow<TransactAction> of(
      ManagedTables<TableStores> tables, TransactWriteItem request, int place) {
    if (request.put() != null) {
      return put(tables, request, request.put(), place);
    }
    if (request.update() != null) {
      return update(tables, request, request.update(), place);
    }
    if (request.delete() != null) {
      return Flow.of(delete(tables, request, request.delete(), place));
    }
    return Flow.of(
        request.conditionCheck() == null
            ? plain(request)
            : check(tables, request, request.conditionCheck(), place));
  }

  private static TransactAction plain(TransactWriteItem request) {
    return new TransactAction(request, request, null, null);
  }

  private static Call call(String table, int place) {
    return new Call("TransactWriteItems", table, "action %d: ".formatted(place + 1));
  }

  private static Flow<TransactAction> put(
      ManagedTables<TableStores> tables, TransactWriteItem request, Put put, int place) {
    TableStores stores = tables.find(put.tableName());
    if (stores == null) {
      return Flow.of(plain(request));
    }
    ManagedCondition condition =
        new ManagedCondition(
            call(put.tableName(), place),
            stores.table(),
            put.conditionExpression(),
            put.expressionAttributeNames(),
            put.expressionAttributeValues());
    return PutItem.Write.of(stores, put.item(), condition)
        .map(write -> put(request, put, write, condition.withoutLock()));
  }

  private static TransactAction put(
      TransactWriteItem request, Put put, PutItem.Write write, Expressions expressions) {
    TransactWriteItem withoutLock =
        TransactWriteItem.builder()
            .put(
                put.toBuilder()
                    .item(write.item(Map.of()))
                    .conditionExpression(expressions.condition())
                    .expressionAttributeNames(expressions.names())
                    .expressionAttributeValues(expressions.values())
                    .build())
            .build();
    return new TransactAction(request, withoutLock, write, write.stores());
  }

  private static Flow<TransactAction> update(
      ManagedTables<TableStores> tables, TransactWriteItem request, Update update, int place) {
    TableStores stores = tables.find(update.tableName());
    if (stores == null) {
      return Flow.of(plain(request));
    }
    return UpdateWrite.of(
            call(update.tableName(), place),
            stores,
            new UpdateWrite.Parts(
                update.key(),
                update.updateExpression(),
                update.conditionExpression(),
                update.expressionAttributeNames(),
                update.expressionAttributeValues()))
        .map(write -> update(request, update, write));
  }

  private static TransactAction update(
      TransactWriteItem request, Update update, UpdateWrite write) {
    Expressions expressions = write.expressions(Map.of(), null);
    TransactWriteItem withoutLock =
        TransactWriteItem.builder()
            .update(
                update.toBuilder()
                    .updateExpression(expressions.update())
                    .conditionExpression(expressions.condition())
                    .expressionAttributeNames(expressions.names())
                    .expressionAttributeValues(expressions.values())
                    .build())
            .build();
    return new TransactAction(request, withoutLock, write, write.stores());
  }

  private static TransactAction delete(
      ManagedTables<TableStores> tables, TransactWriteItem request, Delete delete, int place) {
    TableStores stores = tables.find(delete.tableName());
    if (stores == null) {
      return plain(request);
    }
    ManagedCondition condition =
        new ManagedCondition(
            call(delete.tableName(), place),
            stores.table(),
            delete.conditionExpression(),
            delete.expressionAttributeNames(),
            delete.expressionAttributeValues());
    Expressions expressions = condition.withoutLock();
    TransactWriteItem withoutLock =
        TransactWriteItem.builder()
            .delete(
                delete.toBuilder()
                    .conditionExpression(expressions.condition())
                    .expressionAttributeNames(expressions.names())
                    .expressionAttributeValues(expressions.values())
                    .build())
            .build();
    return new TransactAction(
        request, withoutLock, new DeleteItem.Write(stores, delete.key(), condition), stores);
  }

  private static TransactAction check(
      ManagedTables<TableStores> tables,
      TransactWriteItem request,
      ConditionCheck check,
      int place) {
    TableStores stores = tables.find(check.tableName());
    if (stores == null) {
      return plain(request);
    }
    Call call = call(check.tableName(), place);
    var unused = stores.table().requireKey(call, check.key());
    ManagedCondition condition =
        new ManagedCondition(
            call,
            stores.table(),
            check.conditionExpression(),
            check.expressionAttributeNames(),
            check.expressionAttributeValues());
    Expressions expressions = condition.withoutLock();
    TransactWriteItem rewritten =
        TransactWriteItem.builder()
            .conditionCheck(
                check.toBuilder()
                    .conditionExpression(expressions.condition())
                    .expressionAttributeNames(expressions.names())
                    .expressionAttributeValues(expressions.values())
                    .build())
            .build();
    return new TransactAction(request, rewritten, null, stores);
  }

  @Nullable ChunkedTable table() {
    return stores == null ? null : stores.table();
  }

  /** Whether what it meets outside decides how it is sent. */
  boolean mayMeetOutside() {
    return write != null && write.table().spec().movesValues() && !write.overwrites().isEmpty();
  }

  ItemWrite requireWrite() {
    return requireNonNull(write);
  }

  /** The key of the item, to tell what a failed condition returns. */
  Map<String, AttributeValue> key() {
    if (write != null) {
      return write.key();
    }
    return request.conditionCheck() == null ? Map.of() : request.conditionCheck().key();
  }

  /** Whether the caller wants the item if its condition fails. */
  boolean itemWanted() {
    ReturnValuesOnConditionCheckFailure wanted = null;
    if (request.put() != null) {
      wanted = request.put().returnValuesOnConditionCheckFailure();
    } else if (request.update() != null) {
      wanted = request.update().returnValuesOnConditionCheckFailure();
    } else if (request.delete() != null) {
      wanted = request.delete().returnValuesOnConditionCheckFailure();
    } else if (request.conditionCheck() != null) {
      wanted = request.conditionCheck().returnValuesOnConditionCheckFailure();
    }
    return wanted == ReturnValuesOnConditionCheckFailure.ALL_OLD;
  }
}
