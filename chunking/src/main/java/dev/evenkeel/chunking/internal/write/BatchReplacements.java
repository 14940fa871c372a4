package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the puts and deletes of a batch replace outside: read before, and named in intents. */
final class BatchReplacements {
  private final List<BatchAction> actions;
  private final TableStores stores;
  private final Map<BatchAction, List<Change>> replaced = new LinkedHashMap<>();
  private final Map<ChunkedTable, Intent> intents = new LinkedHashMap<>();

  BatchReplacements(List<BatchAction> actions, TableStores stores) {
    this.actions = actions.stream().filter(BatchAction::mayReplace).toList();
    this.stores = stores;
  }

  /** Reads what is there, and notes what would go. */
  Flow<Done> noted() {
    return ItemReads.markers(actions.stream().map(BatchAction::requireWrite).toList())
        .then(
            items -> {
              for (int i = 0; i < items.size(); i++) {
                found(actions.get(i), items.get(i));
              }
              return note();
            });
  }

  private void found(BatchAction action, Map<String, AttributeValue> item) {
    ItemSnapshot seen = new ItemSnapshot(action.requireTable(), item);
    List<Change> changes = Staging.replaced(action.requireWrite(), seen, Map.of());
    if (!changes.isEmpty()) {
      replaced.put(action, changes);
    }
  }

  private Flow<Done> note() {
    Map<ChunkedTable, List<Change>> byTable = new LinkedHashMap<>();
    replaced.forEach(
        (action, changes) ->
            byTable
                .computeIfAbsent(action.requireTable(), table -> new ArrayList<>())
                .addAll(changes));
    List<Flow<Done>> notes = new ArrayList<>();
    byTable.forEach(
        (table, changes) -> {
          Stores of = stores.of(table);
          Intent intent = Staging.intent(table, of, changes);
          intents.put(table, intent);
          notes.add(of.requireIntents().note(intent));
        });
    return Flow.awaitAll(notes).map(done -> Done.DONE);
  }

  /** Says what has been replaced: all but what was left unprocessed. */
  Flow<Done> replaced(List<BatchAction> unprocessed) {
    List<Flow<Done>> ends = new ArrayList<>();
    intents.forEach(
        (table, intent) -> {
          List<Change> gone = new ArrayList<>();
          replaced.forEach(
              (action, changes) -> {
                if (action.requireTable() == table && !unprocessed.contains(action)) {
                  gone.addAll(changes);
                }
              });
          Intent now =
              new Intent(
                  intent.id(), intent.due(), intent.state(), intent.committedAtMillis(), gone);
          Stores of = stores.of(table);
          ends.add(gone.isEmpty() ? Cleanup.forgotten(now, of) : Cleanup.replaced(now, of));
        });
    return Flow.awaitAll(ends).map(done -> Done.DONE);
  }
}
