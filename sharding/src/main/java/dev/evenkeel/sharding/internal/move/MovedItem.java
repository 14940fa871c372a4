package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.KeyCodec.ShardedKey;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * Where one logical item is before a move, and where it is after it.
 *
 * <p>While items are moved, nobody creates or changes anything at the old place. As long as an item
 * is there its content stays, and the new place holds the same or nothing. Once it is gone from
 * there, it stays gone. So the item is what the old place holds, or else what the new one does.
 *
 * @param from the physical key before
 * @param to the physical key after
 * @param isWithinTable whether both are of one table
 */
public record MovedItem(
    Map<String, AttributeValue> from, Map<String, AttributeValue> to, boolean isWithinTable) {

  /**
   * The places of an item.
   *
   * @param attributes the item's, among them its logical key
   */
  public static MovedItem of(
      Call call, ShardedTable from, ShardedTable to, Map<String, AttributeValue> attributes) {
    return new MovedItem(
        place(call, from, attributes), place(call, to, attributes), from.isBeside(to));
  }

  private static Map<String, AttributeValue> place(
      Call call, ShardedTable table, Map<String, AttributeValue> attributes) {
    String sortKey = Objects.requireNonNull(table.sortKey(), "only such tables are moved");
    if (!attributes.containsKey(sortKey)) {
      throw call.invalid("the key lacks sort key attribute '" + sortKey + "'", "Give it a value");
    }
    Map<String, AttributeValue> place = new HashMap<>(4);
    place.put(table.partitionKey(), partitionKey(call, table, attributes));
    place.put(sortKey, attributes.get(sortKey));
    return place;
  }

  /** The physical partition key under which a table has an item with these attributes. */
  static AttributeValue partitionKey(
      Call call, ShardedTable whole, Map<String, AttributeValue> attributes) {
    AttributeValue key = whole.logicalKey(call, attributes);
    ShardedTable table = whole.at(call, key, attributes);
    return table.codec().physical(key, table.shardOf(call, key, attributes).orElseThrow());
  }

  /**
   * Whether an item is at its new place, and its old place is another one.
   *
   * @param stored as it is stored in the table after the move
   */
  public static boolean isAtNewPlace(
      Call call, ShardedTable from, ShardedTable to, Map<String, AttributeValue> stored) {
    AttributeValue physical = Objects.requireNonNull(stored.get(to.partitionKey()), "its key");
    ShardedKey decoded = to.codec().decode(physical);
    if (decoded == null) {
      return false;
    }
    Map<String, AttributeValue> attributes = new HashMap<>(stored);
    attributes.put(to.partitionKey(), decoded.key());
    try {
      MovedItem place = of(call, from, to, attributes);
      return !place.stays() && isAt(place.to(), stored);
    } catch (RefusedOperationException | DynamoDbException e) {
      return false; // a key that only one of the layouts can have
    }
  }

  /** Whether the item stays where it is. */
  public boolean stays() {
    return isWithinTable && from.equals(to);
  }

  /** Whether something stored is at the old place. */
  boolean isAtOldPlace(Map<String, AttributeValue> stored) {
    return isAt(from, stored);
  }

  private static boolean isAt(
      Map<String, AttributeValue> place, Map<String, AttributeValue> stored) {
    for (Map.Entry<String, AttributeValue> key : place.entrySet()) {
      if (!key.getValue().equals(stored.get(key.getKey()))) {
        return false;
      }
    }
    return true;
  }

  /** Whether something stored is at the old place, from which it is to be moved. */
  boolean isLeft(Map<String, AttributeValue> stored) {
    return !stays() && isAtOldPlace(stored);
  }

  /** What was read at the old place, as it is stored at the new one. */
  Map<String, AttributeValue> moved(Map<String, AttributeValue> read) {
    Map<String, AttributeValue> item = ManagedTable.copyOf(read);
    item.putAll(to);
    return item;
  }

  /**
   * Whether what is stored at the new place is what was read at the old one. Its key is that of the
   * place, in whatever form a caller has written a number in that.
   */
  boolean isCopy(Map<String, AttributeValue> stored, Map<String, AttributeValue> read) {
    Map<String, AttributeValue> copy = ManagedTable.copyOf(read);
    to.keySet().forEach(name -> copy.put(name, stored.get(name)));
    return areSame(stored, copy);
  }

  /** Whether two items are the same. */
  public static boolean areSame(
      Map<String, AttributeValue> one, Map<String, AttributeValue> other) {
    return isSame(AttributeValue.fromM(one), AttributeValue.fromM(other));
  }

  /** Sets are the same in any order: DynamoDB promises none. */
  private static boolean isSame(AttributeValue one, @Nullable AttributeValue other) {
    if (other == null || one.type() != other.type()) {
      return false;
    }
    return switch (one.type()) {
      case SS -> Set.copyOf(one.ss()).equals(Set.copyOf(other.ss()));
      case NS -> Set.copyOf(one.ns()).equals(Set.copyOf(other.ns()));
      case BS -> Set.copyOf(one.bs()).equals(Set.copyOf(other.bs()));
      case M ->
          one.m().size() == other.m().size()
              && one.m().entrySet().stream()
                  .allMatch(entry -> isSame(entry.getValue(), other.m().get(entry.getKey())));
      case L ->
          one.l().size() == other.l().size()
              && IntStream.range(0, one.l().size())
                  .allMatch(i -> isSame(one.l().get(i), other.l().get(i)));
      default -> one.equals(other);
    };
  }
}
