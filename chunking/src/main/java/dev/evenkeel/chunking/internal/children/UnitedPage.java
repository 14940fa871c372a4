package dev.evenkeel.chunking.internal.children;

import dev.evenkeel.chunking.spec.children.Child;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildPage;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.internal.page.SortKeyRange;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

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

  /** The queries for the children of one parent. */
  static final class ChildPages {
    private static final String OF_PARENT = "#parent = :parent";

    private final ChildCollectionSpec spec;
    private final AttributeValue parent;

    ChildPages(ChildCollectionSpec spec, AttributeValue parent) {
      this.spec = spec;
      this.parent = spec.parent(parent);
    }

    /** The keys of all children. */
    QueryRequest keys(@Nullable Map<String, AttributeValue> startKey) {
      return all(startKey, Map.of("#range", spec.range().name()))
          .projectionExpression("#parent, #range")
          .build();
    }

    /** The request that counts the children. */
    QueryRequest count(@Nullable Map<String, AttributeValue> startKey) {
      return all(startKey, Map.of()).select(Select.COUNT).build();
    }

    private QueryRequest.Builder all(
        @Nullable Map<String, AttributeValue> startKey, Map<String, String> moreNames) {
      Map<String, String> names = new HashMap<>(moreNames);
      names.put("#parent", spec.parentKey().name());
      return QueryRequest.builder()
          .tableName(spec.tableName())
          .keyConditionExpression(OF_PARENT)
          .expressionAttributeNames(names)
          .expressionAttributeValues(Map.of(":parent", parent))
          .exclusiveStartKey(startKey)
          .consistentRead(true);
    }

    /** The request for a caller's query. */
    QueryRequest of(ChildQuery query, ChildRange range) {
      Map<String, String> names = new HashMap<>();
      names.put("#parent", spec.parentKey().name());
      Map<String, AttributeValue> values = new HashMap<>(range.values());
      values.put(":parent", parent);
      if (!range.isAll()) {
        names.put("#range", spec.range().name());
      }
      return QueryRequest.builder()
          .tableName(spec.tableName())
          .keyConditionExpression(
              range.isAll() ? OF_PARENT : OF_PARENT + " AND " + range.condition("#range"))
          .expressionAttributeNames(names)
          .expressionAttributeValues(values)
          .scanIndexForward(query.ascending())
          .limit(query.limit() == 0 ? null : query.limit())
          .exclusiveStartKey(query.startKey())
          .consistentRead(query.consistent())
          .build();
    }

    /** Where the next page begins; null after the last. */
    static @Nullable Map<String, AttributeValue> next(QueryResponse page) {
      return page.lastEvaluatedKey().isEmpty() ? null : page.lastEvaluatedKey();
    }
  }
}
