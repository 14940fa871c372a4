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
import dev.evenkeel.chunking.internal.write.Transaction;
import dev.evenkeel.chunking.internal.write.Transaction.Staged;
import dev.evenkeel.chunking.internal.write.Transaction.StagedValues;
import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.core.internal.pace.Cancellations;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * TransactWriteItems stays one transaction. Values that leave their items are staged before it, and
 * it ends their intents itself; so either all of it is visible, with all values, or nothing.
 */
public final class TransactWriteItems
    extends OperationPlan<
        ManagedTables<TableStores>, TransactWriteItemsRequest, Flow<TransactWriteItemsResponse>> {

  TransactWriteItems() {
    super(
        Operation.TRANSACT_WRITE_ITEMS,
        TransactWriteItemsRequest.class,
        Disposition.FAN_OUT,
        "One transaction; values outside are written before it, and it makes them visible");
  }

  @Override
  public @Nullable Flow<TransactWriteItemsResponse> plan(
      ManagedTables<TableStores> tables, TransactWriteItemsRequest request) {
    boolean tooMany = request.transactItems().size() > RequestLimits.ACTIONS_MAX;
    if (tooMany || !tables.namedBy(request)) { // DynamoDB refuses too many
      return null;
    }
    List<Flow<TransactAction>> actions = new ArrayList<>();
    for (TransactWriteItem item : request.transactItems()) {
      actions.add(TransactAction.of(tables, item, actions.size()));
    }
    return Flow.awaitAll(actions).then(planned -> new WholeTransaction(request, planned).flow());
  }

  /**
   * A transaction of the caller's: reads what it meets, stages what leaves its items, and commits,
   * as {@link ItemCommit} does for one item.
   */
  private static final class WholeTransaction {
    private static final int READS_AT_ONCE = 8;

    private final TransactWriteItemsRequest request;
    private final List<TransactAction> actions;

    /** The writes that may meet something outside. */
    private final List<ItemWrite> meeting;

    WholeTransaction(TransactWriteItemsRequest request, List<TransactAction> actions) {
      this.request = request;
      this.actions = actions;
      this.meeting =
          actions.stream()
              .filter(TransactAction::mayMeetOutside)
              .map(TransactAction::requireWrite)
              .toList();
    }

    Flow<TransactWriteItemsResponse> flow() {
      refuseToken();
      if (namesAnItemTwice()) {
        return TableCall.transactWrite(request); // DynamoDB refuses it: nothing is written
      }
      return meeting.isEmpty()
          ? asItIs()
          : attempt(null, 0)
              .recover(
                  failure ->
                      failure instanceof TransactionCanceledException
                          && Failures.isSentOnce(failure),
                  this::leaving);
    }

    /** As {@link UpdateItem} does where an item has no room for what an update sets. */
    private Flow<TransactWriteItemsResponse> leaving(Throwable canceled) {
      Flow<TransactWriteItemsResponse> again =
          TransactAction.withRoom(actions, (TransactionCanceledException) canceled)
              .then(
                  roomy ->
                      roomy.equals(actions)
                          ? Flow.failed(canceled)
                          : new WholeTransaction(request, roomy).attempt(null, 0));
      return Failures.unlessRefused(again, canceled);
    }

    private boolean namesAnItemTwice() {
      Set<Object> identities = new HashSet<>();
      return actions.stream()
          .filter(action -> action.stores() != null)
          .anyMatch(
              action ->
                  !identities.add(requireNonNull(action.stores()).table().identity(action.key())));
    }

    /** DynamoDB refuses a token with other parameters, and a repetition would stage anew. */
    private void refuseToken() {
      if (request.clientRequestToken() != null && !meeting.isEmpty()) {
        throw new Call("TransactWriteItems", meeting.get(0).table().name())
            .refuse(
                "it has a ClientRequestToken and replaces values that may be outside their items,"
                    + " so that a repetition would be another request",
                "Leave the token out (the SDK's own retries are idempotent without it), or guard"
                    + " the transaction by a condition");
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
      Flow<Map<ItemWrite, ItemSnapshot>> read = ItemSnapshot.readMarkers(meeting);
      return (attempts == 0 ? read : Flow.ask(Retries.pause(Math.min(attempts - 1, 3))).then(read))
          .then(
              snapshots ->
                  staged != null && staged.isOf(snapshots)
                      ? commit(staged, snapshots, attempts)
                      : Staged.takeBack(staged)
                          .then(done -> stage(snapshots))
                          .then(fresh -> commit(fresh, snapshots, attempts)));
    }

    private String tableNames() {
      return meeting.stream()
          .map(write -> write.table().name())
          .distinct()
          .collect(Collectors.joining(", "));
    }

    private Flow<Staged> stage(Map<ItemWrite, ItemSnapshot> snapshots) {
      List<Flow<UnchangedValues>> checks = new ArrayList<>();
      snapshots.forEach((write, snapshot) -> checks.add(UnchangedValues.of(write, snapshot)));
      return Flow.awaitAll(checks, READS_AT_ONCE).then(this::stage);
    }

    private Flow<Staged> stage(List<UnchangedValues> unchanged) {
      Map<ItemWrite, StagedValues> values = new LinkedHashMap<>();
      Map<TableStores, List<Staging.Upload>> uploads = new LinkedHashMap<>();
      for (UnchangedValues there : unchanged) {
        List<Staging.Upload> more = new ArrayList<>();
        Map<String, Marker> markers = Staging.markers(there, more);
        values.put(there.write(), new StagedValues(markers, Staging.brought(more)));
        if (!more.isEmpty()) {
          uploads.computeIfAbsent(there.write().stores(), with -> new ArrayList<>()).addAll(more);
        }
      }
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
     * Removes late staging of every table: one table's staging may have outlasted a sweep though
     * only another's failed.
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
                  sent(request.toBuilder().transactItems(sent), staged)
                      .then(answer -> Staging.each(notes, Cleanup::replaced).map(done -> answer))
                      .recover(failure -> failed(failure, staged, snapshots, notes, attempts)));
    }

    private static TransactWriteItem withLock(
        ItemWrite write, Staged staged, Map<ItemWrite, ItemSnapshot> snapshots) {
      return write.action(staged.markers(write), requireNonNull(snapshots.get(write)));
    }

    /**
     * Repeats a transaction that was cancelled for a passing reason, if it has staged values;
     * without them the caller repeats it.
     */
    private static Flow<TransactWriteItemsResponse> sent(
        TransactWriteItemsRequest.Builder whole, Staged staged) {
      return staged.intents().keySet().stream()
          .findFirst()
          .map(any -> any.environment().freshId().hex())
          .map(
              token ->
                  Transaction.sent(whole.clientRequestToken(token).build(), Cancellations::pass))
          .orElseGet(() -> TableCall.transactWrite(whole.build()));
    }

    private Flow<TransactWriteItemsResponse> failed(
        Throwable failure,
        Staged staged,
        Map<ItemWrite, ItemSnapshot> snapshots,
        Map<TableStores, Intent> notes,
        int attempts) {
      TransactWriteItemsResponse.Builder answer = TransactWriteItemsResponse.builder();
      ResponseMetadata.copy(null, answer);
      TransactWriteItemsResponse visible = answer.build();
      if (Failures.isAmbiguous(failure)) {
        return staged.resolve(visible, failure);
      }
      CanceledActions canceled = CanceledActions.of(failure, actions, snapshots);
      if (canceled.isAbandoned()) {
        return staged.givenUp(visible, Staged.takeBack(staged), Failures.abandoned(tableNames()));
      }
      // One that only others were in the way of may have been made before that, without an answer.
      Flow<Done> forgotten =
          failure instanceof TransactionCanceledException && !Cancellations.pass(failure)
              ? Staging.each(notes, Cleanup::forgotten)
              : Flow.done();
      if (canceled.isOfLocksOnly()) {
        return forgotten.then(done -> attempt(staged, attempts + 1));
      }
      Flow<TransactWriteItemsResponse> unmade =
          forgotten
              .then(done -> Staged.takeBack(staged))
              .then(done -> CanceledActions.forCaller(failure, actions, staged.intents().keySet()));
      return Cancellations.pass(failure) && !staged.intents().isEmpty()
          ? staged.resolve(visible, failure).recover(any -> unmade)
          : unmade;
    }
  }
}
