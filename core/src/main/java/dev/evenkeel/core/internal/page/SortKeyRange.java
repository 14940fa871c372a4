package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.internal.expression.KeyCondition.KeyPredicate;
import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.KeySchema;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The sort-key values a key condition admits, as an interval in DynamoDB's order.
 *
 * <p>Every sort-key operator is one interval: {@code begins_with} runs from the prefix itself to
 * the smallest value past everything that begins with it. That makes resuming a plain matter of
 * raising one bound.
 *
 * @param lower the lower bound, or null when there is none
 * @param upper the upper bound, or null when there is none
 */
public record SortKeyRange(@Nullable Bound lower, @Nullable Bound upper) {

  /** One end of a range. */
  public record Bound(AttributeValue value, boolean inclusive) {}

  public static final SortKeyRange ALL = new SortKeyRange(null, null);

  /** The range of one sort-key predicate; {@code values} resolves its placeholders. */
  public static SortKeyRange of(KeyPredicate predicate, Map<String, AttributeValue> values) {
    AttributeValue first = operand(predicate, 0, values);
    return switch (predicate.operator()) {
      case EQ -> new SortKeyRange(new Bound(first, true), new Bound(first, true));
      case LT -> new SortKeyRange(null, new Bound(first, false));
      case LE -> new SortKeyRange(null, new Bound(first, true));
      case GT -> new SortKeyRange(new Bound(first, false), null);
      case GE -> new SortKeyRange(new Bound(first, true), null);
      case BETWEEN ->
          new SortKeyRange(new Bound(first, true), new Bound(operand(predicate, 1, values), true));
      case BEGINS_WITH -> beginningWith(first);
    };
  }

  private static AttributeValue operand(
      KeyPredicate predicate, int index, Map<String, AttributeValue> values) {
    String placeholder = predicate.valuePlaceholders().get(index);
    AttributeValue value = values.get(placeholder);
    if (value == null) {
      throw new IllegalArgumentException("value placeholder " + placeholder + " is not defined");
    }
    return value;
  }

  private static SortKeyRange beginningWith(AttributeValue prefix) {
    AttributeValue end = KeyOrder.prefixEnd(prefix);
    return new SortKeyRange(new Bound(prefix, true), end == null ? null : new Bound(end, false));
  }

  /** Whether a sort-key value lies inside. */
  public boolean contains(AttributeValue value) {
    return admits(lower, value, 1) && admits(upper, value, -1);
  }

  private static boolean admits(@Nullable Bound bound, AttributeValue value, int inside) {
    if (bound == null) {
      return true;
    }
    int order = compare(value, bound.value()) * inside;
    return order > 0 || (order == 0 && bound.inclusive());
  }

  private static int compare(AttributeValue left, AttributeValue right) {
    return KeyOrder.of(right).compare(left, right);
  }

  /** The bound that reading in this direction meets last, or null when there is none. */
  public @Nullable Bound far(boolean forward) {
    return forward ? upper : lower;
  }

  /**
   * Whether nothing is left after {@code value} in this direction. Engines refuse a start key at
   * such a boundary instead of answering with an empty page, so it must not be asked.
   */
  public boolean endsAt(AttributeValue value, boolean forward) {
    Bound far = far(forward);
    if (far == null) {
      return false;
    }
    int order = compare(value, far.value());
    return forward ? order >= 0 : order <= 0;
  }

  /**
   * Whether nothing is left from {@code value} on, the value itself included, in this direction.
   */
  public boolean endsBefore(AttributeValue value, boolean forward) {
    return !admits(far(forward), value, forward ? -1 : 1);
  }

  /** The rest from {@code value} on, inclusive, in this direction. */
  public SortKeyRange from(AttributeValue value, boolean forward) {
    return startingAt(new Bound(value, true), forward);
  }

  /** The rest after {@code value}, exclusive, in this direction. */
  public SortKeyRange after(AttributeValue value, boolean forward) {
    return startingAt(new Bound(value, false), forward);
  }

  /**
   * The intersection of this range and the range between two values.
   *
   * @param from the least value; null for no lower end
   * @param before the end, exclusive; null for none
   */
  public SortKeyRange within(@Nullable AttributeValue from, @Nullable AttributeValue before) {
    Bound low = from == null ? null : new Bound(from, true);
    Bound high = before == null ? null : new Bound(before, false);
    return new SortKeyRange(tighter(lower, low, 1), tighter(upper, high, -1)).closed();
  }

  /**
   * The same keys with both bounds inclusive, as one operator can say a range with two ends. A
   * bound that no sort key can hold stays as it is.
   */
  private SortKeyRange closed() {
    return lower == null || upper == null
        ? this
        : new SortKeyRange(inclusive(lower, true), inclusive(upper, false));
  }

  private static Bound inclusive(Bound bound, boolean ascending) {
    AttributeValue near =
        bound.inclusive() || !isKey(bound.value())
            ? null
            : KeyOrder.neighbour(bound.value(), ascending);
    return near == null ? bound : new Bound(near, true);
  }

  /** The end of a long prefix can be a byte too long to be a sort key itself. */
  static boolean isKey(AttributeValue bound) {
    long bytes = ItemSize.valueBytes(bound);
    return bytes > 0 && bytes <= KeySchema.SORT_KEY_BYTES_MAX;
  }

  private static @Nullable Bound tighter(@Nullable Bound own, @Nullable Bound other, int inside) {
    if (own == null || other == null) {
      return own == null ? other : own;
    }
    int order = compare(own.value(), other.value()) * inside;
    return order > 0 || (order == 0 && !own.inclusive()) ? own : other;
  }

  /** Whether no value can lie inside: the bounds meet, or have passed each other. */
  public boolean isEmpty() {
    if (lower == null || upper == null) {
      return false;
    }
    int order = compare(lower.value(), upper.value());
    return order > 0 || (order == 0 && !(lower.inclusive() && upper.inclusive()));
  }

  private SortKeyRange startingAt(Bound near, boolean forward) {
    return forward ? new SortKeyRange(near, upper) : new SortKeyRange(lower, near);
  }
}
