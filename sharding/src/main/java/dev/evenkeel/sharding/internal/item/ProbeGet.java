package dev.evenkeel.sharding.internal.item;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.core.internal.value.Slices;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.spec.ItemLookupException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/**
 * Probes every shard for one item, in batches of 100 keys. Unprocessed keys are read again after a
 * pause, as one batch: so a throttled probe sends fewer requests, not more.
 */
public final class ProbeGet {
  /** The possible requests after the batches, for readers. */
  public static final String MAY_FOLLOW =
      "a BatchGetItem of the keys that DynamoDB leaves unprocessed, after a pause";

  private final GetItemRequest request;
  private final List<Map<String, AttributeValue>> found = new ArrayList<>();
  private final List<ConsumedCapacity> capacity = new ArrayList<>();
  private @Nullable BatchGetItemResponse lastAnswer;

  private ProbeGet(GetItemRequest request) {
    this.request = request;
  }

  /**
   * A read of rows that make up one item.
   *
   * @param request the read and its settings; its key does not matter
   * @param keys where the rows are; another row for each
   * @param whole makes the item of those that were found, one at least, in any order
   * @return fails as a GetItem does that is throttled, if nothing comes of all repetitions
   */
  public static Flow<GetItemResponse> flow(
      GetItemRequest request,
      List<Map<String, AttributeValue>> keys,
      Function<List<Map<String, AttributeValue>>, Map<String, AttributeValue>> whole) {
    return Flow.defer(() -> new ProbeGet(request).all(keys, whole));
  }

  /**
   * A probe of all shards of a logical key for one item. The response is empty if no shard has it,
   * and holds the item as stored if one shard has it: its key determines the shard. An item on
   * several shards fails the probe ({@link ItemLookupException}).
   *
   * @param request the read and its settings; its key is the logical one, without extra
   *     determinants
   * @throws dev.evenkeel.core.RefusedOperationException if there are more shards than may be probed
   */
  public static Flow<GetItemResponse> flow(
      Call call, ShardedTable table, AttributeValue canonicalKey, GetItemRequest request) {
    List<Integer> shards =
        table.shardsToProbe(call, canonicalKey, request.key(), "reading", "half a read unit");
    return flow(
        request,
        shards.stream().map(shard -> table.onShard(request.key(), canonicalKey, shard)).toList(),
        found -> theOnly(call, found));
  }

  private static Map<String, AttributeValue> theOnly(
      Call call, List<Map<String, AttributeValue>> found) {
    if (found.size() > 1) {
      throw ItemLookupException.several(call.operation(), call.table(), found.size());
    }
    return found.get(0);
  }

  private Flow<GetItemResponse> all(
      List<Map<String, AttributeValue>> keys,
      Function<List<Map<String, AttributeValue>>, Map<String, AttributeValue>> whole) {
    return Flow.failFast(
            Slices.of(keys, RequestLimits.BATCH_KEYS_MAX).stream()
                .map(batch -> Retries.untilDone(batch, this::read, this::throttled))
                .toList())
        .map(done -> response(whole));
  }

  /** Ends with the keys that are left. */
  private Flow<List<Map<String, AttributeValue>>> read(List<Map<String, AttributeValue>> keys) {
    return TableCall.batchGet(batch(keys))
        .map(
            answer -> {
              lastAnswer = answer;
              answer.responses().values().forEach(found::addAll);
              capacity.addAll(answer.consumedCapacity());
              return answer.unprocessedKeys().values().stream()
                  .map(KeysAndAttributes::keys)
                  .flatMap(Collection::stream)
                  .toList();
            });
  }

  private BatchGetItemRequest batch(List<Map<String, AttributeValue>> keys) {
    KeysAndAttributes.Builder wanted =
        KeysAndAttributes.builder()
            .keys(keys)
            .consistentRead(request.consistentRead())
            .projectionExpression(request.projectionExpression());
    if (request.hasExpressionAttributeNames()) {
      wanted.expressionAttributeNames(request.expressionAttributeNames());
    }
    BatchGetItemRequest.Builder batch =
        BatchGetItemRequest.builder()
            .requestItems(Map.of(request.tableName(), wanted.build()))
            .returnConsumedCapacity(request.returnConsumedCapacity());
    request.overrideConfiguration().ifPresent(batch::overrideConfiguration);
    return batch.build();
  }

  private GetItemResponse response(
      Function<List<Map<String, AttributeValue>>, Map<String, AttributeValue>> whole) {
    GetItemResponse.Builder response =
        GetItemResponse.builder().consumedCapacity(CapacitySum.of(capacity));
    if (!found.isEmpty()) {
      response.item(whole.apply(found));
    }
    ResponseMetadata.copy(lastAnswer, response);
    return response.build();
  }

  /** DynamoDB's message for a throttled GetItem. */
  private Throwable throttled(int times) {
    String message =
        "DynamoDB left reads of table '%s' unprocessed %d times in a row: it is throttled. Give it more capacity, or repeat later."
            .formatted(request.tableName(), times);
    return ProvisionedThroughputExceededException.builder()
        .message(message)
        .statusCode(400)
        .awsErrorDetails(
            AwsErrorDetails.builder()
                .errorCode("ProvisionedThroughputExceededException")
                .errorMessage(message)
                .serviceName("DynamoDb")
                .build())
        .build();
  }
}
