package dev.evenkeel.chunking.internal.operation;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.write.Cleanup;
import dev.evenkeel.chunking.internal.write.ItemSnapshot;
import dev.evenkeel.chunking.internal.write.ItemWrite;
import dev.evenkeel.chunking.internal.write.Staging;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.chunking.internal.write.Transaction.StagedValues;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The staged values of all actions of a transaction.
 *
 * @param writes by action
 * @param intents the open intents that guard it, by table
 */
record StagedActions(Map<TransactAction, StagedValues> writes, Map<TableStores, Intent> intents) {

  Map<String, Marker> markers(TransactAction action) {
    StagedValues staged = writes.get(action);
    return staged == null ? Map.of() : staged.markers();
  }

  /** Whether the staged payloads serve for these snapshots of the items. */
  boolean isOf(Map<TransactAction, ItemSnapshot> snapshots) {
    return snapshots.entrySet().stream()
        .allMatch(entry -> requireNonNull(writes.get(entry.getKey())).isOf(entry.getValue()));
  }

  /** Whether the transaction is visible; one intent decides, since all end with the transaction. */
  Flow<Boolean> isVisible() {
    return intents.entrySet().stream()
        .findFirst()
        .map(any -> Staging.isVisible(any.getValue(), any.getKey(), isThere()))
        .orElseGet(this::isThere);
  }

  /** Whether any item has what was staged for it. */
  private Flow<Boolean> isThere() {
    List<Flow<Boolean>> reads = new ArrayList<>();
    writes.forEach(
        (action, staged) -> {
          ItemWrite write = requireNonNull(action.write());
          if (!staged.brought().isEmpty()) {
            reads.add(ItemSnapshot.readMarkers(write).map(staged::isIn));
          }
        });
    return Flow.failFast(reads).map(found -> found.contains(true));
  }

  Flow<Done> takeBack() {
    return Staging.each(intents, (intent, stores) -> Staging.takeBack(intent, stores, isThere()));
  }

  /** The outside values that a transaction replaces, by table. */
  static final class TransactReplacements {
    private final Map<TableStores, List<Change>> replaced = new LinkedHashMap<>();

    static TransactReplacements of(
        Map<TransactAction, ItemSnapshot> snapshots, StagedActions staged) {
      TransactReplacements all = new TransactReplacements();
      snapshots.forEach(
          (action, met) -> {
            ItemWrite write = requireNonNull(action.write());
            List<Change> changes = Staging.replaced(write, met, staged.markers(action));
            if (!changes.isEmpty()) {
              all.replaced
                  .computeIfAbsent(write.stores(), with -> new ArrayList<>())
                  .addAll(changes);
            }
          });
      return all;
    }

    List<Change> of(TableStores stores) {
      return replaced.getOrDefault(stores, List.of());
    }

    /** Notes what would go from tables whose intents the transaction does not end itself. */
    Flow<Notes> noted(Set<TableStores> ended) {
      Map<TableStores, List<Change>> others = new LinkedHashMap<>(replaced);
      others.keySet().removeAll(ended);
      return Staging.noted(others).map(Notes::new);
    }

    /** Intents that were noted before the transaction and are ended after it. */
    record Notes(Map<TableStores, Intent> intents) {

      /** Says that what they name has been replaced. */
      Flow<Done> ended() {
        return Staging.each(intents, Cleanup::replaced);
      }

      /** Forgets them: nothing was replaced. */
      Flow<Done> forgotten() {
        return Staging.each(intents, Cleanup::forgotten);
      }
    }
  }
}
