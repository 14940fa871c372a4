package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.page.KeyedProjection;
import dev.evenkeel.core.internal.page.RowSizes;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.spec.Pieces.Piece;
import dev.evenkeel.sharding.spec.ScatterOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Query on a table whose items are being moved: a page by the layout before, and only then one by
 * the layout after, both consistent. An item that was moved between them is in both or in the
 * second, so that none is missed. The rows up to where both pages have come make the answer, each
 * item once.
 */
public final class MovedQuery {
  private final ShardedTable from;
  private final ShardedTable to;
  private final RowSizes rowSizes;
  private final QueryRequest request;
  private final String sortKey;
  private final Comparator<AttributeValue> order;
  private final AttributeValue logicalKey;
  private final KeyedProjection projection;
  private final QueryRequest sent;

  private MovedQuery(
      ShardedTable from,
      ShardedTable to,
      RowSizes rowSizes,
      QueryRequest request,
      AttributeValue logicalKey) {
    this.from = from;
    this.to = to;
    this.rowSizes = rowSizes;
    this.request = request;
    this.logicalKey = logicalKey;
    KeyAttribute sort = Objects.requireNonNull(from.key().sortKey(), "only such tables are moved");
    this.sortKey = sort.name();
    Comparator<AttributeValue> ascending = KeyOrder.of(sort.type());
    this.order = isForward() ? ascending : ascending.reversed();
    this.projection = projection();
    this.sent = sent();
  }

  /** Plans a query on the table itself, of a valid shape. */
  public static Plan<QueryResponse> of(
      ShardedTable from, ShardedTable to, RowSizes rowSizes, QueryRequest request) {
    Call call = new Call("Query", request.tableName());
    call.refuseLegacy(request);
    QueryTarget target = QueryTarget.table(to.key());
    AttributeValue key = QueryShape.of(call, to, request, target).logicalKey();
    boolean isForTheEngineToRefuse =
        (request.select() == Select.COUNT && request.projectionExpression() != null)
            || (request.limit() != null && request.limit() < 1);
    boolean stays = from.keyShards().pieces(key).equals(to.keyShards().pieces(key));
    if (stays || isForTheEngineToRefuse) {
      return page(to, request, rowSizes);
    }
    if (to.spec().order() != ScatterOrder.SORTED) {
      throw call.refuse(
          "items of this key are being moved, and in order SHARD_BY_SHARD one that moves could be missed or come twice",
          "Try again when the move is complete, or use a client whose spec reads in sorted order");
    }
    return new MovedQuery(from, to, rowSizes, request, key).plan();
  }

  private static Plan<QueryResponse> page(
      ShardedTable table, QueryRequest request, RowSizes rowSizes) {
    return QueryPlan.of(table, request, ReadAheads.NONE, rowSizes, UnshardedItems.NONE);
  }

  private KeyedProjection projection() {
    PlaceholderAllocator fresh =
        PlaceholderAllocator.of(
            request.expressionAttributeNames(),
            request.expressionAttributeValues(),
            request.filterExpression() == null
                ? List.of()
                : List.of(
                    ExpressionParser.filter(
                        request.filterExpression(), request.expressionAttributeNames())));
    return request.select() == Select.COUNT
        ? KeyedProjection.only(List.of(sortKey), fresh)
        : KeyedProjection.of(
            request.projectionExpression(),
            request.expressionAttributeNames(),
            List.of(sortKey),
            fresh);
  }

  /** The request with its sort keys, and a start key that says no shard. */
  private QueryRequest sent() {
    QueryRequest.Builder sent = request.toBuilder().consistentRead(true);
    if (request.select() == Select.COUNT) {
      sent.select((Select) null);
    }
    if (projection.expression() != null) {
      Map<String, String> names = new HashMap<>(request.expressionAttributeNames());
      names.putAll(projection.names());
      sent.projectionExpression(projection.expression());
      sent.expressionAttributeNames(names.isEmpty() ? null : names);
    }
    return sent.build();
  }

