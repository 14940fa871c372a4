package dev.evenkeel.sharding.internal.plan.query;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.item.KeyOrder;
import dev.evenkeel.core.machine.Machine;
import dev.evenkeel.core.machine.Machines;
import dev.evenkeel.core.machine.SingleAsk;
import dev.evenkeel.core.page.MergeSettings;
import dev.evenkeel.core.page.MergedPage;
import dev.evenkeel.core.page.MergedQuery;
import dev.evenkeel.core.page.ReadAhead;
import dev.evenkeel.core.page.Resumption;
import dev.evenkeel.core.page.SequentialQuery;
import dev.evenkeel.core.page.SortKeyRange;
import dev.evenkeel.core.page.SourceQuery;
import dev.evenkeel.sharding.internal.plan.layout.Call;
import dev.evenkeel.sharding.internal.plan.layout.LogicalView;
import dev.evenkeel.sharding.internal.plan.layout.ShardedTable;
import dev.evenkeel.sharding.internal.plan.query.StartKeys.QueryStart;
import dev.evenkeel.sharding.internal.plan.rules.LegacyParameters;
import dev.evenkeel.sharding.spec.ScatterOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Query on a sharded table: one request where one shard can hold matches, otherwise a merge of all.
 */
public final class QueryPlan {
  private final ShardedTable table;
  private final QueryRequest request;
  private final QueryShape shape;
  private final QueryTemplate template;
  private final StartKeys startKeys;
  private final @Nullable QueryStart start;
  private final boolean forward;
  private final ReadAheads readAheads;

  private QueryPlan(Call call, ShardedTable table, QueryRequest request, ReadAheads readAheads) {
    this.table = table;
    this.request = request;
    this.shape = QueryShape.of(call, table, request);
    this.template = QueryTemplate.of(table, table.sortKey(), request, shape);
    this.startKeys = new StartKeys(call, table);
    this.start =
        request.hasExclusiveStartKey()
            ? startKeys.parse(request.exclusiveStartKey(), shape.logicalKey(), shape.range())
            : null;
    this.readAheads = Boolean.TRUE.equals(request.consistentRead()) ? ReadAheads.NONE : readAheads;
    this.forward = !Boolean.FALSE.equals(request.scanIndexForward());
  }

  public static Machine<QueryRequest, QueryResponse, QueryResponse> of(
      ShardedTable table, QueryRequest request, ReadAheads readAheads) {
    Call call = new Call("Query", request.tableName());
    LegacyParameters.refuse(call, request);
    if (request.indexName() != null) {
      throw call.refuse(
          "index '" + request.indexName() + "' of a sharded table cannot be merged yet",
          "Query the index of each physical key through the undecorated client");
    }
    QueryPlan plan = new QueryPlan(call, table, request, readAheads);
    if (shapeIsForTheEngineToRefuse(request)) {
      return plan.single(0);
    }
    return plan.shape.shard().isPresent()
        ? plan.single(plan.shape.shard().getAsInt())
        : plan.overShards();
  }

  /**
   * Requests that no engine accepts go to one shard, so that the engine's own message comes back.
   */
  private static boolean shapeIsForTheEngineToRefuse(QueryRequest request) {
    boolean countedProjection =
        request.select() == Select.COUNT && request.projectionExpression() != null;
    return countedProjection || (request.limit() != null && request.limit() < 1);
  }

