package dev.evenkeel.benchmarks.canned;

import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.KeyCondition;
import dev.evenkeel.core.internal.page.SortKeyRange;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * The parts of a Query on a {@link CannedTable}. A request that asks for more than is read here,
 * such as a filter, is refused rather than answered wrongly.
 *
 * @param partition the physical partition key
 * @param range the sort keys wanted
 * @param after the sort key of the start key
 * @param shown the attributes wanted; null for all
 * @param dropped whether a filter drops every row
 * @param limit the rows wanted, or {@link Integer#MAX_VALUE}
 */
record RequestedRows(
    String partition,
    SortKeyRange range,
    @Nullable String after,
    @Nullable Set<String> shown,
    boolean dropped,
    int limit,
    boolean forward,
    boolean consistent) {

  static RequestedRows of(QueryRequest request) {
    boolean filtered = request.filterExpression() != null;
    if ((filtered && !request.filterExpression().equals(CannedTable.NO_ROW))
        || request.indexName() != null
        || request.select() != null) {
      throw new UnsupportedOperationException("the canned table answers plain queries only");
    }
    Map<String, AttributeValue> values = request.expressionAttributeValues();
    KeyCondition keys =
        ExpressionParser.keyCondition(
            request.keyConditionExpression(), request.expressionAttributeNames());
    return new RequestedRows(
        partition(keys, values),
        keys.predicate(CannedTable.SORT_KEY)
            .map(sort -> SortKeyRange.of(sort, values))
            .orElse(SortKeyRange.ALL),
        request.hasExclusiveStartKey()
            ? CannedTable.string(request.exclusiveStartKey(), CannedTable.SORT_KEY)
            : null,
        shown(request),
        filtered,
        request.limit() == null ? Integer.MAX_VALUE : request.limit(),
        !Boolean.FALSE.equals(request.scanIndexForward()),
        Boolean.TRUE.equals(request.consistentRead()));
  }

  private static @Nullable Set<String> shown(QueryRequest request) {
    return request.projectionExpression() == null
        ? null
        : ExpressionParser.projection(
                request.projectionExpression(), request.expressionAttributeNames())
            .paths()
            .stream()
            .map(path -> path.attribute())
            .collect(Collectors.toSet());
  }

  private static String partition(KeyCondition keys, Map<String, AttributeValue> values) {
    String placeholder =
        keys.predicate(CannedTable.PARTITION_KEY).orElseThrow().valuePlaceholders().get(0);
    return CannedTable.string(values, placeholder);
  }
}
