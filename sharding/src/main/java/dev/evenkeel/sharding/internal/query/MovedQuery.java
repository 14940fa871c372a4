package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.expression.KeyCondition.KeyOperator;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.page.Resumption;
import dev.evenkeel.core.internal.page.Resumption.Narrowed;
import dev.evenkeel.core.internal.page.RowSizes;
import dev.evenkeel.core.internal.page.SortKeyRange;
import dev.evenkeel.core.internal.page.SortKeyRange.Bound;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.internal.layout.Relocation;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.live.ShadowReads;
import dev.evenkeel.sharding.internal.query.MergedStartKeys.QueryStart;
import dev.evenkeel.sharding.spec.ScatterOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Query of a table whose items are being moved, or of an index with its partition key: a page by
 * the layout before, and only then one by the layout after, both consistent where that can be. An
 * item that was moved between them is in both or in the second, so that none is missed. The rows up
 * to where both pages have come make the answer, each item once.
 *
 * <p>Rows come in the order of the sort key, and in an index then of the table's sort key, which no
 * layout has by itself where sort values repeat. So a page holds only whole groups of rows with one
 * sort value, and a group that is longer than a page is read whole for each of its pages. A start
 * key of such a query is a place that every layout has: it is good while items move, and after it.
 */
public final class MovedQuery {
  private final Call call;
  private final List<ShardedTable> layouts;
  private final RowSizes rowSizes;
  private final QueryRequest request;
  private final QueryTarget target;
  private final QueryShape shape;
  private final ShadowReads shadowReads;
  private final QueryTemplate template;
  private final StartKeys startKeys;
  private final @Nullable QueryStart start;
  private final boolean forward;
  private final KeyAttribute item;
  private final Comparator<Map<String, AttributeValue>> order;

  private MovedQuery(
      Call call,
      List<ShardedTable> layouts,
      RowSizes rowSizes,
      QueryRequest request,
      QueryTarget target,
      QueryShape shape,
      ShadowReads shadowReads) {
    ShardedTable to = layouts.get(layouts.size() - 1);
    this.call = call;
    this.layouts = layouts;
    this.rowSizes = rowSizes;
    this.request = request;
    this.target = target;
    this.shape = shape;
    this.shadowReads = shadowReads;
    this.template = new QueryTemplate(to, request, shape, target);
    template.projection().requireRoom(call);
    this.startKeys = new StartKeys(call, to, request.indexName(), false);
    this.start =
        request.hasExclusiveStartKey()
            ? startKeys.ordered(request.exclusiveStartKey(), shape, target)
            : null;
    this.forward = !Boolean.FALSE.equals(request.scanIndexForward());
    this.item = Objects.requireNonNull(to.key().sortKey(), "only such tables are moved");
    this.order = OrderedRows.order(target, item, forward);
  }

  /**
   * Plans a query of the table, or of an index {@linkplain QueryTarget#byTableKey with its key}.
   *
   * @param layouts the table by each, in the order in which they are asked: those before and after
   *     a move, or the one of a table at rest
   * @param shadowReads compares what two layouts answer, for a share of the queries
   */
  public static Plan<QueryResponse> of(
      List<ShardedTable> layouts,
      RowSizes rowSizes,
      QueryRequest request,
      ShadowReads shadowReads) {
    Call call = new Call("Query", request.tableName());
    call.refuseLegacy(request);
    ShardedTable from = layouts.get(0);
    ShardedTable to = layouts.get(layouts.size() - 1);
    QueryTarget target = Objects.requireNonNull(QueryTarget.byTableKey(to, request.indexName()));
    QueryShape shape = QueryShape.of(call, to, request, target);
    boolean stays =
        layouts.size() > 1
            && from.isBeside(to)
            && from.keyShards()
                .pieces(shape.logicalKey())
                .equals(to.keyShards().pieces(shape.logicalKey()));
    if (stays) {
      return page(to, request, rowSizes);
    }
    if (target.isForTheEngineToRefuse(request)) {
      return page(to, request.toBuilder().exclusiveStartKey(null).build(), rowSizes);
    }
    if (to.spec().order() != ScatterOrder.SORTED) {
      throw call.refuse(
          "items of this key are being moved, and in order SHARD_BY_SHARD one that moves could be missed or come twice",
          "Try again when the move is complete, or use a client whose spec reads in sorted order");
    }
    return new MovedQuery(call, layouts, rowSizes, request, target, shape, shadowReads).plan();
  }

  /** Plans a page by one layout. */
  public static Plan<QueryResponse> page(
      ShardedTable table, QueryRequest request, RowSizes rowSizes) {
    return Relocation.to(
        table, QueryPlan.of(table, request, ReadAheads.NONE, rowSizes, UnshardedItems.NONE));
  }

  private Plan<QueryResponse> plan() {
    Flow<QueryResponse> flow =
        Flow.defer(() -> answer(new OrderedRows(item.name(), order)))
            .step(MovedQuery.class, "merge");
    List<String> follows =
        Stream.concat(
                layouts.size() > 1
                    ? Stream.of("the same page by the layout that items are moved to")
                    : Stream.empty(),
                target.repeatable()
                    ? Stream.of("a Query of all rows with the sort value at an end of the page")
                    : Stream.empty())
            .toList();
    return Plan.of(flow, follows);
  }