  private Machine<QueryRequest, QueryResponse, QueryResponse> single(int shard) {
    QueryRequest.Builder physical =
        template.onShard(shard).toBuilder()
            .projectionExpression(request.projectionExpression())
            .select(request.select());
    physical.expressionAttributeNames(
        request.hasExpressionAttributeNames() ? request.expressionAttributeNames() : null);
    if (start != null) {
      physical.exclusiveStartKey(template.startKey(shard, start.sortValue()));
    }
    LogicalView view = table.view();
    return SingleAsk.of(physical.build(), response -> logical(view, response), view::failure);
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

  private Machine<QueryRequest, QueryResponse, QueryResponse> overShards() {
    List<Integer> shards = template.shardsInTieOrder(forward);
    return table.spec().order() == ScatterOrder.ARRIVAL ? oneByOne(shards) : merged(shards);
  }

  private Machine<QueryRequest, QueryResponse, QueryResponse> oneByOne(List<Integer> shards) {
    int current = start == null ? 0 : shards.indexOf(startShard(start));
    List<@Nullable SourceQuery> sources = new ArrayList<>();
    for (int tieRank = 0; tieRank < shards.size(); tieRank++) {
      boolean done = tieRank < current;
      Resumption resumption =
          start != null && tieRank == current
              ? Resumption.after(shape.range(), start.sortValue(), forward)
              : new Resumption.Unchanged();
      sources.add(done ? null : source(shards.get(tieRank), resumption));
    }
    MergedResponse response =
        new MergedResponse(table, request, shape, template, startKeys, shards);
    return Machines.mapped(
        new SequentialQuery(sources, settings()), response::of, table.view()::failure);
  }

  private int startShard(QueryStart at) {
    return at.shard()
        .orElseThrow(
            () ->
                new InvalidStartKeyException(
                    "Query",
                    request.tableName(),
                    "in order ARRIVAL the start key must tell the shard, and this one does not"));
  }

  private Machine<QueryRequest, QueryResponse, QueryResponse> merged(List<Integer> shards) {
    long mark = readAheads.mark(shape.logicalKey());
    ReadAhead ahead =
        start == null || readAheads.bytesMax() == 0
            ? null
            : readAheads.take(ReadAheads.pageOf(request, request.exclusiveStartKey()));
    MergedQuery merge =
        ahead == null
            ? MergedQuery.of(sources(shards), settings())
            : MergedQuery.after(ahead, settings());
    MergedResponse response =
        new MergedResponse(table, request, shape, template, startKeys, shards);
    return Machines.mapped(
        merge, page -> keeping(page, response.of(page), mark), table.view()::failure);
  }

  private QueryResponse keeping(MergedPage page, QueryResponse response, long mark) {
    if (page.readAhead() != null) {
      QueryRequest next = ReadAheads.pageOf(request, response.lastEvaluatedKey());
      readAheads.keep(next, shape.logicalKey(), mark, page.readAhead());
    }
    return response;
  }

  private List<@Nullable SourceQuery> sources(List<Integer> shards) {
    List<@Nullable SourceQuery> sources = new ArrayList<>();
    for (int tieRank = 0; tieRank < shards.size(); tieRank++) {
      sources.add(source(shards.get(tieRank), resumption(shards, tieRank)));
    }
    return sources;
  }

  private MergeSettings settings() {
    int limit = request.limit() == null ? MergeSettings.NO_LIMIT : request.limit();
    boolean filtered = request.filterExpression() != null;
    MergeSettings page =
        MergeSettings.page(order(), limit, filtered, false).readingAhead(readAheads.bytesMax());
    boolean whole =
        !filtered && request.projectionExpression() == null && request.select() != Select.COUNT;
    return whole ? page.ofWholeRows() : page;
  }

  private Comparator<Map<String, AttributeValue>> order() {
    String sortKey = table.spec().sortKey();
    Comparator<Map<String, AttributeValue>> ascending =
        Comparator.comparing(row -> sortValue(row, sortKey), KeyOrder.of(table.spec().sortType()));
    return forward ? ascending : ascending.reversed();
  }

  private @Nullable SourceQuery source(int shard, Resumption resumption) {
    if (resumption instanceof Resumption.Nothing) {
      return null;
    }
    if (resumption instanceof Resumption.Narrowed narrowed) {
      return source(shard, template.onShard(shard, narrowed), narrowed.left(), narrowed.wider());
    }
    QueryRequest query = template.onShard(shard);
    if (resumption instanceof Resumption.AtStartKey && start != null) {
      Map<String, AttributeValue> startKey = template.startKey(shard, start.sortValue());
      query = query.toBuilder().exclusiveStartKey(startKey).build();
    }
    return source(shard, query, shape.range(), false);
  }

  private SourceQuery source(int shard, QueryRequest query, SortKeyRange left, boolean wider) {
    String sortKey = table.spec().sortKey();
    return new SourceQuery(
        query,
        item -> !wider || left.contains(sortValue(item, sortKey)),
        key -> left.endsAt(sortValue(key, sortKey), forward),
        key -> template.startKey(shard, sortValue(key, sortKey)));
  }

  private static AttributeValue sortValue(Map<String, AttributeValue> row, String sortKey) {
    AttributeValue value = row.get(sortKey);
    if (value == null) {
      throw new IllegalStateException("a row came back without its sort key");
    }
    return value;
  }

  /** How the source goes on: sources behind the start key's own in tie order still owe its ties. */
  private Resumption resumption(List<Integer> shards, int tieRank) {
    if (start == null) {
      return new Resumption.Unchanged();
    }
    boolean owesTies =
        start.shard().isPresent() && tieRank > shards.indexOf(start.shard().getAsInt());
    return owesTies
        ? Resumption.from(shape.range(), start.sortValue(), forward)
        : Resumption.after(shape.range(), start.sortValue(), forward);
  }
}
