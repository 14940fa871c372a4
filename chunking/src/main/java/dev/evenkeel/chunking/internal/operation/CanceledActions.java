package dev.evenkeel.chunking.internal.operation;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.write.ItemSnapshot;
import dev.evenkeel.chunking.internal.write.ItemWrite;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.pace.Cancellations;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Why a transaction was cancelled.
 *
 * @param isAbandoned whether an intent of its own was not open any more
 * @param isOfLocksOnly whether nothing failed but optimistic locks: what the items have outside has
 *     changed
 */
record CanceledActions(boolean isAbandoned, boolean isOfLocksOnly) {

  /**
   * Looks at the reasons, of which the first are of the caller's actions and the others of intents.
   *
   * @param snapshots the items as read before, of the actions with an optimistic lock
   */
  static CanceledActions of(
      Throwable failure, List<TransactAction> actions, Map<ItemWrite, ItemSnapshot> snapshots) {
    if (!(failure instanceof TransactionCanceledException canceled)
        || canceled.cancellationReasons().size() < actions.size()) {
      return new CanceledActions(false, false);
    }
    List<CancellationReason> reasons = canceled.cancellationReasons();
    List<CancellationReason> ofIntents = reasons.subList(actions.size(), reasons.size());
    boolean abandoned = ofIntents.stream().anyMatch(Cancellations::isCondition);
    boolean anyOfLock = false;
    boolean anyOther = false;
    for (int i = 0; i < actions.size(); i++) {
      CancellationReason reason = reasons.get(i);
      if (Cancellations.isCause(reason)) {
        boolean ofLock = isOfLock(reason, actions.get(i), snapshots);
        anyOfLock |= ofLock;
        anyOther |= !ofLock;
      }
    }
    return new CanceledActions(abandoned, anyOfLock && !anyOther);
  }

  private static boolean isOfLock(
      CancellationReason reason, TransactAction action, Map<ItemWrite, ItemSnapshot> snapshots) {
    if (!action.mayMeetOutside() || !Cancellations.isCondition(reason)) {
      return false;
    }
    ItemWrite write = action.requireWrite();
    return !requireNonNull(snapshots.get(write)).isStill(reason.item(), write.overwrites());
  }

  /**
   * The failure as the caller may see it: a reason for each of its own actions, with the item as
   * callers see it where it was asked for, and a message that lists these reasons.
   *
   * @param ended the tables whose intents it ended, in the order of those actions
   */
  static <T> Flow<T> forCaller(
      Throwable failure, List<TransactAction> actions, Collection<TableStores> ended) {
    if (!(failure instanceof TransactionCanceledException canceled)
        || canceled.cancellationReasons().size() < actions.size()) {
      return Flow.failed(failure);
    }
    List<CancellationReason> reasons = ofActions(canceled.cancellationReasons(), actions, ended);
    List<Flow<CancellationReason>> forCaller = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      forCaller.add(forCaller(reasons.get(i), actions.get(i)));
    }
    // One after the other: what a call holds while it reads values is of one read at a time.
    return Flow.awaitAll(forCaller, 1).then(logical -> Flow.failed(with(canceled, logical)));
  }

  /**
   * The reasons of the caller's actions. The failure to end an intent, being throttled for example,
   * is reported for the first action of its table. Without a reason, callers could not know that
   * the transaction may be repeated.
   */
  private static List<CancellationReason> ofActions(
      List<CancellationReason> reasons,
      List<TransactAction> actions,
      Collection<TableStores> ended) {
    List<CancellationReason> forCaller = new ArrayList<>(reasons.subList(0, actions.size()));
    Iterator<CancellationReason> ofIntents =
        reasons.subList(actions.size(), reasons.size()).iterator();
    for (TableStores stores : ended) {
      CancellationReason reason = ofIntents.hasNext() ? ofIntents.next() : null;
      if (reason == null || !Cancellations.isCause(reason)) {
        continue;
      }
      for (int i = 0; i < actions.size(); i++) {
        if (stores.equals(actions.get(i).stores())) {
          if (!Cancellations.isCause(forCaller.get(i))) {
            forCaller.set(i, ofIntent(reason, stores.table()));
          }
          break;
        }
      }
    }
    return forCaller;
  }

  private static CancellationReason ofIntent(CancellationReason reason, ChunkedTable table) {
    return CancellationReason.builder()
        .code(reason.code())
        .message(
            "Of the intent that makes its large values visible, in table '%s': %s"
                .formatted(
                    requireNonNull(table.spec().intentTable()).tableName(), reason.message()))
        .build();
  }

  private static Flow<CancellationReason> forCaller(
      CancellationReason reason, TransactAction action) {
    TableStores stores = action.stores();
    if (!reason.hasItem() || stores == null) {
      return Flow.of(reason);
    }
    if (!action.itemWanted()) {
      return Flow.of(withoutItem(reason));
    }
    return stores
        .hydrator()
        .returned(action.key(), reason.item())
        .map(item -> reason.toBuilder().item(item).build())
        .recover(lost -> Flow.of(withoutItem(reason)));
  }

  private static CancellationReason withoutItem(CancellationReason reason) {
    return reason.toBuilder().item((Map<String, AttributeValue>) null).build();
  }

  /** DynamoDB's message lists the codes of all actions, ours too. */
  private static TransactionCanceledException with(
      TransactionCanceledException canceled, List<CancellationReason> reasons) {
    String codes =
        reasons.stream()
            .map(reason -> reason.code() == null ? "None" : reason.code())
            .collect(Collectors.joining(", ", "[", "]"));
    String message =
        "Transaction cancelled, please refer cancellation reasons for specific reasons " + codes;
    TransactionCanceledException.Builder builder =
        canceled.toBuilder().cancellationReasons(reasons);
    AwsErrorDetails details = canceled.awsErrorDetails();
    if (details != null) {
      builder.awsErrorDetails(details.toBuilder().errorMessage(message).rawResponse(null).build());
    }
    builder.message(message);
    TransactionCanceledException forCaller = builder.build();
    forCaller.setStackTrace(canceled.getStackTrace());
    return forCaller;
  }
}
