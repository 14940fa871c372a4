package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.page.RowSizes;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * All rows of an index with one sort value, which are ordered in memory.
 *
 * @param layouts the table by each, in the order in which they are asked
 * @param query of these rows
 * @param wanted accepts the rows that are kept
 */
record RowGroup(
    Call call,
    List<ShardedTable> layouts,
    RowSizes rowSizes,
    QueryRequest query,
    Predicate<Map<String, AttributeValue>> wanted) {

  private static final long BYTES_MAX = 16 << 20;

  /** Reads them to the end, by one layout after the other. */
  Flow<Done> read(OrderedRows rows) {
    QueryRequest whole = query.toBuilder().limit(null).build();
    Flow<Done> flow = Flow.done();
    for (ShardedTable layout : layouts) {
      flow = flow.then(done -> read(rows, layout, whole));
    }
    return flow;
  }

  private Flow<Done> read(OrderedRows rows, ShardedTable layout, QueryRequest from) {
    return MovedQuery.page(layout, from, rowSizes)
        .flow()
        .then(
            page -> {
              rows.read(page);
              page.items().stream().filter(wanted).forEach(rows::add);
              if (rows.bytes() > BYTES_MAX) {
                return Flow.failed(tooMany());
              }
              return page.hasLastEvaluatedKey()
                  ? read(
                      rows,
                      layout,
                      from.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build())
                  : Flow.done();
            });
  }

  private RuntimeException tooMany() {
    return call.refuse(
        "items of the table are being moved, and those with one sort key of index '%s' take more than %d MB, which would have to be ordered in memory"
            .formatted(query.indexName(), BYTES_MAX >> 20),
        "Project fewer attributes, query the table itself, or try again when the move is complete");
  }
}
