package dev.evenkeel.benchmarks.canned;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** A client without a wire, for what depends on requests and answers but not on their encoding. */
public final class MemoryClient implements DynamoDbClient {
  private final CannedTable table;

  public MemoryClient(CannedTable table) {
    this.table = table;
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    RequestedRows requested = RequestedRows.of(request);
    CannedPage page = table.query(requested);
    List<Map<String, AttributeValue>> rows =
        IntStream.range(0, page.count())
            .mapToObj(i -> table.row(page.partition(), page.rank(i)))
            .toList();
    List<Map<String, AttributeValue>> shown =
        requested.dropped() ? List.of() : rows.stream().map(row -> shown(row, requested)).toList();
    QueryResponse.Builder response =
        QueryResponse.builder().items(shown).count(shown.size()).scannedCount(rows.size());
    if (page.more()) {
      response.lastEvaluatedKey(key(rows.get(rows.size() - 1)));
    }
    if (request.returnConsumedCapacity() == ReturnConsumedCapacity.TOTAL) {
      response.consumedCapacity(
          ConsumedCapacity.builder()
              .tableName(CannedTable.NAME)
              .capacityUnits(page.units())
              .build());
    }
    return response.build();
  }

  private static Map<String, AttributeValue> shown(
      Map<String, AttributeValue> row, RequestedRows requested) {
    if (requested.shown() == null) {
      return row;
    }
    Map<String, AttributeValue> some = new HashMap<>(row);
    some.keySet().retainAll(requested.shown());
    return some;
  }

  private static Map<String, AttributeValue> key(Map<String, AttributeValue> row) {
    return Map.of(
        CannedTable.PARTITION_KEY, row.get(CannedTable.PARTITION_KEY),
        CannedTable.SORT_KEY, row.get(CannedTable.SORT_KEY));
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {}
}
