package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.pace.Cancellations;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * Moves single items to their new place: before each write of them, and one after another by who
 * moves the table. Any number of processes may do so at a time, and each may stop at any step.
 *
 * <p>The copy is made by a transaction that checks that the old item is there, and only if the new
 * place is free: a late repeat of it changes nothing. The old item is deleted after the answer to
 * that, never before it and never in it, since the items of a transaction may become visible one by
 * one. TTL may delete the copy alone, while the old item is there: it is then copied once more.
 *
 * <p>An item that stays costs nothing, and one that is gone from its old place a read there. One
 * that is moved costs that read, and 5 write units for each KB begun: 3 at the old place.
 *
 * @param call the caller's, for refusals
 * @param settings for each request; null for the client's
 * @param token gives a token that no request has had
 */
public record ItemMover(
    Call call,
    ShardedTable from,
    ShardedTable to,
    @Nullable AwsRequestOverrideConfiguration settings,
    Supplier<String> token) {
  /** The places of the actions in the copying transaction. */
  private static final int CHECK = 0;

  private static final int PUT = 1;

  /**
   * Sees to it that an item is at its new place, or nowhere.
   *
   * @param attributes the item's, among them its logical key
   */
  public Flow<Done> move(Map<String, AttributeValue> attributes) {
    MovedItem item = MovedItem.of(call, from, to, attributes);
    return item.stays()
        ? Flow.done()
        : Retries.repeated(() -> attempt(item), ItemMover::passes, Retries.CALL_MAX)
            .step(ItemMover.class, "settle");
  }

  /**
   * Moves an item.
   *
   * @param read what is stored at its old place, where nothing changes any more
   */
  Flow<Done> move(MovedItem item, Map<String, AttributeValue> read) {
    return Retries.repeated(() -> moved(item, read), ItemMover::passes, Retries.JOB_MAX)
        .step(ItemMover.class, "move");
  }

  /** Or the new place, which was taken, is free again. */
  private static boolean passes(Throwable failure) {
    return Contention.isRetryable(failure) || Cancellations.isCondition(failure, PUT);
  }

  private Flow<Done> moved(MovedItem item, Map<String, AttributeValue> read) {
    return copied(item, read).then(there -> there ? deleted(item) : Flow.done());
  }

  private Flow<Done> attempt(MovedItem item) {
    return TableCall.get(get(from, item.from()))
        .then(found -> found.hasItem() ? moved(item, found.item()) : Flow.done());
  }

  /** False if the old item is gone, so that nothing is left to be done. */
  private Flow<Boolean> copied(MovedItem item, Map<String, AttributeValue> read) {
    TransactWriteItemsRequest copy =
        TransactWriteItemsRequest.builder()
            .transactItems(isThere(item), put(item.moved(read)))
            .clientRequestToken(token.get())
            .overrideConfiguration(settings)
            .build();
    return TableCall.transactWrite(copy)
        .map(done -> true)
        .recover(
            failure ->
                Cancellations.isCondition(failure, CHECK)
                    ? Flow.of(false)
                    : Cancellations.isCondition(failure, PUT)
                        ? isCopy(item, read, failure)
                        : Flow.failed(failure));
  }

  /**
   * Sees to it that what is at the new place is the copy. It may have been changed or deleted there
   * since, by who has deleted the old item first. So if the old item is there, one that differs is
   * another, and one that is gone was deleted by TTL or by who put another there. An old item that
   * has changed is one of a later move, in which this caller may write nothing.
   *
   * @param taken why the copy was not made
   */
  private Flow<Boolean> isCopy(MovedItem item, Map<String, AttributeValue> read, Throwable taken) {
    return TableCall.get(get(to, item.to()))
        .then(
            found ->
                found.hasItem() && item.isCopy(found.item(), read)
                    ? Flow.of(true)
                    : isGone(item, read, found.hasItem() ? another() : taken));
  }

  /**
   * @param otherwise the failure if the old item is there
   */
  private Flow<Boolean> isGone(
      MovedItem item, Map<String, AttributeValue> read, Throwable otherwise) {
    return TableCall.get(get(from, item.from()))
        .then(
            old ->
                old.hasItem() && MovedItem.areSame(old.item(), read)
                    ? Flow.failed(otherwise)
                    : Flow.of(false));
  }

  private LayoutChangeException another() {
    return new LayoutChangeException(
        Reason.SHARDS_NOT_FREE,
        from.tableName(),
        "An item cannot be moved: another one is at its new place, which an earlier layout left or a client without Evenkeel has written. A run moves all others, so that what it leaves at the old places are such items. Look there with a plain client: the other one has the same sort key, at a new place. Delete the wrong one of both, and run the move again.");
  }

  private GetItemRequest get(ShardedTable table, Map<String, AttributeValue> key) {
    return GetItemRequest.builder()
        .tableName(table.storedIn())
        .key(key)
        .consistentRead(true)
        .overrideConfiguration(settings)
        .build();
  }

  private TransactWriteItem isThere(MovedItem item) {
    ConditionCheck check =
        ConditionCheck.builder()
            .tableName(from.storedIn())
            .key(item.from())
            .conditionExpression("attribute_exists(#pk)")
            .expressionAttributeNames(Map.of("#pk", from.partitionKey()))
            .build();
    return TransactWriteItem.builder().conditionCheck(check).build();
  }

  private TransactWriteItem put(Map<String, AttributeValue> moved) {
    Put put =
        Put.builder()
            .tableName(to.storedIn())
            .item(moved)
            .conditionExpression("attribute_not_exists(#pk)")
            .expressionAttributeNames(Map.of("#pk", from.partitionKey()))
            .build();
    return TransactWriteItem.builder().put(put).build();
  }

  private Flow<Done> deleted(MovedItem item) {
    DeleteItemRequest delete =
        DeleteItemRequest.builder()
            .tableName(from.storedIn())
            .key(item.from())
            .overrideConfiguration(settings)
            .build();
    return TableCall.delete(delete).map(done -> Done.DONE);
  }
}
