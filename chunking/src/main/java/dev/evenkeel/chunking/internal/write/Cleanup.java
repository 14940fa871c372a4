package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Hands the payloads that a visible write replaced to the sweep. The write is done by then, so a
 * failure here does not fail the write: a deep sweep finds what is left.
 */
public final class Cleanup {
  private Cleanup() {}

  /** Marks the payloads that an intent names as replaced. */
  public static Flow<Done> replaced(Intent intent, TableStores stores) {
    return stores
        .requireIntents()
        .replaced(intent, stores.environment().now().toEpochMilli())
        .recover(failure -> Flow.done());
  }

  /** Deletes the intent of a write that did not happen and staged nothing. */
  public static Flow<Done> forgotten(Intent intent, TableStores stores) {
    return stores.requireIntents().forget(intent).recover(failure -> Flow.done());
  }

  /**
   * Notes the payloads of an item that is gone.
   *
   * @param old the item as it was; empty if there was none
   */
  public static Flow<Done> of(
      TableStores stores, Map<String, AttributeValue> key, Map<String, AttributeValue> old) {
    if (old.isEmpty()) {
      return Flow.done();
    }
    ChunkedTable table = stores.table();
    List<Change> changes = new ArrayList<>();
    ItemSnapshot snapshot = new ItemSnapshot(table, old);
    for (String attribute : table.attributes()) {
      PayloadRef before = known(snapshot, attribute);
      if (before != null) {
        changes.add(new Change(table.parent(key, attribute), null, before));
      }
    }
    if (changes.isEmpty()) {
      return Flow.done();
    }
    Intent intent = stores.environment().replaced(table.spec(), changes);
    return stores.requireIntents().note(intent).recover(failure -> Flow.done());
  }

  /** A newer version's payload is left to a newer version's sweep. */
  private static @Nullable PayloadRef known(ItemSnapshot snapshot, String attribute) {
    try {
      return snapshot.payload(attribute);
    } catch (LargeValueException e) {
      if (e.reason() != Reason.NEWER_FORMAT) {
        throw e;
      }
      return null;
    }
  }
}