  /**
   * The request by a layout. It starts past all places where its start key can be: an item may be
   * at the place of another layout, which a merge would take for one more row with that sort key.
   */
  private QueryRequest by(ShardedTable table) {
    if (!request.hasExclusiveStartKey()) {
      return sent;
    }
    Map<String, AttributeValue> start = new LinkedHashMap<>(request.exclusiveStartKey());
    start.remove(StartKeyToken.ATTRIBUTE);
    AttributeValue at = start.get(sortKey);
    if (at != null && !table.plain()) {
      Piece piece = table.keyShards().pieces(logicalKey).at(at);
      List<Integer> places = table.keyShards().places(logicalKey, piece);
      int last = places.get(isForward() ? places.size() - 1 : 0);
      StartKeys keys = new StartKeys(new Call("Query", request.tableName()), table);
      start = keys.onShard(start, logicalKey, last);
    }
    return sent.toBuilder().exclusiveStartKey(start).build();
  }

  private boolean isForward() {
    return !Boolean.FALSE.equals(request.scanIndexForward());
  }

  private Plan<QueryResponse> plan() {
    Plan<QueryResponse> before = page(from, by(from), rowSizes);
    Plan<QueryResponse> after = page(to, by(to), rowSizes);
    return new Plan<>(
        before
            .flow()
            .then(first -> after.flow().map(second -> merged(first, second)))
            .step(MovedQuery.class, "merge"),
        () ->
            Stream.concat(
                    before.mayFollow().get().stream(),
                    Stream.of("the same page by the layout that items are moved to"))
                .toList(),
        false);
  }

  private QueryResponse merged(QueryResponse first, QueryResponse second) {
    AttributeValue end = earlier(end(first), end(second));
    TreeMap<AttributeValue, Map<String, AttributeValue>> rows = new TreeMap<>(order);
    for (QueryResponse page : List.of(first, second)) {
      for (Map<String, AttributeValue> row : page.items()) {
        AttributeValue at = Objects.requireNonNull(row.get(sortKey), "asked for");
        if (end == null || order.compare(at, end) <= 0) {
          rows.put(at, row);
        }
      }
    }
    while (request.limit() != null && rows.size() > request.limit()) {
      rows.pollLastEntry();
      end = rows.lastKey();
    }
    return response(first, second, List.copyOf(rows.values()), end);
  }

  private QueryResponse response(
      QueryResponse first,
      QueryResponse second,
      List<Map<String, AttributeValue>> rows,
      @Nullable AttributeValue end) {
    int evaluated = first.scannedCount() + second.scannedCount();
    int evaluatedMax = request.limit() == null ? evaluated : Math.min(evaluated, request.limit());
    QueryResponse.Builder merged =
        QueryResponse.builder()
            .count(rows.size())
            .scannedCount(Math.max(evaluatedMax, rows.size()))
            .consumedCapacity(capacity(first, second));
    if (request.select() != Select.COUNT) {
      merged.items(rows.stream().map(projection::strip).toList());
    }
    if (end != null) {
      Map<String, AttributeValue> last = new LinkedHashMap<>();
      last.put(from.partitionKey(), logicalKey);
      last.put(sortKey, end);
      merged.lastEvaluatedKey(last);
    }
    ResponseMetadata.copy(second, merged);
    return merged.build();
  }

  private static @Nullable ConsumedCapacity capacity(QueryResponse first, QueryResponse second) {
    List<ConsumedCapacity> parts = new ArrayList<>();
    for (QueryResponse page : List.of(first, second)) {
      if (page.consumedCapacity() != null) {
        parts.add(page.consumedCapacity());
      }
    }
    return CapacitySum.of(parts);
  }

  /** The sort key that a page has come to; null if it has come to the end of the range. */
  private @Nullable AttributeValue end(QueryResponse page) {
    return page.hasLastEvaluatedKey() ? page.lastEvaluatedKey().get(sortKey) : null;
  }

  private @Nullable AttributeValue earlier(
      @Nullable AttributeValue one, @Nullable AttributeValue other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return order.compare(one, other) <= 0 ? one : other;
  }
}
