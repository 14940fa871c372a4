package dev.evenkeel.chunking.internal.children;

import dev.evenkeel.chunking.spec.children.Child;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildPage;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.core.item.KeyOrder;
import dev.evenkeel.core.page.SortKeyRange;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A page of children and, in their places among them, the elements that are still in the set.
 *
 * @param parent canonical
 * @param interval the range values that are asked for
 * @param start after which of them; null to begin
 */
record UnitedPage(
    ChildCollectionSpec spec,
    AttributeValue parent,
    ChildQuery query,
    SortKeyRange interval,
    @Nullable AttributeValue start) {

  /** The set may only add what comes before the end of the children's page. */
  ChildPage of(Collection<Child> inSet, ChildPage stored) {
    Comparator<AttributeValue> order = order();
    Map<AttributeValue, Child> merged = new TreeMap<>(order);
    AttributeValue end = end(stored);
    inSet.stream()
        .filter(child -> interval.contains(child.range()))
        .filter(child -> start == null || order.compare(child.range(), start) > 0)
        .filter(child -> end == null || order.compare(child.range(), end) <= 0)
        .forEach(child -> merged.put(child.range(), child));
    stored.children().forEach(child -> merged.put(child.range(), child));
    return cut(List.copyOf(merged.values()), stored);
  }

  private Comparator<AttributeValue> order() {
    Comparator<AttributeValue> ascending = KeyOrder.of(spec.range().type());
    return query.ascending() ? ascending : ascending.reversed();
  }

  private @Nullable AttributeValue end(ChildPage stored) {
    Map<String, AttributeValue> last = stored.lastEvaluatedKey();
    return last == null ? null : last.get(spec.range().name());
  }

  private ChildPage cut(List<Child> merged, ChildPage stored) {
    if (query.limit() == 0 || merged.size() <= query.limit()) {
      return new ChildPage(merged, stored.lastEvaluatedKey());
    }
    List<Child> first = merged.subList(0, query.limit());
    return new ChildPage(first, spec.key(parent, first.get(first.size() - 1).range()));
  }
}
