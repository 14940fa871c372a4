package dev.evenkeel.simulator.internal.plan.client;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.WriteCapacity;
import dev.evenkeel.simulator.internal.plan.cost.SimulatedTable;
import dev.evenkeel.simulator.internal.plan.cost.UpdatedItem;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A write of one item, before its old item is known. A write that DynamoDB would refuse anyway (a
 * key that is none, a malformed expression or number, an item that is too large) is no change: it
 * is sent to be refused, and costs nothing here.
 *
 * @param after makes the new item of the old one; empty for a delete
 * @param writes how it is written
 * @param check whether nothing is written, and only a condition is looked at
 */
record Change(
    SimulatedTable table,
    Map<String, AttributeValue> key,
    UnaryOperator<Map<String, AttributeValue>> after,
    WriteCapacity writes,
    boolean check) {

  static @Nullable Change put(
      @Nullable SimulatedTable table, Map<String, AttributeValue> item, WriteCapacity writes) {
    return isTooLarge(item) ? null : of(table, item, true, before -> item, writes, false);
  }

  private static boolean isTooLarge(Map<String, AttributeValue> item) {
    try {
      return ItemSize.bytes(item) > ItemSize.ITEM_BYTES_MAX;
    } catch (DecoratorException malformed) {
      return true;
    }
  }

  static @Nullable Change delete(
      @Nullable SimulatedTable table, Map<String, AttributeValue> key, WriteCapacity writes) {
    return of(table, key, false, before -> Map.of(), writes, false);
  }

  static @Nullable Change check(@Nullable SimulatedTable table, Map<String, AttributeValue> key) {
    return of(table, key, false, before -> before, WriteCapacity.TRANSACTIONAL, true);
  }

  static @Nullable Change update(
      @Nullable SimulatedTable table,
      Map<String, AttributeValue> key,
      @Nullable String expression,
      Map<String, String> names,
      Map<String, AttributeValue> values,
      WriteCapacity writes) {
    return of(
        table,
        key,
        false,
        before -> UpdatedItem.of(key, before, expression, names, values),
        writes,
        false);
  }

  private static @Nullable Change of(
      @Nullable SimulatedTable table,
      Map<String, AttributeValue> keyed,
      boolean item,
      UnaryOperator<Map<String, AttributeValue>> after,
      WriteCapacity writes,
      boolean check) {
    if (table == null) {
      return null;
    }
    try {
      Map<String, AttributeValue> key = item ? table.key().keyOf(keyed) : keyed;
      table.key().validate(key);
      return new Change(table, key, after, writes, check);
    } catch (DecoratorException refusedByDynamoDb) {
      return null;
    }
  }

  /**
   * Whether DynamoDB refuses all of a batch or transaction before it looks at capacity: it has too
   * many changes, or two of one item.
   */
  static boolean areRefused(List<@Nullable Change> changes, int most) {
    Set<String> places = new HashSet<>();
    return changes.size() > most
        || changes.stream()
            .filter(Objects::nonNull)
            .anyMatch(change -> !places.add(change.place()));
  }

  /** The text of the item's place, which is equal for equal keys. */
  String place() {
    return table.spec().name() + "\u0000" + table.keyText(key);
  }

  /** The cost of the write over an old item. */
  @Nullable Order order(Map<String, AttributeValue> before) {
    try {
      return new Order(
          table,
          check ? table.check(key, before) : table.write(key, before, after.apply(before), writes));
    } catch (DecoratorException refusedByDynamoDb) {
      return null;
    }
  }
}
