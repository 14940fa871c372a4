package dev.evenkeel.timeseries.internal.read;

import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.KeyCondition;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyPredicate;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator.PlaceholderUse;
import dev.evenkeel.core.internal.page.KeyedProjection;
import dev.evenkeel.core.internal.page.Resumption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** The caller's query such that its rows can be merged, for a table yet to be named. */
final class MergedTemplate {
  private final QueryRequest request;
  private final QueryShape shape;
  private final KeyedProjection projection;
  private final AttributeName sortName;
  private final @Nullable KeyPredicate sort;
  private final List<String> bounds;
  private final Set<String> filterValues;

  MergedTemplate(QueryRequest request, QueryShape shape, Target target) {
    this.request = request;
    this.shape = shape;
    List<Condition> filters =
        request.filterExpression() == null
            ? List.of()
            : List.of(
                ExpressionParser.filter(
                    request.filterExpression(), request.expressionAttributeNames()));
    PlaceholderAllocator fresh =
        PlaceholderAllocator.of(
            request.expressionAttributeNames(), request.expressionAttributeValues(), filters);
    this.projection =
        request.select() == Select.COUNT
            ? KeyedProjection.only(target.keyNames(), fresh)
            : KeyedProjection.of(
                request.projectionExpression(),
                request.expressionAttributeNames(),
                target.keyNames(),
                fresh);
    String order = Objects.requireNonNull(shape.order()).name();
    this.sort = shape.condition().predicate(order).orElse(null);
    this.sortName = sort == null ? fresh.name(order) : sort.attribute();
    AttributeValue any = AttributeValue.fromBool(true);
    this.bounds = List.of(fresh.value(any), fresh.value(any));
    this.filterValues = PlaceholderUse.of(filters).values();
  }

  /** The caller's projection, and what is added to it. */
  KeyedProjection projection() {
    return projection;
  }

  /** The query for the whole of the caller's key condition. */
  QueryRequest whole() {
    return with(request.keyConditionExpression(), request.expressionAttributeValues(), false);
  }

  /** The query for what a resumption leaves of the key condition. */
  QueryRequest narrowed(Resumption.Narrowed narrowed) {
    List<String> placeholders = bounds.subList(0, narrowed.operands().size());
    KeyPredicate left = new KeyPredicate(sortName, narrowed.operator(), placeholders);
    KeyCondition condition =
        sort == null
            ? shape.condition().with(left)
            : shape.condition().replacing(sortName.name(), left);
    Map<String, AttributeValue> values = new HashMap<>(request.expressionAttributeValues());
    Set<String> dropped = new HashSet<>(sort == null ? List.of() : sort.valuePlaceholders());
    dropped.removeAll(filterValues);
    dropped.removeAll(condition.valuePlaceholders());
    dropped.forEach(values::remove);
    for (int i = 0; i < placeholders.size(); i++) {
      values.put(placeholders.get(i), narrowed.operands().get(i));
    }
    return with(condition.render(), values, sort == null);
  }

  private QueryRequest with(
      String condition, Map<String, AttributeValue> values, boolean addsSortName) {
    Map<String, String> names = new HashMap<>(request.expressionAttributeNames());
    names.putAll(projection.names());
    if (addsSortName) {
      names.put(sortName.token(), sortName.name());
    }
    QueryRequest.Builder query =
        request.toBuilder()
            .keyConditionExpression(condition)
            .expressionAttributeValues(values)
            .expressionAttributeNames(names.isEmpty() ? null : names)
            .exclusiveStartKey(null);
    if (projection.expression() != null) {
      query.projectionExpression(projection.expression());
    }
    return (request.select() == Select.COUNT ? query.select((Select) null) : query).build();
  }
}
