package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.page.MergeSettings;
import dev.evenkeel.core.internal.page.MergedPage;
import dev.evenkeel.core.internal.page.MergedQuery;
import dev.evenkeel.core.internal.page.ReadAhead;
import dev.evenkeel.core.internal.page.RowSizes;
import dev.evenkeel.core.internal.page.RowSizes.RowSize;
import dev.evenkeel.core.internal.page.SequentialQuery;
import dev.evenkeel.sharding.internal.expression.FilterExpression;
import dev.evenkeel.sharding.internal.layout.LogicalView;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.query.MergedStartKeys.IndexShardLookup;
import dev.evenkeel.sharding.internal.query.MergedStartKeys.QueryStart;
import dev.evenkeel.sharding.spec.ScatterOrder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Query on a sharded table or one of its indexes: one request where one shard can hold matches,
 * otherwise a merge of all.
 */
public final class QueryPlan {
  private final ShardedTable table;
  private final QueryRequest request;
  private final QueryTarget target;
  private final QueryShape shape;
  private final QueryTemplate template;
  private final MergedStartKeys startKeys;
  private final @Nullable QueryStart start;
  private final boolean forward;
  private final ReadAheads readAheads;
  private final RowSizes rowSizes;
  private final PlainTwins twins;

  private QueryPlan(
      Call call,
      ShardedTable table,
      QueryRequest request,
      QueryTarget target,
      ReadAheads readAheads,
      RowSizes rowSizes,
      PlainTwins twins) {
    this.table = table;
    this.request = request;
    this.target = target;
    this.shape = QueryShape.of(call, table, request, target);
    this.template = QueryTemplate.of(table, filtered(call, table, request, target), shape, target);
    this.startKeys =
        target.sharded() == null
            ? new StartKeys(call, table)
            : new IndexStartKeys(call, table, target.sharded());
    this.start =
        request.hasExclusiveStartKey()
            ? startKeys.parse(request.exclusiveStartKey(), shape, target)
            : null;
    this.readAheads = ReadAheads.mayServe(request) ? readAheads : ReadAheads.NONE;
    this.rowSizes = rowSizes;
    this.twins = twins;
    this.forward = !Boolean.FALSE.equals(request.scanIndexForward());
  }

  public static Plan<QueryResponse> of(
      ShardedTable table,
      QueryRequest request,
      ReadAheads readAheads,
      RowSizes rowSizes,
      PlainTwins twins) {
    Call call = new Call("Query", request.tableName());
    call.refuseLegacy(request);
    QueryTarget target = QueryTarget.of(table, request.indexName());
    if (target == null) {
      return PassedQuery.of(call, table, request);
    }
    QueryPlan plan = new QueryPlan(call, table, request, target, readAheads, rowSizes, twins);
    if (plan.isForTheEngineToRefuse()) {
      return plan.single(0);
    }
    if (plan.shape.shard().isPresent()) {
      return plan.single(plan.shape.shard().getAsInt());
    }
    plan.template.projection().requireRoom(call);
    return plan.overShards();
  }

  /**
   * The query with its filter in stored terms. The keys that a shard of the table is read by,
   * DynamoDB itself keeps out of the filter.
   */
  private static QueryRequest filtered(
      Call call, ShardedTable table, QueryRequest request, QueryTarget target) {
    if (target.sharded() != null) {
      return PassedQuery.filtered(call, table, request);
    }
    if (request.filterExpression() != null) {
      FilterExpression.refuseNumbers(
          call, table, request.filterExpression(), request.expressionAttributeNames());
    }
    return request;
  }

  /**
   * Requests that no engine accepts go to one shard, so that the engine's own message comes back.
   */
  private boolean isForTheEngineToRefuse() {
    boolean countedProjection =
        request.select() == Select.COUNT && request.projectionExpression() != null;
    boolean consistentGlobal = target.global() && Boolean.TRUE.equals(request.consistentRead());
    boolean noLimit = request.limit() != null && request.limit() < 1;
    return countedProjection || consistentGlobal || noLimit;
  }

  private Plan<QueryResponse> single(int shard) {
    QueryRequest.Builder physical =
        template.onShard(shard).toBuilder()
            .projectionExpression(request.projectionExpression())
            .select(request.selectAsString());
    Map<String, String> names = template.namesWithoutProjection();
    physical.expressionAttributeNames(
        names.isEmpty() && !request.hasExpressionAttributeNames() ? null : names);
    if (start != null) {
      physical.exclusiveStartKey(template.startKey(shard, start.key()));
    }
    LogicalView view = table.view();
    return Plan.of(
        TableCall.query(physical.build())
            .mapFailure(view::failure)
            .map(response -> logical(view, response))
            .step(QueryPlan.class, "oneShard"));
  }

  private QueryResponse logical(LogicalView view, QueryResponse response) {
    QueryResponse.Builder logical = response.toBuilder();
    if (response.hasItems()) {
      logical.items(view.items(response.items()));
    }
    if (!response.lastEvaluatedKey().isEmpty()) {
      logical.lastEvaluatedKey(view.item(response.lastEvaluatedKey()));
    }
    return logical.build();
  }

  private Plan<QueryResponse> overShards() {
    long mark = readAheads.mark(written()); // before anything is read or taken
    ReadAhead ahead = readAhead();
    IndexShardLookup number =
        start == null || ahead != null
            ? null
            : startKeys.indexShardLookup(request.exclusiveStartKey());
    return number == null ? overShards(ahead, mark) : after(number);
  }

