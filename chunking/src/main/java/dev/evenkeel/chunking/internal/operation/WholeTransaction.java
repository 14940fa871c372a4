package dev.evenkeel.chunking.internal.operation;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.write.Cleanup;
import dev.evenkeel.chunking.internal.write.Failures;
import dev.evenkeel.chunking.internal.write.ItemCommit;
import dev.evenkeel.chunking.internal.write.ItemSnapshot;
import dev.evenkeel.chunking.internal.write.ItemWrite;
import dev.evenkeel.chunking.internal.write.Staging;
import dev.evenkeel.chunking.internal.write.Staging.UnchangedValues;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.chunking.internal.write.Transaction.Staged;
import dev.evenkeel.chunking.internal.write.Transaction.StagedValues;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.core.internal.pace.Cancellations;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * A transaction of the caller's: reads what it meets, stages what leaves its items, and commits, as
 * {@link ItemCommit} does for one item.
 */
final class WholeTransaction {
  private static final int READS_AT_ONCE = 8;

  private final TransactWriteItemsRequest request;
  private final List<TransactAction> actions;

  WholeTransaction(TransactWriteItemsRequest request, List<TransactAction> actions) {
    this.request = request;
    this.actions = actions;
  }

  Flow<TransactWriteItemsResponse> flow() {
    refuseToken();
    if (namesAnItemTwice()) {
      return TableCall.transactWrite(request); // DynamoDB refuses it: nothing is written
    }
    return actions.stream().anyMatch(TransactAction::mayMeetOutside) ? attempt(null, 0) : asItIs();
  }

  private boolean namesAnItemTwice() {
    Set<Object> identities = new HashSet<>();
    return actions.stream()
        .filter(action -> action.table() != null)
        .anyMatch(action -> !identities.add(requireNonNull(action.table()).identity(action.key())));
  }

  /** DynamoDB refuses a token with other parameters, and a repetition would stage anew. */
  private void refuseToken() {
    if (request.clientRequestToken() == null) {
      return;
    }
    for (TransactAction action : actions) {
      if (action.mayMeetOutside()) {
        throw new Call("TransactWriteItems", requireNonNull(action.table()).name())
            .refuse(
                "it has a ClientRequestToken and replaces values that may be outside their items,"
                    + " so that a repetition would be another request",
                "Leave the token out (the SDK's own retries are idempotent without it), or guard"
                    + " the transaction by a condition");
      }
    }
  }

  private Flow<TransactWriteItemsResponse> asItIs() {
    List<TransactWriteItem> sent = actions.stream().map(TransactAction::withoutLock).toList();
    return TableCall.transactWrite(request.toBuilder().transactItems(sent).build())
        .recover(failure -> CanceledActions.forCaller(failure, actions, List.of()));
  }

  private Flow<TransactWriteItemsResponse> attempt(@Nullable Staged staged, int attempts) {
    if (attempts == ItemCommit.ATTEMPTS_MAX) {
      return Staged.takeBack(staged)
          .then(done -> Flow.failed(Failures.contended(tableNames(), attempts)));
    }
    Flow<Map<ItemWrite, ItemSnapshot>> read = read();
    return (attempts == 0 ? read : Flow.ask(Retries.pause(Math.min(attempts - 1, 3))).then(read))
        .then(
            snapshots ->
                staged != null && staged.isOf(snapshots)
                    ? commit(staged, snapshots, attempts)
                    : Staged.takeBack(staged)
                        .then(done -> unchanged(snapshots))
                        .then(unchanged -> stage(unchanged))
                        .then(fresh -> commit(fresh, snapshots, attempts)));
  }

  private String tableNames() {
    return String.join(
        ", ",
        actions.stream()
            .filter(TransactAction::mayMeetOutside)
            .map(action -> requireNonNull(action.table()).name())
            .distinct()
            .toList());
  }

  private Flow<Map<ItemWrite, ItemSnapshot>> read() {
    return ItemSnapshot.readMarkers(
        actions.stream()
            .filter(TransactAction::mayMeetOutside)
            .map(TransactAction::requireWrite)
            .toList());
  }

  private Flow<Map<ItemWrite, UnchangedValues>> unchanged(Map<ItemWrite, ItemSnapshot> snapshots) {
    Map<ItemWrite, UnchangedValues> unchanged = new LinkedHashMap<>();
    List<Flow<Done>> checks = new ArrayList<>();
    snapshots.forEach(
        (write, snapshot) ->
            checks.add(
                UnchangedValues.of(write, snapshot)
                    .map(
                        found -> {
                          unchanged.put(write, found);
                          return Done.DONE;
                        })));
    return Flow.awaitAll(checks, READS_AT_ONCE).map(done -> unchanged);
  }

