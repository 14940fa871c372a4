package dev.evenkeel.core.internal.batch;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** What becomes of a request where batches may have any size. */
public final class BatchPlanner {
  private final int fruitlessMax;
  private final int widthMax;
  private final KeyNames keyNames;

  /**
   * A planner.
   *
   * @param fruitlessMax how many repetitions of what was left may bring nothing
   * @param widthMax how many parts of a batch are sent at once; at least 1
   * @param keyNames the key attributes of tables, as far as they are given
   */
  public BatchPlanner(int fruitlessMax, int widthMax, Map<String, List<String>> keyNames) {
    this.fruitlessMax = fruitlessMax;
    this.widthMax = widthMax;
    this.keyNames = new KeyNames(keyNames);
  }

  /** A plan for a batch; null for any other request, which is sent as it is. */
  public <R> @Nullable Flow<R> plan(DynamoDbRequest request) {
    if (request instanceof BatchGetItemRequest get) {
      return rounds(new GetBatch(get), "BatchGetItem");
    }
    return request instanceof BatchWriteItemRequest write
        ? rounds(new WriteBatch(write, keyNames), "BatchWriteItem")
        : null;
  }

  private <R> Flow<R> rounds(BatchKind<? extends DynamoDbResponse, ?> batch, String operation) {
    return BatchRounds.flow(batch, fruitlessMax, widthMax)
        .<R>map(TableCall::response)
        .step(BatchRounds.class, operation);
  }
}
