package dev.evenkeel.chunking.internal.write;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a transaction replaces outside, by table. */
final class TransactReplacements {
  private final Map<ChunkedTable, List<Change>> replaced = new LinkedHashMap<>();
  private final TableStores stores;

  private TransactReplacements(TableStores stores) {
    this.stores = stores;
  }

  static TransactReplacements of(
      Map<TransactAction, ItemSnapshot> seen, StagedActions staged, TableStores stores) {
    TransactReplacements all = new TransactReplacements(stores);
    seen.forEach(
        (action, met) -> {
          ItemWrite write = requireNonNull(action.write());
          List<Change> changes = Staging.replaced(write, met, staged.markers(action));
          if (!changes.isEmpty()) {
            all.replaced.computeIfAbsent(write.table(), t -> new ArrayList<>()).addAll(changes);
          }
        });
    return all;
  }

  List<Change> of(ChunkedTable table) {
    return replaced.getOrDefault(table, List.of());
  }

  /** Notes what would go from tables whose intents the transaction does not end itself. */
  Flow<Notes> noted(Set<ChunkedTable> ended) {
    Map<ChunkedTable, Intent> intents = new LinkedHashMap<>();
    List<Flow<Done>> notes = new ArrayList<>();
    replaced.forEach(
        (table, changes) -> {
          if (!ended.contains(table)) {
            Stores of = stores.of(table);
            Intent intent = Staging.intent(table, of, changes);
            intents.put(table, intent);
            notes.add(of.requireIntents().note(intent));
          }
        });
    return Flow.awaitAll(notes).map(done -> new Notes(intents, stores));
  }

  /** Intents that were noted before the transaction and are ended after it. */
  record Notes(Map<ChunkedTable, Intent> intents, TableStores stores) {

    /** Says that what they name has been replaced. */
    Flow<Done> ended() {
      List<Flow<Done>> all = new ArrayList<>();
      intents.forEach((table, intent) -> all.add(Cleanup.replaced(intent, stores.of(table))));
      return Flow.awaitAll(all).map(done -> Done.DONE);
    }

    /** Forgets them: nothing was replaced. */
    Flow<Done> forgotten() {
      List<Flow<Done>> all = new ArrayList<>();
      intents.forEach((table, intent) -> all.add(Cleanup.forgotten(intent, stores.of(table))));
      return Flow.awaitAll(all).map(done -> Done.DONE);
    }
  }
}
