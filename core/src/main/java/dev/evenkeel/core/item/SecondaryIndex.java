package dev.evenkeel.core.item;

import dev.evenkeel.core.internal.value.CanonicalNumber;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/**
 * The entry of an item in a global or local secondary index, and the cost of writes in that index.
 * Immutable.
 *
 * <p>An absent item is the empty map throughout, as the SDK returns it.
 */
public final class SecondaryIndex {
  private final KeySchema key;
  private final boolean projectsAll;
  private final Set<String> projected;
  private final Set<String> identity;

  private SecondaryIndex(
      KeySchema key, boolean projectsAll, Set<String> identity, Set<String> projected) {
    this.key = key;
    this.projectsAll = projectsAll;
    this.identity = identity;
    this.projected = projected;
  }

  /**
   * An index as CreateTable and DescribeTable describe it.
   *
   * @param tableKey the key of the table, always part of an entry
   * @param indexKey the key of the index
   * @param projection the attributes of the item that the entry has beside its key
   * @throws IllegalArgumentException if the projection has no type
   */
  public static SecondaryIndex of(KeySchema tableKey, KeySchema indexKey, Projection projection) {
    ProjectionType type = projection.projectionType();
    if (type == null || type == ProjectionType.UNKNOWN_TO_SDK_VERSION) {
      throw new IllegalArgumentException("an index projects ALL, KEYS_ONLY or INCLUDE");
    }
    Set<String> identity = new HashSet<>(tableKey.attributes());
    identity.addAll(indexKey.attributes());
    Set<String> projected = new HashSet<>(identity);
    projected.addAll(type == ProjectionType.INCLUDE ? projection.nonKeyAttributes() : List.of());
    return new SecondaryIndex(
        indexKey, type == ProjectionType.ALL, Set.copyOf(identity), Set.copyOf(projected));
  }

  /**
   * The entry of an item: its projected attributes, or the empty map if the item lacks an attribute
   * of the index key, since then it is not in the index.
   *
   * @throws KeyMismatchException if an attribute of the index key has another type, which DynamoDB
   *     would refuse to write
   */
  public Map<String, AttributeValue> entryOf(Map<String, AttributeValue> item) {
    if (!key.isCoveredBy(item)) {
      return Map.of();
    }
    key.keyOf(item);
    return projectsAll ? item : select(item, projected);
  }

  private static Map<String, AttributeValue> select(
      Map<String, AttributeValue> item, Set<String> names) {
    Map<String, AttributeValue> selected = new LinkedHashMap<>();
    item.forEach(
        (name, value) -> {
          if (names.contains(name)) {
            selected.put(name, value);
          }
        });
    return selected;
  }

  /** The size of the entry, which is what reads of the index count; 0 if there is none. */
  public long entryBytes(Map<String, AttributeValue> item) {
    return ItemSize.bytes(entryOf(item));
  }

  /**
   * The cost of a table write in this index; nothing if the entry is unchanged.
   *
   * <ul>
   *   <li>"If you write a new item ... that defines an indexed attribute, or ... define a
   *       previously undefined indexed attribute, one write operation is required";
   *   <li>"If an update to the table changes the value of an indexed key attribute (from A to B),
   *       two writes are required": the deletion by the size of the old entry, the put by the size
   *       of the new one;
   *   <li>"If an item was present in the index, but a write to the table caused the indexed
   *       attribute to be deleted, one write is required";
   *   <li>"If an item is not present in the index before or after the item is updated, there is no
   *       additional write cost";
   *   <li>if only other projected attributes change, "one write is required", by the larger of the
   *       two entries.
   * </ul>
   *
   * <p>Source: AWS, "Using Global Secondary Indexes" and "Local Secondary Indexes", which count
   * writes of up to 1 KB and only say that larger entries "will require additional write capacity
   * units"; which size counts is what DynamoDB Local charges. Values are compared as DynamoDB
   * stores them: {@code 2} and {@code 2.0} are no change, nor is another order within a set. AWS
   * does not say whether a transaction doubles the cost in an index.
   *
   * <p>DynamoDB Local 3.3.1 departs from these rules twice: it counts 100 bytes more for an entry
   * of a local index, and it charges where an item without the whole index key, before and after,
   * changes the part it has.
   *
   * @param before the item before the write
   * @param after the item after the write
   */
  public CapacityUnits writeUnits(
      Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
    Map<String, AttributeValue> old = entryOf(before);
    Map<String, AttributeValue> fresh = entryOf(after);
    if (StoredValues.same(old, fresh)) {
      return CapacityUnits.ZERO;
    }
    long oldBytes = ItemSize.bytes(old);
    long freshBytes = ItemSize.bytes(fresh);
    if (old.isEmpty() || fresh.isEmpty() || sameIdentity(old, fresh)) {
      return oneWrite(Math.max(oldBytes, freshBytes));
    }
    return oneWrite(oldBytes).plus(oneWrite(freshBytes));
  }

  private boolean sameIdentity(Map<String, AttributeValue> old, Map<String, AttributeValue> fresh) {
    return StoredValues.same(select(old, identity), select(fresh, identity));
  }

  private static CapacityUnits oneWrite(long entryBytes) {
    return WriteCapacity.STANDARD.put(0, entryBytes);
  }

  /** Whether two values are one value once stored: numbers by value, sets without order. */
  static final class StoredValues {
    private StoredValues() {}

    static boolean same(Map<String, AttributeValue> a, Map<String, AttributeValue> b) {
      return a.size() == b.size()
          && a.entrySet().stream().allMatch(entry -> same(entry.getValue(), b.get(entry.getKey())));
    }

    private static boolean same(AttributeValue a, @Nullable AttributeValue b) {
      if (b == null || ItemSize.typeOf(a) != ItemSize.typeOf(b)) {
        return false;
      }
      return switch (ItemSize.typeOf(a)) {
        case N -> CanonicalNumber.of(a.n()).equals(CanonicalNumber.of(b.n()));
        case NS -> canonical(a.ns()).equals(canonical(b.ns()));
        case SS -> new HashSet<>(a.ss()).equals(new HashSet<>(b.ss()));
        case BS -> new HashSet<>(a.bs()).equals(new HashSet<>(b.bs()));
        case L -> same(a.l(), b.l());
        case M -> same(a.m(), b.m());
        case S, B, BOOL, NUL, UNKNOWN_TO_SDK_VERSION -> a.equals(b);
      };
    }

    private static boolean same(List<AttributeValue> a, List<AttributeValue> b) {
      if (a.size() != b.size()) {
        return false;
      }
      for (int i = 0; i < a.size(); i++) {
        if (!same(a.get(i), b.get(i))) {
          return false;
        }
      }
      return true;
    }

    private static Set<String> canonical(List<String> numbers) {
      return numbers.stream().map(CanonicalNumber::of).collect(Collectors.toSet());
    }
  }
}
