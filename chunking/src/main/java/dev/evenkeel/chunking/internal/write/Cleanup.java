package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Intent.State;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Hands what a visible write left behind to the sweep. The write is done by then, so a failure here
 * is none of the write: what it leaves is found by a deep sweep.
 */
public final class Cleanup {
  private Cleanup() {}

  /** Says that what an intent names has been replaced. */
  public static Flow<Done> replaced(@Nullable Intent intent, TableStores stores) {
    return intent == null
        ? Flow.done()
        : stores
            .requireIntents()
            .replaced(intent, stores.environment().now().toEpochMilli())
            .recover(failure -> Flow.done());
  }

  /** Forgets an intent of a write that did not happen and staged nothing. */
  public static Flow<Done> forgotten(@Nullable Intent intent, TableStores stores) {
    return intent == null
        ? Flow.done()
        : stores.requireIntents().forget(intent).recover(failure -> Flow.done());
  }

  /**
   * Notes what an item had outside that is no more.
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
    Instant now = stores.environment().now();
    Intent intent =
        new Intent(
            stores.environment().freshId(),
            now.plus(table.spec().grace()),
            State.COMMITTED,
            now.toEpochMilli(),
            changes);
    return stores.requireIntents().note(intent).recover(failure -> Flow.done());
  }

  /** What a newer version left, a newer version finds. */
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
