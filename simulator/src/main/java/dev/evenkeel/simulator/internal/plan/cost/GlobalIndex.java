package dev.evenkeel.simulator.internal.plan.cost;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.core.item.SecondaryIndex;
import dev.evenkeel.core.item.WriteCapacity;
import dev.evenkeel.simulator.spec.Charge;
import dev.evenkeel.simulator.spec.OperationType;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A global secondary index of a table behind: what a write puts into it, moves or removes. */
record GlobalIndex(String name, KeySchema key, SecondaryIndex view) {

  /**
   * The cost of a write in the index: nothing if it leaves the entry as it was; two writes if it
   * moves it.
   *
   * @param before the item before; empty if there was none
   * @param after the item after; empty if it is deleted
   */
  List<Charge> charges(Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
    CapacityUnits units = view.writeUnits(before, after);
    if (units.equals(CapacityUnits.ZERO)) {
      return List.of();
    }
    Map<String, AttributeValue> old = view.entryOf(before);
    Map<String, AttributeValue> fresh = view.entryOf(after);
    long oldBytes = ItemSize.bytes(old);
    long freshBytes = ItemSize.bytes(fresh);
    if (old.isEmpty() || fresh.isEmpty() || samePlace(old, fresh)) {
      return List.of(charge(fresh.isEmpty() ? old : fresh, units, freshBytes - oldBytes));
    }
    return List.of(
        charge(old, WriteCapacity.STANDARD.delete(oldBytes), -oldBytes),
        charge(fresh, WriteCapacity.STANDARD.put(0, freshBytes), freshBytes));
  }

  private boolean samePlace(Map<String, AttributeValue> old, Map<String, AttributeValue> fresh) {
    return Objects.equals(partitionKey(old), partitionKey(fresh))
        && Objects.equals(sortKey(old), sortKey(fresh));
  }

  private Charge charge(Map<String, AttributeValue> entry, CapacityUnits units, long bytes) {
    return new Charge(
        name,
        Objects.requireNonNull(partitionKey(entry), "entries have the key of their index"),
        sortKey(entry),
        OperationType.WRITE,
        units,
        bytes);
  }

  private @Nullable String partitionKey(Map<String, AttributeValue> entry) {
    return KeyText.of(key.partition(), entry);
  }

  private @Nullable String sortKey(Map<String, AttributeValue> entry) {
    return KeyText.of(key.sort(), entry);
  }
}