  /** What an earlier page has read of this one. */
  private @Nullable ReadAhead readAhead() {
    boolean kept =
        start != null && readAheads.bytesMax() > 0 && table.spec().order() == ScatterOrder.SORTED;
    return kept ? readAheads.take(ReadAheads.pageOf(request, request.exclusiveStartKey())) : null;
  }

  /** The same query, once its start key tells the number. */
  private Plan<QueryResponse> after(IndexShardLookup number) {
    GetItemRequest read =
        number
            .request()
            .tableName(request.tableName())
            .returnConsumedCapacity(request.returnConsumedCapacityAsString())
            .overrideConfiguration(request.overrideConfiguration().orElse(null))
            .build();
    return IndexShardLookup.before(
        read,
        "a Query of each number that may hold rows of the page, from the place of that item",
        item -> {
          QueryRequest placed =
              request.toBuilder().exclusiveStartKey(number.startKey(item)).build();
          Plan<QueryResponse> located = of(table, placed, readAheads, rowSizes, twins);
          return located.flow().map(page -> withRead(page, item.consumedCapacity()));
        });
  }

  private static QueryResponse withRead(QueryResponse page, @Nullable ConsumedCapacity read) {
    return read == null
        ? page
        : page.toBuilder()
            .consumedCapacity(CapacitySum.of(List.of(read), page.consumedCapacity()))
            .build();
  }

  private Plan<QueryResponse> overShards(@Nullable ReadAhead ahead, long mark) {
    List<Integer> shards = template.shardsInTieOrder(forward);
    QuerySources sources = new QuerySources(target, shape, template, start, forward);
    MergedResponse response =
        new MergedResponse(table, request, shape, target, template, startKeys, shards);
    if (table.spec().order() == ScatterOrder.SORTED) {
      return watching(merged(sources, response, ahead, mark));
    }
    requireShard();
    SequentialQuery query = new SequentialQuery(sources.oneByOne(shards), settings());
    Flow<QueryResponse> page =
        query
            .flow()
            .mapFailure(table.view()::failure)
            .map(response::of)
            .step(QueryPlan.class, "shardByShard");
    return watching(new Plan<>(page, query::mayFollow, false));
  }

  /** A first page of nothing may look whether the key has items that are on no shard. */
  private Plan<QueryResponse> watching(Plan<QueryResponse> query) {
    if (twins == PlainTwins.NONE || start != null || request.indexName() != null) {
      return query;
    }
    Flow<QueryResponse> watched =
        query.flow().then(page -> foundNothing(page) ? watched(page) : Flow.of(page));
    return Plan.of(
        watched,
        List.of(
            "a Query of one item under the logical key itself, if the first queries find nothing"));
  }

  private static boolean foundNothing(QueryResponse page) {
    return !page.hasLastEvaluatedKey() && page.scannedCount() != null && page.scannedCount() == 0;
  }

  private Flow<QueryResponse> watched(QueryResponse page) {
    AttributeValue key = table.codec().unnumbered(shape.logicalKey());
    QueryRequest look = PlainTwins.look(request, table.spec().partitionKey(), key);
    return PlainTwins.watched(twins, page, look, table.name(), table.shards(shape.logicalKey()));
  }

  private void requireShard() {
    if (start != null && start.shard().isEmpty()) {
      throw new InvalidStartKeyException(
          "Query",
          request.tableName(),
          "in order SHARD_BY_SHARD the start key must tell the shard, and this one does not");
    }
  }

  private Plan<QueryResponse> merged(
      QuerySources sources, MergedResponse response, @Nullable ReadAhead ahead, long mark) {
    RowSize rowSize = rowSizes.of(table.name(), request.indexName());
    MergedQuery merge =
        ahead == null
            ? MergedQuery.of(sources.merged(response.shards()), settings(), rowSize)
            : MergedQuery.after(ahead.askingAs(request), settings(), rowSize);
    Flow<QueryResponse> page =
        merge
            .flow()
            .mapFailure(table.view()::failure)
            .map(merged -> keeping(merged, response.of(merged), mark))
            .step(QueryPlan.class, "merge");
    return new Plan<>(page, merge::mayFollow, ahead != null);
  }

  private QueryResponse keeping(MergedPage page, QueryResponse response, long mark) {
    if (page.readAhead() != null) {
      QueryRequest next = ReadAheads.pageOf(request, response.lastEvaluatedKey());
      readAheads.keep(next, written(), mark, page.readAhead());
    }
    return response;
  }

  /** What a write must touch for the rows of this query to be stale. */
  private ReadAheads.Scope written() {
    return new ReadAheads.Scope(table.name(), target.sharded() == null ? shape.logicalKey() : null);
  }

  private MergeSettings settings() {
    int limit = request.limit() == null ? MergeSettings.NO_LIMIT : request.limit();
    boolean filtered = request.filterExpression() != null;
    MergeSettings page =
        MergeSettings.page(target.order(forward), limit, filtered, target.repeatable())
            .readingAhead(readAheads.bytesMax());
    return comeAsStored() ? page.ofWholeRows() : page;
  }

  /** An index may have to fetch all attributes from the table, which costs more than their size. */
  private boolean comeAsStored() {
    boolean fetched = request.indexName() != null && request.select() == Select.ALL_ATTRIBUTES;
    return request.filterExpression() == null
        && request.projectionExpression() == null
        && request.select() != Select.COUNT
        && !fetched;
  }
}
