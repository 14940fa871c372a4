package dev.evenkeel.chunking.internal.children;

import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.page.SortKeyRange;
import dev.evenkeel.core.internal.page.SortKeyRange.Bound;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The range values that a query admits: as DynamoDB is asked for them, and as they are compared
 * here.
 *
 * @param form the condition, of which {@code %s} is the name; empty if all are admitted
 * @param values the values of its placeholders
 * @param interval the same values as an interval
 */
record ChildRange(String form, Map<String, AttributeValue> values, SortKeyRange interval) {
  private static final String FIRST = ":first";
  private static final String LAST = ":last";

  /** Refuses what no key condition can say, before anything is sent. */
  static ChildRange of(ChildCollectionSpec spec, AttributeValue parent, ChildQuery query) {
    AttributeValue from = value(spec, parent, query.from());
    AttributeValue to = value(spec, parent, query.to());
    AttributeValue prefix = value(spec, parent, query.prefix());
    if (prefix != null) {
      return beginningWith(spec, prefix);
    }
    SortKeyRange interval = new SortKeyRange(bound(from), bound(to));
    if (from != null && to != null) {
      if (KeyOrder.of(spec.range().type()).compare(from, to) > 0) {
        throw new Call("Query", spec.tableName())
            .refuse("the range begins after its end", "Exchange from and to");
      }
      return new ChildRange(
          "%s BETWEEN " + FIRST + " AND " + LAST, Map.of(FIRST, from, LAST, to), interval);
    }
    if (from != null) {
      return new ChildRange("%s >= " + FIRST, Map.of(FIRST, from), interval);
    }
    return to == null
        ? new ChildRange("", Map.of(), interval)
        : new ChildRange("%s <= " + LAST, Map.of(LAST, to), interval);
  }

  private static ChildRange beginningWith(ChildCollectionSpec spec, AttributeValue prefix) {
    if (spec.range().type() == ScalarAttributeType.N) {
      throw new Call("Query", spec.tableName())
          .refuse("numbers do not begin with a prefix", "Say from and to");
    }
    AttributeValue end = KeyOrder.prefixEnd(prefix);
    Bound upper = end == null ? null : new Bound(end, false);
    return new ChildRange(
        "begins_with(%s, " + FIRST + ")",
        Map.of(FIRST, prefix),
        new SortKeyRange(new Bound(prefix, true), upper));
  }

  private static @Nullable AttributeValue value(
      ChildCollectionSpec spec, AttributeValue parent, @Nullable AttributeValue bound) {
    return bound == null ? null : spec.key(parent, bound).get(spec.range().name());
  }

  private static @Nullable Bound bound(@Nullable AttributeValue value) {
    return value == null ? null : new Bound(value, true);
  }

  boolean isAll() {
    return form.isEmpty();
  }

  String condition(String name) {
    return form.formatted(name);
  }
}
