package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.internal.expression.KeyCondition.KeyOperator;
import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.internal.page.SortKeyRange.Bound;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The condition under which one source of a merge resumes after a place that may lie in another
 * source.
 *
 * <p>The merged order is (sort key, source). After the place (v, s), sources before s in tie order
 * have given all their rows at v, source s has given the row itself, and sources behind s still owe
 * theirs. So the first resume strictly after v, the last from v on. "After" and "from" are
 * expressed by narrowing the key condition where one operator can do so. Where it cannot, a start
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
   * @param left the range that is left; rows outside it are to be dropped if {@code wider}
   * @param wider whether the predicate admits the far bound although {@code left} does not
   */
  record Narrowed(
      KeyOperator operator, List<AttributeValue> operands, SortKeyRange left, boolean wider)
      implements Resumption {

    /**
     * The predicate of a range that has a bound and holds something.
     *
     * @throws IllegalArgumentException if it has no bound
     */
    public static Narrowed to(SortKeyRange range) {
      Bound lower = range.lower();
      Bound upper = range.upper();
      if (lower != null && upper != null && SortKeyRange.isKey(upper.value())) {
        return new Narrowed(
            KeyOperator.BETWEEN,
            List.of(lower.value(), upper.value()),
            range,
            !lower.inclusive() || !upper.inclusive());
      }
      if (lower != null) {
        KeyOperator operator = lower.inclusive() ? KeyOperator.GE : KeyOperator.GT;
        return new Narrowed(operator, List.of(lower.value()), range, upper != null);
      }
      if (upper != null) {
        KeyOperator operator = upper.inclusive() ? KeyOperator.LE : KeyOperator.LT;
        return new Narrowed(operator, List.of(upper.value()), range, false);
      }
      throw new IllegalArgumentException("a range without bounds is no predicate");
    }
  }

  /** Resumes strictly after {@code value}. */
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
   * Resumes strictly after {@code value}, where a source may hold several rows with that value, as
   * an index does: no start key but one of its own last row would skip them all, so only the key
   * condition is narrowed, by the value's neighbour where the interval has two ends.
   *
   * @param value a value that a sort key can hold
   */
  static Resumption afterTies(SortKeyRange range, AttributeValue value, boolean forward) {
    Bound far = range.far(forward);
    if (far == null || !SortKeyRange.isKey(far.value())) {
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

  /** Resumes at {@code value}, inclusive. */
  static Resumption from(SortKeyRange range, AttributeValue value, boolean forward) {
    if (isSingle(range)) {
      return new Unchanged();
    }
    SortKeyRange left = range.from(value, forward);
    Bound far = range.far(forward);
    if (far == null || !SortKeyRange.isKey(far.value())) {
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

  private static boolean isSingle(SortKeyRange range) {
    return range.lower() != null && range.lower().equals(range.upper());
  }
}
