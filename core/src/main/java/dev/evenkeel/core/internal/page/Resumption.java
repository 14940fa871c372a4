package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.internal.expression.KeyCondition.KeyOperator;
import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.internal.page.SortKeyRange.Bound;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.KeySchema;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * How one source of a merge goes on after a place that may lie in another source.
 *
 * <p>The merged order is (sort key, source). After the place (v, s), sources before s in tie order
 * have given all their rows at v, source s has given the row itself, and sources behind s still owe
 * theirs. So the first go on strictly after v, the last from v on, and what "after" and "from" mean
 * is said by narrowing the key condition where one operator can say it. Where it cannot, a start
 * key says "after", and a closed interval that is one value too wide says "from".
 */
public sealed interface Resumption {

  /** Nothing is left: the source must not be asked. */
  record Nothing() implements Resumption {}

  /** The key condition as it was: everything in it is still to come. */
  record Unchanged() implements Resumption {}

  /**
   * The key condition as it was, with an exclusive start key: of the place's row in its own source,
   * or, where a source holds a sort value once, at the place's sort value.
   */
  record AtStartKey() implements Resumption {}

  /**
   * Another sort-key predicate in place of the caller's.
   *
   * @param left what is left; rows outside it are to be dropped if {@code wider}
   * @param wider whether the predicate admits the far bound although {@code left} does not
   */
  record Narrowed(
      KeyOperator operator, List<AttributeValue> operands, SortKeyRange left, boolean wider)
      implements Resumption {}

  /** Goes on strictly after {@code value}. */
  static Resumption after(SortKeyRange range, AttributeValue value, boolean forward) {
    if (range.endsAt(value, forward)) {
      return new Nothing();
    }
    if (range.far(forward) != null) {
      return new AtStartKey();
    }
    return new Narrowed(
        forward ? KeyOperator.GT : KeyOperator.LT,
        List.of(value),
        range.after(value, forward),
        false);
  }

  /**
   * Goes on strictly after {@code value}, where a source may hold several rows with that value, as
   * an index does: no start key but one of its own last row would skip them all, so it is said by
   * the key condition alone, with the value's neighbour where the interval has two ends.
   *
   * @param value what a sort key can hold
   */
  static Resumption afterTies(SortKeyRange range, AttributeValue value, boolean forward) {
    Bound far = range.far(forward);
    if (far == null || !isKey(far.value())) {
      boolean nothing = far != null && range.endsAt(value, forward);
      return nothing
          ? new Nothing()
          : new Narrowed(
              forward ? KeyOperator.GT : KeyOperator.LT,
              List.of(value),
              range.after(value, forward),
              far != null);
    }
    AttributeValue near = KeyOrder.neighbour(value, forward);
    return near == null || range.endsAt(value, forward)
        ? new Nothing()
        : between(near, far, range.after(value, forward), forward);
  }

  /** Goes on at {@code value}, inclusive. */
  static Resumption from(SortKeyRange range, AttributeValue value, boolean forward) {
    if (isSingle(range)) {
      return new Unchanged();
    }
    SortKeyRange left = range.from(value, forward);
    Bound far = range.far(forward);
    if (far == null || !isKey(far.value())) {
      return new Narrowed(
          forward ? KeyOperator.GE : KeyOperator.LE, List.of(value), left, far != null);
    }
    return between(value, far, left, forward);
  }

  private static Narrowed between(
      AttributeValue near, Bound far, SortKeyRange left, boolean forward) {
    List<AttributeValue> interval =
        forward ? List.of(near, far.value()) : List.of(far.value(), near);
    return new Narrowed(KeyOperator.BETWEEN, interval, left, !far.inclusive());
  }

  /** The end of a long prefix can be a byte too long to be a sort key itself. */
  private static boolean isKey(AttributeValue bound) {
    return ItemSize.valueBytes(bound) <= KeySchema.SORT_KEY_BYTES_MAX;
  }

  private static boolean isSingle(SortKeyRange range) {
    return range.lower() != null && range.lower().equals(range.upper());
  }
}
