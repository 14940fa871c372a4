package dev.evenkeel.sharding.internal.counter;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.page.MergeSettings;
import dev.evenkeel.core.internal.page.MergedPage;
import dev.evenkeel.core.internal.page.MergedPage.MergedRow;
import dev.evenkeel.core.internal.page.MergedQuery;
import dev.evenkeel.core.internal.page.Resumption;
import dev.evenkeel.core.internal.page.RowSizes.RowSize;
import dev.evenkeel.core.internal.page.SortKeyRange;
import dev.evenkeel.core.internal.page.SourceQuery;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.query.QueryShape;
import dev.evenkeel.sharding.internal.query.QueryTarget;
import dev.evenkeel.sharding.internal.query.QueryTemplate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Query on a table of counters with a sort key: a merge of all shards that sums equal keys. */
public final class MergedCounterQuery {
  private final CounterTable table;
  private final String sortKey;
  private final QueryRequest request;
  private final QueryShape shape;
  private final QueryTemplate template;
  private final boolean forward;
  private final Comparator<Map<String, AttributeValue>> ascending;
  private final @Nullable AttributeValue startValue;

  public MergedCounterQuery(
      Call call,
      CounterTable table,
      QueryTarget target,
      KeyAttribute sort,
      QueryRequest request,
      QueryShape shape) {
    this.table = table;
    this.sortKey = sort.name();
    this.request = request;
    this.shape = shape;
    this.template = QueryTemplate.of(table, request, shape, target);
    template.projection().requireRoom(call);
    this.forward = !Boolean.FALSE.equals(request.scanIndexForward());
    this.ascending = target.order(true);
    this.startValue =
        request.hasExclusiveStartKey()
            ? new CounterStartKey(call, table, shape).sortValue(request.exclusiveStartKey())
            : null;
  }

  public Plan<QueryResponse> plan(RowSize rowSize) {
    List<@Nullable SourceQuery> sources = new ArrayList<>();
    for (int shard = 0; shard < table.shards(shape.logicalKey()); shard++) {
      sources.add(source(shard));
    }
    MergedQuery query = MergedQuery.of(sources, settings(), rowSize);
    Flow<QueryResponse> page =
        query.flow().map(this::response).step(MergedCounterQuery.class, "merge");
    return new Plan<>(page, query::mayFollow, false);
  }

  private MergeSettings settings() {
    int limit = request.limit() == null ? MergeSettings.NO_LIMIT : request.limit();
    MergeSettings page =
        MergeSettings.page(forward ? ascending : ascending.reversed(), limit, false, false)
            .ofGroups();
    boolean comeAsStored =
        request.projectionExpression() == null && request.select() != Select.COUNT;
    return comeAsStored ? page.ofWholeRows() : page;
  }

  private AttributeValue sortValue(Map<String, AttributeValue> row) {
    return QueryTarget.valueOf(row, sortKey);
  }

  /** One shard's rows after the start key; null if none can be left. No shard owes ties. */
  private @Nullable SourceQuery source(int shard) {
    Resumption resumption =
        startValue == null
            ? new Resumption.Unchanged()
            : Resumption.after(shape.range(), startValue, forward);
    if (resumption instanceof Resumption.Nothing) {
      return null;
    }
    if (resumption instanceof Resumption.Narrowed narrowed) {
      return source(shard, template.onShard(shard, narrowed), narrowed.left());
    }
    QueryRequest.Builder query = template.onShard(shard).toBuilder();
    if (startValue != null) {
      query.exclusiveStartKey(template.startKey(shard, Map.of(sortKey, startValue)));
    }
    return source(shard, query.build(), shape.range());
  }

  private SourceQuery source(int shard, QueryRequest query, SortKeyRange left) {
    return new SourceQuery(
        query,
        row -> true,
        key -> left.endsAt(sortValue(key), forward),
        key -> template.startKey(shard, key));
  }

  private QueryResponse response(MergedPage page) {
    List<List<Map<String, AttributeValue>>> counters = counters(page.rows());
    QueryResponse.Builder response =
        QueryResponse.builder()
            .count(counters.size())
            .scannedCount(counters.size())
            .consumedCapacity(
                page.subRequests() == 0
                    ? CapacitySum.nothing(request.tableName(), request.returnConsumedCapacity())
                    : CapacitySum.of(page.capacity()));
    if (request.select() != Select.COUNT) {
      response.items(counters.stream().map(this::item).toList());
    }
    if (page.end() != null) {
      response.lastEvaluatedKey(
          Map.of(table.partitionKey(), shape.logicalKey(), sortKey, sortValue(page.end().key())));
    }
    ResponseMetadata.copy(page.lastAnswer(), response);
    return response.build();
  }

  /** The rows of each counter; those of one stand next to each other. */
  private List<List<Map<String, AttributeValue>>> counters(List<MergedRow> rows) {
    List<List<Map<String, AttributeValue>>> counters = new ArrayList<>();
    Map<String, AttributeValue> before = null;
    for (MergedRow row : rows) {
      if (before == null || ascending.compare(before, row.item()) != 0) {
        counters.add(new ArrayList<>());
      }
      counters.get(counters.size() - 1).add(row.item());
      before = row.item();
    }
    return counters;
  }

  private Map<String, AttributeValue> item(List<Map<String, AttributeValue>> rows) {
    return template.projection().strip(new CounterSum(table).of(rows));
  }
}
