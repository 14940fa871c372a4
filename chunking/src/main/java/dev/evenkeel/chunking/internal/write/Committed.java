package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** What the answer to a transaction tells of the one item of the caller's in it. */
final class Committed {
  private Committed() {}

  /** What the item's own table consumed; null if that is not told, or the answer was lost. */
  static @Nullable ConsumedCapacity capacity(
      @Nullable DynamoDbResponse answer, ChunkedTable table) {
    if (!(answer instanceof TransactWriteItemsResponse response)) {
      return null;
    }
    return response.consumedCapacity().stream()
        .filter(capacity -> table.isNamed(capacity.tableName()))
        .findFirst()
        .orElse(null);
  }

  /**
   * The metrics of the item's collection, if the table has local indexes and they were asked for.
   */
  static @Nullable ItemCollectionMetrics metrics(
      @Nullable DynamoDbResponse answer, ChunkedTable table) {
    if (!(answer instanceof TransactWriteItemsResponse response)) {
      return null;
    }
    return response.itemCollectionMetrics().entrySet().stream()
        .filter(entry -> table.isNamed(entry.getKey()))
        .map(Map.Entry::getValue)
        .flatMap(List::stream)
        .findFirst()
        .orElse(null);
  }

  /** Copies what the SDK tells of the request itself. */
  static <B extends DynamoDbResponse.Builder> B described(
      B response, @Nullable DynamoDbResponse answer) {
    if (answer != null) {
      response.responseMetadata(answer.responseMetadata());
      response.sdkHttpResponse(answer.sdkHttpResponse());
    }
    return response;
  }
}
