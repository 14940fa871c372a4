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
import dev.evenkeel.core.internal.page.RowSizes.RowSize;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.query.MergedStartKeys.QueryStart;
import dev.evenkeel.sharding.internal.query.QueryShape;
import dev.evenkeel.sharding.internal.query.QuerySources;
import dev.evenkeel.sharding.internal.query.QuerySources.Stage;
import dev.evenkeel.sharding.internal.query.QueryTarget;
import dev.evenkeel.sharding.internal.query.QueryTemplate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
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
  private final QuerySources sources;

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
    this.template = new QueryTemplate(table, request, shape, target);
    template.projection().requireRoom(call);
    this.forward = !Boolean.FALSE.equals(request.scanIndexForward());
    this.ascending = target.order(true);
    this.sources = new QuerySources(target, template, start(call), forward);
  }

  /** A counter has rows on all shards, so that its place is on none. */
  private @Nullable QueryStart start(Call call) {
    if (!request.hasExclusiveStartKey()) {
      return null;
    }
    AttributeValue sortValue =
        new CounterStartKey(call, table, shape).sortValue(request.exclusiveStartKey());
    return new QueryStart(Map.of(sortKey, sortValue), OptionalInt.empty());
  }

  public Plan<QueryResponse> plan(RowSize rowSize) {
    List<Integer> shards = IntStream.range(0, table.shards(shape.logicalKey())).boxed().toList();
    MergedQuery query =
        MergedQuery.of(sources.merged(Stage.whole(shards, shape)), settings(), rowSize);
    Flow<QueryResponse> page =
        query.flow().map(this::response).step(MergedCounterQuery.class, "merge");
    return new Plan<>(page, query::mayFollow, false);
  }

  private MergeSettings settings() {
    return MergeSettings.of(request, forward ? ascending : ascending.reversed(), false).ofGroups();
  }

  private AttributeValue sortValue(Map<String, AttributeValue> row) {
    return QueryTarget.valueOf(row, sortKey);
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
