package dev.evenkeel.chunking.internal.read;

import static dev.evenkeel.chunking.internal.expression.ExpressionText.present;

import dev.evenkeel.chunking.internal.expression.ConditionRewrite;
import dev.evenkeel.chunking.internal.expression.ExpressionText;
import dev.evenkeel.chunking.internal.expression.ExpressionText.PlaceholderDefinitions;
import dev.evenkeel.chunking.internal.expression.ManagedProjection;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.Expression.Kind;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.KeyCondition;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * The expressions of a Query or a Scan as they are sent.
 *
 * @param key the key condition, which is sent as it is; null of a Scan
 * @param requested the caller's filter
 * @param filter the filter that is sent
 * @param filterText the caller's own if it is the same
 * @param projectionText likewise
 */
record PageExpressions(
    @Nullable KeyCondition key,
    @Nullable Condition requested,
    @Nullable Condition filter,
    ManagedProjection projection,
    @Nullable String filterText,
    @Nullable String projectionText,
    PlaceholderDefinitions definitions) {

  /**
   * The expressions to send.
   *
   * @param more attributes that rows need to have, beside the table's key
   */
  static PageExpressions of(ChunkedTable table, PagedRequest<?> request, Collection<String> more) {
    KeyCondition key = key(table, request);
    String filterText = request.filter();
    Condition requested =
        filterText == null ? null : ExpressionParser.filter(filterText, request.names());
    PlaceholderAllocator fresh =
        PlaceholderAllocator.of(request.names(), request.values(), present(key, requested));
    Condition filter =
        requested == null ? null : ConditionRewrite.of(request.call(), table, requested, fresh);
    ManagedProjection projection = projection(table, request, more, fresh);
    return new PageExpressions(
        key,
        requested,
        filter,
        projection,
        Objects.equals(filter, requested) || filter == null
            ? filterText
            : ExpressionText.of(request.call(), Kind.FILTER, filter, fresh.names()),
        projection.isAsRequested() || projection.sent() == null
            ? request.projection()
            : ExpressionText.of(request.call(), Kind.PROJECTION, projection.sent()),
        PlaceholderDefinitions.of(
            fresh,
            present(key, requested, projection.requested()),
            present(key, filter, projection.sent())));
  }

  private static @Nullable KeyCondition key(ChunkedTable table, PagedRequest<?> request) {
    String text = request.keyCondition();
    if (text == null) {
      return null;
    }
    KeyCondition key = ExpressionParser.keyCondition(text, request.names());
    ConditionRewrite.refuseIn(request.call(), table, key);
    return key;
  }

  /** Where rows are only counted, nothing is wanted. */
  private static ManagedProjection projection(
      ChunkedTable table,
      PagedRequest<?> request,
      Collection<String> more,
      PlaceholderAllocator fresh) {
    ManagedProjection projection =
        ManagedProjection.of(
            request.call(), table, request.projection(), request.names(), more, fresh);
    return request.select() == Select.COUNT
        ? new ManagedProjection(projection.requested(), projection.requested(), Set.of(), Set.of())
        : projection;
  }

  /** Whether they are the caller's own. */
  boolean areAsAsked() {
    return Objects.equals(filter, requested) && projection.isAsRequested();
  }

  /** Whether rows come back as they are to be shown. */
  boolean leaveRows() {
    return projection.wanted().isEmpty() && projection.added().isEmpty();
  }
}
