package dev.evenkeel.jobs.command;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableResponse;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Tells of every table that is created, changed, exported or deleted, as soon as DynamoDB took it,
 * and of the items that go into archives or come out of them.
 */
final class WatchedClient extends DelegatingDynamoDbClient {
  /** A log has a few lines of a small table, and no million of a large one. */
  private static final long ITEMS_PER_LINE = 100_000;

  private final Progress progress;
  private final Map<String, Steps> counts = new ConcurrentHashMap<>();

  WatchedClient(DynamoDbClient delegate, Progress progress) {
    super(delegate);
    this.progress = progress;
  }

  @Override
  public CreateTableResponse createTable(CreateTableRequest request) {
    return told("creating", request.tableName(), super.createTable(request));
  }

  @Override
  public UpdateTableResponse updateTable(UpdateTableRequest request) {
    return told("changing", request.tableName(), super.updateTable(request));
  }

  @Override
  public DeleteTableResponse deleteTable(DeleteTableRequest request) {
    return told("deleting", request.tableName(), super.deleteTable(request));
  }

  @Override
  public ExportTableToPointInTimeResponse exportTableToPointInTime(
      ExportTableToPointInTimeRequest request) {
    ExportTableToPointInTimeResponse answer = super.exportTableToPointInTime(request);
    String arn = request.tableArn();
    return told("exporting", arn.substring(arn.lastIndexOf('/') + 1), answer);
  }

  /** An archive is made of one scan and proven by another, each told from its beginning. */
  @Override
  public ScanResponse scan(ScanRequest request) {
    ScanResponse answer = super.scan(request);
    String what = "items of %s read".formatted(request.tableName());
    boolean isFirst = request.segment() == null || request.segment() == 0;
    if (isFirst && !request.hasExclusiveStartKey()) {
      counts.remove(what);
    }
    count(what, answer.items().size());
    return answer;
  }

  @Override
  public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
    BatchWriteItemResponse answer = super.batchWriteItem(request);
    Map<String, List<WriteRequest>> left = answer.unprocessedItems();
    request
        .requestItems()
        .forEach(
            (table, writes) ->
                count(
                    "items written to " + table,
                    writes.size() - left.getOrDefault(table, List.of()).size()));
    return answer;
  }

  private void count(String what, int items) {
    counts
        .computeIfAbsent(what, name -> Steps.growingTo(ITEMS_PER_LINE, name, progress))
        .accept(items);
  }

  private <R> R told(String doing, String tableName, R answer) {
    progress.tell(doing + " " + tableName);
    return answer;
  }
}