  private Flow<Staged> stage(Map<ItemWrite, UnchangedValues> unchanged) {
    Map<ItemWrite, StagedValues> values = new LinkedHashMap<>();
    Map<TableStores, List<Staging.Upload>> uploads = new LinkedHashMap<>();
    unchanged.forEach(
        (write, there) -> {
          List<Staging.Upload> more = new ArrayList<>();
          Map<String, Marker> markers = Staging.markers(write, there, more);
          values.put(write, new StagedValues(markers, Staging.brought(more)));
          if (!more.isEmpty()) {
            uploads.computeIfAbsent(write.stores(), with -> new ArrayList<>()).addAll(more);
          }
        });
    Map<TableStores, Intent> intents = new LinkedHashMap<>();
    List<Flow<Done>> stagings = new ArrayList<>();
    uploads.forEach(
        (stores, ofTable) -> {
          List<Change> changes = ofTable.stream().map(Staging.Upload::change).toList();
          Intent intent = Staging.intent(stores, changes);
          intents.put(stores, intent);
          stagings.add(Staging.stage(intent, ofTable, stores));
        });
    refuseTooMany(intents.size());
    return Flow.awaitAll(stagings, 1)
        .recover(failure -> removedIfLate(intents).then(Flow.failed(failure)))
        .map(done -> new Staged(values, intents));
  }

  /**
   * Removes late staging of every table: one table's staging may have outlasted a sweep though only
   * another's failed.
   */
  private static Flow<Done> removedIfLate(Map<TableStores, Intent> intents) {
    List<Flow<Done>> all = new ArrayList<>();
    intents.forEach((stores, intent) -> all.add(Staging.removedIfLate(intent, stores)));
    return Flow.awaitAll(all, 1).map(done -> Done.DONE);
  }

  private void refuseTooMany(int intents) {
    if (intents > 0 && actions.size() + intents > RequestLimits.ACTIONS_MAX) {
      throw new Call("TransactWriteItems", tableNames())
          .refuse(
              "it has %d actions, ending the intents of values outside takes %d more, and DynamoDB allows %d"
                  .formatted(actions.size(), intents, RequestLimits.ACTIONS_MAX),
              "Leave room for one action for each table with values that leave their items");
    }
  }

  private Flow<TransactWriteItemsResponse> commit(
      Staged staged, Map<ItemWrite, ItemSnapshot> snapshots, int attempts) {
    Map<TableStores, List<Change>> replaced = Staging.replaced(snapshots, staged::markers);
    List<TransactWriteItem> sent = new ArrayList<>();
    for (TransactAction action : actions) {
      sent.add(
          action.mayMeetOutside()
              ? withLock(action.requireWrite(), staged, snapshots)
              : action.withoutLock());
    }
    sent.addAll(staged.ends(replaced));
    // Tables whose intents the transaction does not end itself.
    replaced.keySet().removeAll(staged.intents().keySet());
    return Staging.noted(replaced)
        .then(
            notes ->
                sent(request.toBuilder().transactItems(sent).build(), staged)
                    .then(answer -> Staging.each(notes, Cleanup::replaced).map(done -> answer))
                    .recover(failure -> failed(failure, staged, snapshots, notes, attempts)));
  }

  private static TransactWriteItem withLock(
      ItemWrite write, Staged staged, Map<ItemWrite, ItemSnapshot> snapshots) {
    return write.action(staged.markers(write), requireNonNull(snapshots.get(write)));
  }

  /**
   * Repeats a transaction that was cancelled for a passing reason, if it has staged values; without
   * them the caller repeats it.
   */
  private static Flow<TransactWriteItemsResponse> sent(
      TransactWriteItemsRequest whole, Staged staged) {
    return Retries.repeated(
        () -> TableCall.transactWrite(whole),
        failure -> !staged.intents().isEmpty() && Cancellations.pass(failure),
        Retries.CALL_MAX);
  }

  private Flow<TransactWriteItemsResponse> failed(
      Throwable failure,
      Staged staged,
      Map<ItemWrite, ItemSnapshot> snapshots,
      Map<TableStores, Intent> notes,
      int attempts) {
    TransactWriteItemsResponse visible = TransactWriteItemsResponse.builder().build();
    if (Failures.isAmbiguous(failure)) {
      return staged.resolve(visible, failure);
    }
    CanceledActions canceled = CanceledActions.of(failure, actions, snapshots);
    if (canceled.isAbandoned()) {
      return staged.givenUp(visible, Staged.takeBack(staged), Failures.abandoned(tableNames()));
    }
    Flow<Done> forgotten =
        failure instanceof TransactionCanceledException
            ? Staging.each(notes, Cleanup::forgotten)
            : Flow.done();
    return canceled.isOfLocksOnly()
        ? forgotten.then(done -> attempt(staged, attempts + 1))
        : forgotten
            .then(done -> Staged.takeBack(staged))
            .then(done -> CanceledActions.forCaller(failure, actions, staged.intents().keySet()));
  }
}
