package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.State;
import dev.evenkeel.chunking.internal.wire.IntentFormat;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The notes of unfinished writes. Two rules make them safe. A write becomes visible only by a
 * transaction that ends its intent. A clean-up ends the intent first. Only one of the two happens,
 * whatever pauses, clocks and lost answers do.
 */
public final class Intents {
  private static final String STATE_IS = "#state = :expected";
  private static final Map<String, String> NAMES =
      Map.of("#state", IntentFormat.STATE, "#at", IntentFormat.COMMITTED_AT);
  private static final String COMMIT = "SET #state = :next, #at = :at, #changes = :changes";
  private static final Map<String, String> COMMIT_NAMES =
      Map.of(
          "#state", IntentFormat.STATE,
          "#at", IntentFormat.COMMITTED_AT,
          "#changes", IntentFormat.CHANGES);

  private final IntentTableSpec table;

  public Intents(IntentTableSpec table) {
    this.table = table;
  }

  /** Notes a write that is about to begin, or what remains to be deleted of one that was made. */
  public Flow<Done> note(Intent intent) {
    PutItemRequest request =
        PutItemRequest.builder()
            .tableName(table.tableName())
            .item(IntentFormat.write(table, intent))
            .build();
    return MissingStores.named(table, TableCall.put(request)).map(response -> Done.DONE);
  }

  /** The same as an action of a transaction. */
  public TransactWriteItem noting(Intent intent) {
    return TransactWriteItem.builder()
        .put(put -> put.tableName(table.tableName()).item(IntentFormat.write(table, intent)))
        .build();
  }

  /**
   * The action that makes a write visible, or prevents it: it fails unless the intent is open. The
   * intent goes if nothing is to be deleted later, and else says what, and since when.
   *
   * @param intent with what it replaces, which may not have been known when it was noted
   */
  public TransactWriteItem committing(Intent intent, long nowMillis) {
    Map<String, AttributeValue> key = IntentFormat.key(table, intent.id(), intent.due());
    TransactWriteItem.Builder action = TransactWriteItem.builder();
    if (!intent.replacesAny()) {
      return action
          .delete(
              delete ->
                  delete
                      .tableName(table.tableName())
                      .key(key)
                      .conditionExpression(STATE_IS)
                      .expressionAttributeNames(Map.of("#state", IntentFormat.STATE))
                      .expressionAttributeValues(Map.of(":expected", text(State.OPEN))))
          .build();
    }
    return action
        .update(
            update ->
                update
                    .tableName(table.tableName())
                    .key(key)
                    .updateExpression(COMMIT)
                    .conditionExpression(STATE_IS)
                    .expressionAttributeNames(COMMIT_NAMES)
                    .expressionAttributeValues(commitValues(State.OPEN, intent, nowMillis)))
        .build();
  }

  private static Map<String, AttributeValue> commitValues(
      State expected, Intent intent, long nowMillis) {
    return Map.of(
        ":expected", text(expected),
        ":next", text(State.COMMITTED),
        ":at", AttributeValue.fromN(Long.toString(nowMillis)),
        ":changes", IntentFormat.changes(intent));
  }

  /** The state of an intent that was to be abandoned. */
  public enum Abandoned {
    /** It is given up and can never become visible any more. */
    NOW,
    /** It was given up before. */
    BEFORE,
    /** It is visible: it cannot be given up. */
    COMMITTED,
    /** Its intent is gone: it was visible, or was given up and cleaned up. */
    GONE
  }

  /** Gives a write up, unless it is visible. */
  public Flow<Abandoned> abandon(Intent intent) {
    UpdateItemRequest request =
        UpdateItemRequest.builder()
            .tableName(table.tableName())
            .key(IntentFormat.key(table, intent.id(), intent.due()))
            .updateExpression("SET #state = :next")
            .conditionExpression(STATE_IS)
            .expressionAttributeNames(Map.of("#state", IntentFormat.STATE))
            .expressionAttributeValues(
                Map.of(":expected", text(State.OPEN), ":next", text(State.ABANDONED)))
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
            .build();
    return MissingStores.named(table, TableCall.update(request))
        .map(response -> Abandoned.NOW)
        .recover(ConditionalCheckFailedException.class, failed -> Flow.of(found(failed)));
  }

  private static Abandoned found(ConditionalCheckFailedException failed) {
    AttributeValue state = failed.hasItem() ? failed.item().get(IntentFormat.STATE) : null;
    if (state == null) {
      return Abandoned.GONE;
    }
    return state.equals(text(State.COMMITTED)) ? Abandoned.COMMITTED : Abandoned.BEFORE;
  }

  /**
   * Says that what was to be replaced has been. For writes that stage nothing, and so need no
   * guard: that their intent may have been given up meanwhile does not matter to them.
   */
  public Flow<Done> replaced(Intent intent, long nowMillis) {
    return note(
        new Intent(intent.id(), intent.due(), State.COMMITTED, nowMillis, intent.changes()));
  }

  /** Forgets an intent, of which nothing is left to do. */
  public Flow<Done> forget(Intent intent) {
    DeleteItemRequest request =
        DeleteItemRequest.builder()
            .tableName(table.tableName())
            .key(IntentFormat.key(table, intent.id(), intent.due()))
            .build();
    return MissingStores.named(table, TableCall.delete(request)).map(response -> Done.DONE);
  }

  /**
   * Forgets an intent that is still as it was read, as far as it went. One that a late writer has
   * ended again since then stays, for it says more than what was read.
   */
  public Flow<Done> forgetUnlessMoved(Intent read, State state) {
    Long at = read.committedAtMillis();
    Map<String, AttributeValue> values = new LinkedHashMap<>(Map.of(":expected", text(state)));
    if (at != null) {
      values.put(":at", AttributeValue.fromN(at.toString()));
    }
    return unlessRefused(
        TableCall.delete(
            DeleteItemRequest.builder()
                .tableName(table.tableName())
                .key(IntentFormat.key(table, read.id(), read.due()))
                .conditionExpression(
                    STATE_IS + (at == null ? " AND attribute_not_exists(#at)" : " AND #at = :at"))
                .expressionAttributeNames(NAMES)
                .expressionAttributeValues(values)
                .build()));
  }

  /**
   * Notes what a write that was given up may have replaced: a write without a guard can still have
   * been applied. It is looked at again after the grace from now.
   */
  public Flow<Done> replacedPerhaps(Intent given, long nowMillis) {
    return unlessRefused(
        TableCall.update(
            UpdateItemRequest.builder()
                .tableName(table.tableName())
                .key(IntentFormat.key(table, given.id(), given.due()))
                .updateExpression(COMMIT)
                .conditionExpression(STATE_IS)
                .expressionAttributeNames(COMMIT_NAMES)
                .expressionAttributeValues(commitValues(State.ABANDONED, given, nowMillis))
                .build()));
  }

  /** A failed condition counts as done: another process has made this write, or a later one. */
  private <R> Flow<Done> unlessRefused(Flow<R> write) {
    return TableCall.unlessRefused(MissingStores.named(table, write));
  }

  private static AttributeValue text(State state) {
    return AttributeValue.fromS(state.name());
  }
}
