package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.page.MergeSettings;
import dev.evenkeel.core.internal.page.MergedPage;
import dev.evenkeel.core.internal.page.MergedQuery;
import dev.evenkeel.core.internal.page.ReadAhead;
import dev.evenkeel.core.internal.page.RowSizes;
import dev.evenkeel.core.internal.page.RowSizes.RowSize;
import dev.evenkeel.core.internal.page.SequentialQuery;
import dev.evenkeel.core.internal.page.SourceQuery;
import dev.evenkeel.sharding.internal.expression.FilterExpression;
import dev.evenkeel.sharding.internal.layout.LogicalView;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.live.ShadowReads;
import dev.evenkeel.sharding.internal.query.MergedStartKeys.IndexShardLookup;
import dev.evenkeel.sharding.internal.query.MergedStartKeys.QueryStart;
import dev.evenkeel.sharding.internal.query.QuerySources.Stage;
import dev.evenkeel.sharding.spec.Pieces.Piece;
import dev.evenkeel.sharding.spec.ScatterOrder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

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

  /** Those that the key condition admits, in reading order; none where all are read as one. */
  private final List<Piece> pieces;

  private final ReadAheads readAheads;
  private final RowSizes rowSizes;
  private final UnshardedItems unsharded;

  private QueryPlan(
      Call call,
      ShardedTable table,
      QueryRequest request,
      QueryTarget target,
      ReadAheads readAheads,
      RowSizes rowSizes,
      UnshardedItems unsharded) {
    this.table = table;
    this.request = request;
    this.target = target;
    this.shape = QueryShape.of(call, table, request, target);
    this.template = new QueryTemplate(table, filtered(call, table, request, target), shape, target);
    this.startKeys = StartKeys.of(call, table, request.indexName(), false);
    this.start =
        request.hasExclusiveStartKey()
            ? startKeys.parse(request.exclusiveStartKey(), shape, target)
            : null;
    this.readAheads = ReadAheads.mayServe(request) ? readAheads : ReadAheads.NONE;
    this.rowSizes = rowSizes;
    this.unsharded = unsharded;
    this.forward = !Boolean.FALSE.equals(request.scanIndexForward());
    this.pieces =
        Stage.areOf(target, table, shape) ? Stage.pieces(table, shape, forward) : List.of();
  }

  public static Plan<QueryResponse> of(
      ShardedTable table,
      QueryRequest request,
      ReadAheads readAheads,
      RowSizes rowSizes,
      UnshardedItems unsharded) {
    Call call = new Call("Query", request.tableName());
    call.refuseLegacy(request);
    boolean isOrdered =
        request.hasExclusiveStartKey()
            && StartKeyToken.isOrdered(request.exclusiveStartKey().get(StartKeyToken.ATTRIBUTE));
    if (isOrdered && QueryTarget.byTableKey(table, request.indexName()) != null) {
      return MovedQuery.of(List.of(table), rowSizes, request, ShadowReads.NONE);
    }
    QueryTarget target = QueryTarget.of(table, request.indexName());
    if (target == null) {
      return PassedQuery.of(call, table, request);
    }
    QueryPlan plan = new QueryPlan(call, table, request, target, readAheads, rowSizes, unsharded);
    if (target.isForTheEngineToRefuse(request)) {
      return plan.single(0);
    }
    if (plan.shape.shard().isPresent()) {
      return plan.single(plan.shape.shard().getAsInt());
    }
    if (plan.isOfOnePiece()) {
      ShardedTable piece = table.ofPiece(plan.pieces.get(0));
      return of(piece, request, readAheads, rowSizes, unsharded);
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

  private boolean isOfOnePiece() {
    return pieces.size() == 1
        && !table.keyShards().isBelowComing(shape.logicalKey(), pieces.get(0));
  }

  private Plan<QueryResponse> single(int shard) {
    QueryRequest.Builder physical =
        template.onShard(shard, null).toBuilder()
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
            .map(response -> view.page(response, last -> afterSingle(last, shard)))
            .step(QueryPlan.class, "oneShard"));
  }

  private Map<String, AttributeValue> afterSingle(Map<String, AttributeValue> last, int shard) {
    boolean namesPlace = target.repeatable() && table.layout().eraOf(shape.logicalKey()) > 0;
    return namesPlace
        ? startKeys.after(shape, last, target, shard, false)
        : table.view().item(last);
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

  /** The rows of this page that an earlier page has read. */
  private @Nullable ReadAhead readAhead() {
    boolean kept =
        start != null && readAheads.bytesMax() > 0 && table.spec().order() == ScatterOrder.SORTED;
    return kept ? readAheads.take(ReadAheads.pageOf(request, request.exclusiveStartKey())) : null;
  }

  /** The same query, once its start key has the number. */
  private Plan<QueryResponse> after(IndexShardLookup number) {
    return number.before(
        request.tableName(),
        request.returnConsumedCapacityAsString(),
        request.overrideConfiguration().orElse(null),
        "a Query of each number that may hold rows of the page, from the place of that item",
        startKey -> {
          QueryRequest placed = request.toBuilder().exclusiveStartKey(startKey).build();
          return of(table, placed, readAheads, rowSizes, unsharded);
        });
  }

  private Plan<QueryResponse> overShards(@Nullable ReadAhead ahead, long mark) {
    List<Stage> stages =
        pieces.isEmpty()
            ? List.of(Stage.whole(template.shardsInTieOrder(forward), shape))
            : Stage.of(table, shape, pieces, forward);
    List<Integer> shards = stages.stream().flatMap(stage -> stage.shards().stream()).toList();
    QuerySources sources = new QuerySources(target, template, start, forward);
    MergedResponse response =
        new MergedResponse(table, request, shape, target, template, startKeys, shards);
    if (table.spec().order() == ScatterOrder.SORTED) {
      return watched(merged(sources.merged(stages), response, ahead, mark));
    }
    requireShard();
    SequentialQuery query = new SequentialQuery(sources.oneByOne(stages), settings());
    Flow<QueryResponse> page =
        query
            .flow()
            .mapFailure(table.view()::failure)
            .map(response::of)
            .step(QueryPlan.class, "shardByShard");
    return watched(new Plan<>(page, query::mayFollow, false));
  }

  /** The first page of a query on the table watches for items that are on no shard. */
  private Plan<QueryResponse> watched(Plan<QueryResponse> query) {
    return start == null && request.indexName() == null
        ? UnshardedItems.watched(unsharded, table, shape.logicalKey(), request, query)
        : query;
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
      List<List<@Nullable SourceQuery>> stages,
      MergedResponse response,
      @Nullable ReadAhead ahead,
      long mark) {
    RowSize rowSize = rowSizes.of(table.name(), request.indexName());
    MergedQuery merge =
        ahead == null
            ? MergedQuery.ofStages(stages, settings(), rowSize)
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

  /** The scope of writes that make the rows of this query stale. */
  private ReadAheads.Scope written() {
    return new ReadAheads.Scope(table.name(), target.sharded() == null ? shape.logicalKey() : null);
  }

  private MergeSettings settings() {
    return MergeSettings.of(request, target.order(forward), target.repeatable())
        .readingAhead(readAheads.bytesMax());
  }
}