  private Flow<QueryResponse> answer(OrderedRows rows) {
    if (target.sort() == null) {
      return group(rows, sent(template.logical(null))).map(done -> response(rows, false, null));
    }
    if (start == null) {
      return rest(rows, new Resumption.Unchanged());
    }
    AttributeValue at = start.value(target.sort());
    Resumption left = Resumption.afterTies(shape.range(), at, forward);
    return target.repeatable()
        ? group(rows, ofGroup(at))
            .then(done -> isFull(rows) ? Flow.of(response(rows, true, null)) : rest(rows, left))
        : rest(rows, left);
  }

  private boolean isFull(OrderedRows rows) {
    return request.limit() != null && rows.count() >= request.limit();
  }

  private QueryRequest sent(QueryRequest logical) {
    return target.global() || layouts.size() == 1
        ? logical
        : logical.toBuilder().consistentRead(true).build();
  }

  private QueryRequest ofGroup(AttributeValue value) {
    Bound bound = new Bound(value, true);
    return sent(
        template.logical(
            new Narrowed(KeyOperator.EQ, List.of(value), new SortKeyRange(bound, bound), false)));
  }

  /** Reads all rows of one sort value. */
  private Flow<Done> group(OrderedRows rows, QueryRequest query) {
    return new RowGroup(call, layouts, rowSizes, query, this::isAfterStart).read(rows);
  }

  private boolean isAfterStart(Map<String, AttributeValue> row) {
    return start == null || order.compare(row, start.key()) > 0;
  }

  /** Reads what is behind the sort value of the start. */
  private Flow<QueryResponse> rest(OrderedRows rows, Resumption left) {
    if (left instanceof Resumption.Nothing) {
      return Flow.of(response(rows, false, null));
    }
    Narrowed narrowed = left instanceof Narrowed there ? there : null;
    QueryRequest query = sent(template.logical(narrowed));
    SortKeyRange range = narrowed == null ? shape.range() : narrowed.left();
    Flow<List<QueryResponse>> pages = Flow.of(new ArrayList<>());
    for (ShardedTable layout : layouts) {
      pages =
          pages.then(
              before ->
                  page(layout, query, rowSizes)
                      .flow()
                      .map(page -> Stream.concat(before.stream(), Stream.of(page)).toList()));
    }
    return pages.then(read -> merged(rows, range, query, read));
  }

  private Flow<QueryResponse> merged(
      OrderedRows rows, SortKeyRange range, QueryRequest query, List<QueryResponse> pages) {
    KeyAttribute sort = Objects.requireNonNull(target.sort());
    Comparator<Map<String, AttributeValue>> bySort = target.order(forward);
    Map<String, AttributeValue> end =
        pages.stream()
            .filter(QueryResponse::hasLastEvaluatedKey)
            .map(QueryResponse::lastEvaluatedKey)
            .filter(key -> range.contains(QueryTarget.valueOf(key, sort.name())))
            .min(bySort)
            .orElse(null);
    List<List<Map<String, AttributeValue>>> whole = new ArrayList<>();
    for (QueryResponse page : pages) {
      rows.read(page);
      List<Map<String, AttributeValue>> those =
          page.items().stream()
              .filter(row -> isWhole(row, end, bySort))
              .filter(row -> range.contains(QueryTarget.valueOf(row, sort.name())))
              .toList();
      those.forEach(rows::add);
      whole.add(those);
    }
    return shadowed(whole, query).then(done -> merged(rows, end));
  }

  private boolean isWhole(
      Map<String, AttributeValue> row,
      @Nullable Map<String, AttributeValue> end,
      Comparator<Map<String, AttributeValue>> bySort) {
    int order = end == null ? -1 : bySort.compare(row, end);
    return order < 0 || (order == 0 && !target.repeatable());
  }

  /** A global index may follow the new place before the old one, so that it tells nothing. */
  private Flow<Done> shadowed(List<List<Map<String, AttributeValue>>> rows, QueryRequest query) {
    return rows.size() < 2 || target.global() || !shadowReads.isDrawn()
        ? Flow.done()
        : new ShadowedRows(item.name(), rows.get(0), rows.get(1))
            .counted(
                shadowReads,
                () -> page(layouts.get(0), query, rowSizes).flow().map(QueryResponse::items))
            .recover(failure -> Flow.done());
  }

  private Flow<QueryResponse> merged(OrderedRows rows, @Nullable Map<String, AttributeValue> end) {
    KeyAttribute sort = Objects.requireNonNull(target.sort());
    return end != null && target.repeatable() && rows.isEmpty()
        ? group(rows, ofGroup(QueryTarget.valueOf(end, sort.name())))
            .map(done -> response(rows, true, end))
        : Flow.of(response(rows, end != null, end));
  }

  /**
   * @param more whether rows may follow
   * @param end what was read to its end, where no row says it
   */
  private QueryResponse response(
      OrderedRows read, boolean more, @Nullable Map<String, AttributeValue> end) {
    List<Map<String, AttributeValue>> all = read.sorted();
    int limit = request.limit() == null ? Integer.MAX_VALUE : request.limit();
    List<Map<String, AttributeValue>> rows = all.subList(0, Math.min(all.size(), limit));
    QueryResponse.Builder response = read.response(rows, limit);
    if (request.select() != Select.COUNT) {
      response.items(rows.stream().map(template.projection()::strip).toList());
    }
    boolean isCut = rows.size() < all.size();
    if (isCut || more) {
      boolean isByRow = !rows.isEmpty() && (isCut || end == null || target.repeatable());
      Map<String, AttributeValue> last =
          isByRow ? rows.get(rows.size() - 1) : Objects.requireNonNull(end, "no row says it");
      response.lastEvaluatedKey(startKeys.afterOrdered(last, shape, target));
    }
    return response.build();
  }
}
