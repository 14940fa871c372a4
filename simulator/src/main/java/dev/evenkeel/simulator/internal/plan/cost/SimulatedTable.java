package dev.evenkeel.simulator.internal.plan.cost;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.core.item.ReadCapacity;
import dev.evenkeel.core.item.SecondaryIndex;
import dev.evenkeel.core.item.WriteCapacity;
import dev.evenkeel.simulator.spec.Charge;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A real table by its description, and the cost of its items in the model.
 *
 * @param globalIndexes by their names
 */
public record SimulatedTable(
    TableSpec spec,
    String arn,
    KeySchema key,
    Map<String, GlobalIndex> globalIndexes,
    List<SecondaryIndex> localIndexes) {

  public SimulatedTable {
    globalIndexes = Map.copyOf(globalIndexes);
    localIndexes = List.copyOf(localIndexes);
  }

  /** The key of what a read of {@code index} reads: the table's own if it is null or local. */
  public KeySchema keyOf(@Nullable String index) {
    GlobalIndex global = index == null ? null : globalIndexes.get(index);
    return global == null ? key : global.key();
  }

  /** The index that is charged; null for the table, whose partitions hold its local indexes. */
  public @Nullable String charged(@Nullable String index) {
    return index != null && globalIndexes.containsKey(index) ? index : null;
  }

  /** The cost of reading an item by its key. */
  public List<Charge> read(
      Map<String, AttributeValue> itsKey, Map<String, AttributeValue> item, ReadCapacity reads) {
    CapacityUnits units = reads.get(ItemSize.bytes(item));
    return List.of(Charge.read(null, partitionKey(itsKey), sortKey(itsKey), units));
  }

  /**
   * The cost of writing an item, in the table and all its indexes. Local indexes are written in the
   * partition of the item. AWS does not say that a transaction doubles what indexes cost, so it
   * does not.
   *
   * @param before the item before; empty if there was none
   * @param after the item after; empty if it is deleted
   */
  public List<Charge> write(
      Map<String, AttributeValue> itsKey,
      Map<String, AttributeValue> before,
      Map<String, AttributeValue> after,
      WriteCapacity writes) {
    long beforeBytes = ItemSize.bytes(before);
    long afterBytes = ItemSize.bytes(after);
    CapacityUnits units =
        after.isEmpty() ? writes.delete(beforeBytes) : writes.put(beforeBytes, afterBytes);
    for (SecondaryIndex local : localIndexes) {
      units = units.plus(local.writeUnits(before, after));
    }
    List<Charge> charges = new ArrayList<>();
    charges.add(written(itsKey, units, afterBytes - beforeBytes));
    globalIndexes.values().forEach(index -> charges.addAll(index.charges(before, after)));
    return charges;
  }

  /**
   * The cost of a condition check in a transaction: a write of the item that leaves it as it is.
   */
  public List<Charge> check(
      Map<String, AttributeValue> itsKey, Map<String, AttributeValue> before) {
    return List.of(written(itsKey, WriteCapacity.TRANSACTIONAL.delete(ItemSize.bytes(before)), 0));
  }

  private Charge written(Map<String, AttributeValue> itsKey, CapacityUnits units, long bytesAdded) {
    return new Charge(
        null, partitionKey(itsKey), sortKey(itsKey), OperationType.WRITE, units, bytesAdded);
  }

  /** The text of a whole key, which is equal for equal keys. */
  public String keyText(Map<String, AttributeValue> item) {
    String partitionKey = partitionKey(item);
    return partitionKey.length() + ":" + partitionKey + sortKey(item);
  }

  private String partitionKey(Map<String, AttributeValue> itsKey) {
    return Objects.requireNonNull(KeyText.of(key.partition(), itsKey), "the key was checked");
  }

  private @Nullable String sortKey(Map<String, AttributeValue> itsKey) {
    return KeyText.of(key.sort(), itsKey);
  }
}
