package dev.evenkeel.jobs.command;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;

/**
 * Tells of every table that is created, changed or deleted, as soon as DynamoDB took it, and now
 * and then how many items went into archives or came out of them.
 */
final class WatchedClient extends DelegatingDynamoDbClient {
  private static final long ITEMS_PER_STEP = 100_000;

  private final Progress progress;
  private final AtomicLong read = new AtomicLong();
  private final AtomicLong written = new AtomicLong();

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
  public ScanResponse scan(ScanRequest request) {
    ScanResponse answer = super.scan(request);
    counted("items read", read.getAndAdd(answer.items().size()), answer.items().size());
    return answer;
  }

  @Override
  public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
    BatchWriteItemResponse answer = super.batchWriteItem(request);
    int items = request.requestItems().values().stream().mapToInt(List::size).sum();
    counted("items written", written.getAndAdd(items), items);
    return answer;
  }

  /** A line for every hundred thousand: a table may have millions of pages. */
  private void counted(String what, long before, int more) {
    if ((before + more) / ITEMS_PER_STEP > before / ITEMS_PER_STEP) {
      progress.step("%d %s".formatted(before + more, what), 1);
    }
  }

  private <R> R told(String doing, String tableName, R answer) {
    progress.step(doing + " " + tableName, 1);
    return answer;
  }
}
