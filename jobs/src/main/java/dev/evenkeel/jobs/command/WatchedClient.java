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
 * Reports each table that is created, changed, exported or deleted, as soon as DynamoDB accepted
 * the request, and the items that are archived or restored.
 */
final class WatchedClient extends DelegatingDynamoDbClient {
  /** Limits the lines of a log, whatever the size of the table. */
  private static final long ITEMS_PER_LINE = 100_000;

  private final Progress progress;
  private final Map<String, Steps> counts = new ConcurrentHashMap<>();

  WatchedClient(DynamoDbClient delegate, Progress progress) {
    super(delegate);
    this.progress = progress;
  }

  @Override
  public CreateTableResponse createTable(CreateTableRequest request) {
    return show("creating", request.tableName(), super.createTable(request));
  }

  @Override
  public UpdateTableResponse updateTable(UpdateTableRequest request) {
    return show("changing", request.tableName(), super.updateTable(request));
  }

  @Override
  public DeleteTableResponse deleteTable(DeleteTableRequest request) {
    return show("deleting", request.tableName(), super.deleteTable(request));
  }

  @Override
  public ExportTableToPointInTimeResponse exportTableToPointInTime(
      ExportTableToPointInTimeRequest request) {
    ExportTableToPointInTimeResponse answer = super.exportTableToPointInTime(request);
    String arn = request.tableArn();
    return show("exporting", arn.substring(arn.lastIndexOf('/') + 1), answer);
  }

  /** One scan writes an archive and another verifies it; the count starts anew for each. */
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

  private <R> R show(String doing, String tableName, R answer) {
    progress.tell(doing + " " + tableName);
    return answer;
  }
}
