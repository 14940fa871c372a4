package dev.evenkeel.chunking.internal.read;

import static dev.evenkeel.chunking.internal.expression.ExpressionText.present;

import dev.evenkeel.chunking.internal.expression.ExpressionText;
import dev.evenkeel.chunking.internal.expression.ExpressionText.PlaceholderDefinitions;
import dev.evenkeel.chunking.internal.expression.ManagedProjection;
import dev.evenkeel.chunking.internal.read.PagePlan.PageAgain;
import dev.evenkeel.chunking.internal.read.TornRead.ReadResult;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.Expression;
import dev.evenkeel.core.internal.expression.Expression.Kind;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyPredicate;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Reads one row of a page again: from the table, since an index lags behind, and by a Query, since
 * it takes the filter along, so that what no longer passes it is no longer shown.
 */
final class RowReread {
  private final ChunkedTable table;
  private final PagedRequest<?> request;
  private final PageExpressions expressions;

  RowReread(ChunkedTable table, PagedRequest<?> request, PageExpressions expressions) {
    this.table = table;
    this.request = request;
    this.expressions = expressions;
  }

  /**
   * Reads a row again.
   *
   * @param row as it was read
   * @param missing why
   * @return fails with {@link PageAgain} if that cannot be asked of one item: DynamoDB takes no
   *     filter on the key that a Query names, as a Scan's or an index's may be
   */
  Flow<ReadResult> flow(Map<String, AttributeValue> row, Throwable missing) {
    List<Condition> conditions = new ArrayList<>(onIndex());
    if (expressions.filter() != null) {
      conditions.add(expressions.filter());
    }
    QueryRequest query =
        conditions.stream().anyMatch(this::namesKey)
            ? null
            : query(row, conditions.isEmpty() ? null : Condition.allOf(conditions));
    return query == null
        ? Flow.failed(new PageAgain(Set.of(), missing))
        : TableCall.query(query).map(response -> new ReadResult(found(row, response)));
  }

  /** The parts of an index's key condition on attributes that an update may have changed. */
  private List<Condition> onIndex() {
    List<Condition> conditions = new ArrayList<>();
    if (request.indexName() != null && expressions.key() != null) {
      for (KeyPredicate predicate : expressions.key().predicates()) {
        if (!table.schema().attributes().contains(predicate.attribute().name())) {
          conditions.add(ExpressionParser.filter(predicate.render(), request.names()));
        }
      }
    }
    return conditions;
  }

  private boolean namesKey(Condition condition) {
    return table.schema().attributes().stream().anyMatch(condition.attributes()::contains);
  }

  private @Nullable QueryRequest query(
      Map<String, AttributeValue> row, @Nullable Condition filter) {
    List<Expression> before =
        present(expressions.key(), expressions.requested(), expressions.projection().requested());
    PlaceholderAllocator fresh = PlaceholderAllocator.of(names(), request.values(), before);
    List<String> key = new ArrayList<>();
    table
        .keyOf(row)
        .forEach((name, value) -> key.add(fresh.name(name).token() + " = " + fresh.value(value)));
    ManagedProjection projection = expressions.projection();
    PlaceholderDefinitions definitions =
        PlaceholderDefinitions.of(fresh, before, present(filter, projection.sent()));
    try {
      return QueryRequest.builder()
          .tableName(request.call().table())
          .keyConditionExpression(String.join(" AND ", key))
          .filterExpression(
              filter == null
                  ? null
                  : ExpressionText.of(request.call(), Kind.FILTER, filter, fresh.names()))
          .projectionExpression(expressions.projectionText())
          .expressionAttributeNames(definitions.names())
          .expressionAttributeValues(definitions.values())
          .consistentRead(true)
          .build();
    } catch (RefusedOperationException tooLong) {
      return null;
    }
  }

  private Map<String, String> names() {
    Map<String, String> names = expressions.definitions().names();
    return names == null ? Map.of() : names;
  }

  private @Nullable Map<String, AttributeValue> found(
      Map<String, AttributeValue> row, QueryResponse response) {
    if (response.items().isEmpty()) {
      return null;
    }
    Map<String, AttributeValue> item = response.items().get(0);
    boolean projected =
        request.indexName() != null
            && request.projection() == null
            && request.select() != Select.ALL_ATTRIBUTES;
    return projected ? restricted(item, row.keySet()) : item;
  }

  /** An index shows what it projects, which only its rows tell. */
  private Map<String, AttributeValue> restricted(
      Map<String, AttributeValue> item, Set<String> shown) {
    Set<String> retained = new LinkedHashSet<>(shown);
    for (String attribute : table.attributes()) {
      List<String> markers = table.spec().markersOf(attribute);
      if (shown.contains(attribute) || markers.stream().anyMatch(shown::contains)) {
        retained.add(attribute);
        retained.addAll(markers);
      }
    }
    Map<String, AttributeValue> restricted = new LinkedHashMap<>(item);
    restricted.keySet().retainAll(retained);
    return restricted;
  }
}
