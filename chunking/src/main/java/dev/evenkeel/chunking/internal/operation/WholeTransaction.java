package dev.evenkeel.chunking.internal.operation;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.operation.StagedActions.TransactReplacements;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.write.Failures;
import dev.evenkeel.chunking.internal.write.ItemCommit;
import dev.evenkeel.chunking.internal.write.ItemSnapshot;
import dev.evenkeel.chunking.internal.write.ItemWrite;
import dev.evenkeel.chunking.internal.write.Staging;
import dev.evenkeel.chunking.internal.write.Staging.UnchangedValues;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.chunking.internal.write.Transaction.StagedValues;
import dev.evenkeel.chunking.spec.ChunkingException;
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

  private Flow<TransactWriteItemsResponse> attempt(@Nullable StagedActions staged, int attempts) {
    if (attempts == ItemCommit.ATTEMPTS_MAX) {
      return takeBack(staged).then(done -> Flow.failed(Failures.contended(tableNames(), attempts)));
    }
    Flow<Map<TransactAction, ItemSnapshot>> read = read();
    return (attempts == 0 ? read : Flow.ask(Retries.pause(Math.min(attempts - 1, 3))).then(read))
        .then(
            snapshots ->
                staged != null && staged.isOf(snapshots)
                    ? commit(staged, snapshots, attempts)
                    : takeBack(staged)
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

  private Flow<Map<TransactAction, ItemSnapshot>> read() {
    List<TransactAction> meeting = actions.stream().filter(TransactAction::mayMeetOutside).toList();
    return ItemSnapshot.readMarkers(
            meeting.stream().map(action -> requireNonNull(action.write())).toList())
        .map(
            items -> {
              Map<TransactAction, ItemSnapshot> snapshots = new LinkedHashMap<>();
              for (int i = 0; i < items.size(); i++) {
                TransactAction action = meeting.get(i);
                snapshots.put(action, items.get(i));
              }
              return snapshots;
            });
  }

  private Flow<Map<TransactAction, UnchangedValues>> unchanged(
      Map<TransactAction, ItemSnapshot> snapshots) {
    Map<TransactAction, UnchangedValues> unchanged = new LinkedHashMap<>();
    List<Flow<Done>> checks = new ArrayList<>();
    snapshots.forEach(
        (action, snapshot) -> {
          ItemWrite write = requireNonNull(action.write());
          checks.add(
              UnchangedValues.of(write, snapshot)
                  .map(
                      found -> {
                        unchanged.put(action, found);
                        return Done.DONE;
                      }));
        });
    return Flow.awaitAll(checks, READS_AT_ONCE).map(done -> unchanged);
  }

  private Flow<StagedActions> stage(Map<TransactAction, UnchangedValues> unchanged) {
    Map<TransactAction, StagedValues> writes = new LinkedHashMap<>();
    Map<TableStores, List<Staging.Upload>> uploads = new LinkedHashMap<>();
    unchanged.forEach(
        (action, there) -> {
          ItemWrite write = requireNonNull(action.write());
          List<Staging.Upload> more = new ArrayList<>();
          Map<String, Marker> markers = Staging.markers(write, there, more);
          writes.put(action, new StagedValues(markers, Staging.brought(more), null));
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
        .map(done -> new StagedActions(writes, intents));
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
      StagedActions staged, Map<TransactAction, ItemSnapshot> snapshots, int attempts) {
    TransactReplacements replacements = TransactReplacements.of(snapshots, staged);
    List<TransactWriteItem> sent = new ArrayList<>();
    for (TransactAction action : actions) {
      ItemSnapshot snapshot = snapshots.get(action);
      sent.add(
          snapshot == null
              ? action.withoutLock()
              : action.withLock(staged.markers(action), snapshot));
    }
    staged
        .intents()
        .forEach(
            (stores, intent) -> {
              Intent whole = Staging.with(intent, replacements.of(stores));
              long now = stores.environment().now().toEpochMilli();
              sent.add(stores.requireIntents().committing(whole, now));
            });
    return replacements
        .noted(staged.intents().keySet())
        .then(
            notes ->
                sent(request.toBuilder().transactItems(sent).build(), staged)
                    .then(answer -> notes.ended().map(done -> answer))
                    .recover(failure -> failed(failure, staged, snapshots, notes, attempts)));
  }

  /**
   * Repeats a transaction that was cancelled for a passing reason, if it has staged values; without
   * them the caller repeats it.
   */
  private static Flow<TransactWriteItemsResponse> sent(
      TransactWriteItemsRequest whole, StagedActions staged) {
    return Retries.repeated(
        () -> TableCall.transactWrite(whole),
        failure -> !staged.intents().isEmpty() && Cancellations.pass(failure),
        Retries.CALL_MAX);
  }

  private Flow<TransactWriteItemsResponse> failed(
      Throwable failure,
      StagedActions staged,
      Map<TransactAction, ItemSnapshot> snapshots,
      TransactReplacements.Notes notes,
      int attempts) {
    if (Failures.isAmbiguous(failure)) {
      return resolve(failure, staged);
    }
    CanceledActions canceled = CanceledActions.of(failure, actions, snapshots);
    if (canceled.isAbandoned()) {
      return givenUp(staged);
    }
    Flow<Done> forgotten =
        failure instanceof TransactionCanceledException ? notes.forgotten() : Flow.done();
    return canceled.isOfLocksOnly()
        ? forgotten.then(done -> attempt(staged, attempts + 1))
        : forgotten
            .then(done -> takeBack(staged))
            .then(done -> CanceledActions.forCaller(failure, actions, staged.intents().keySet()));
  }

  /** The answer was lost. Staged values are left to the sweep if they are not visible. */
  private Flow<TransactWriteItemsResponse> resolve(Throwable failure, StagedActions staged) {
    return staged
        .isVisible()
        .recover(
            another -> {
              failure.addSuppressed(another);
              return Flow.of(false);
            })
        .then(is -> is ? visible() : Flow.failed(failure));
  }

  /** An intent is not open any more: see {@link ItemCommit}. */
  private Flow<TransactWriteItemsResponse> givenUp(StagedActions staged) {
    ChunkingException abandoned = Failures.abandoned(tableNames());
    return staged
        .isVisible()
        .then(
            is ->
                is
                    ? visible()
                    : staged.takeBack().then(Flow.<TransactWriteItemsResponse>failed(abandoned)))
        .mapFailure(failure -> abandoned);
  }

  private static Flow<TransactWriteItemsResponse> visible() {
    return Flow.of(TransactWriteItemsResponse.builder().build());
  }

  private Flow<Done> takeBack(@Nullable StagedActions staged) {
    return staged == null ? Flow.done() : staged.takeBack();
  }
}
