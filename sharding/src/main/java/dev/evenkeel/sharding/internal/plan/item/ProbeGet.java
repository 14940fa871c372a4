package dev.evenkeel.sharding.internal.plan.item;

import dev.evenkeel.core.answer.ResponseMetadata;
import dev.evenkeel.core.item.CapacitySum;
import dev.evenkeel.core.machine.Machine;
import dev.evenkeel.core.machine.Step;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.sharding.internal.plan.layout.ShardedTable;
import dev.evenkeel.sharding.spec.AmbiguousItemException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * Looks for one item on every shard: batches of 100 keys, then whatever DynamoDB left unprocessed
 * key by key, where the SDK's own retries wait as long as they must.
 */
public final class ProbeGet implements Machine<DynamoDbRequest, DynamoDbResponse, GetItemResponse> {
  /** AWS: BatchGetItem API reference, keys in one request. */
  private static final int BATCH_KEYS_MAX = 100;

  private final GetItemRequest request;
  private final Function<List<Map<String, AttributeValue>>, Map<String, AttributeValue>> whole;
  private final Deque<DynamoDbRequest> toAsk = new ArrayDeque<>();
  private final List<Map<String, AttributeValue>> found = new ArrayList<>();
  private final List<ConsumedCapacity> capacity = new ArrayList<>();
  private int tickets;
  private int unanswered;
  private @Nullable DynamoDbResponse lastAnswer;
  private @Nullable Throwable failure;

  /**
   * A read of rows that make up one item.
   *
   * @param request what to read, and how; its key does not matter
   * @param keys where the rows are; another row for each
   * @param whole makes the item of those that were found, one at least, in any order
   */
  public ProbeGet(
      GetItemRequest request,
      List<Map<String, AttributeValue>> keys,
      Function<List<Map<String, AttributeValue>>, Map<String, AttributeValue>> whole) {
    this.request = request;
    this.whole = whole;
    for (int i = 0; i < keys.size(); i += BATCH_KEYS_MAX) {
      toAsk.add(batch(keys.subList(i, Math.min(keys.size(), i + BATCH_KEYS_MAX))));
    }
  }

  /**
   * A probe of all shards of a logical key for one item. Found nowhere: no item; once: the item as
   * it is stored, whose key tells the shard; more often: {@link AmbiguousItemException}.
   *
   * @param request what to read, and how; its key is the logical one, without extra determinants
   * @throws dev.evenkeel.core.RefusedOperationException if there are more shards than may be probed
   */
  static ProbeGet of(
      Call call, ShardedTable table, AttributeValue canonicalKey, GetItemRequest request) {
    int shards =
        table.shardsToProbe(call, canonicalKey, request.key(), "reading", "half a read unit");
    return new ProbeGet(
        request,
        IntStream.range(0, shards)
            .mapToObj(shard -> table.onShard(request.key(), canonicalKey, shard))
            .toList(),
        found -> theOnly(call, found));
  }

  private static Map<String, AttributeValue> theOnly(
      Call call, List<Map<String, AttributeValue>> found) {
    if (found.size() > 1) {
      throw new AmbiguousItemException(call.operation(), call.table(), found.size());
    }
    return found.get(0);
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

  @Override
  public Step<DynamoDbRequest, GetItemResponse> next() {
    if (failure != null) {
      return Step.fail(failure);
    }
    DynamoDbRequest ask = toAsk.poll();
    if (ask != null) {
      unanswered++;
      return Step.ask(tickets++, ask);
    }
    return unanswered > 0 ? Step.park() : outcome();
  }

  @Override
  public void onAnswer(int ticket, DynamoDbResponse answer) {
    unanswered--;
    lastAnswer = answer;
    if (answer instanceof BatchGetItemResponse batch) {
      batch.responses().values().forEach(found::addAll);
      capacity.addAll(batch.consumedCapacity());
      batch.unprocessedKeys().values().stream()
          .map(KeysAndAttributes::keys)
          .flatMap(Collection::stream)
          .forEach(key -> toAsk.add(request.toBuilder().key(key).build()));
    } else if (answer instanceof GetItemResponse single) {
      if (single.hasItem()) {
        found.add(single.item());
      }
      if (single.consumedCapacity() != null) {
        capacity.add(single.consumedCapacity());
      }
    }
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    failure = cause;
  }

  @Override
  public List<String> mayFollow() {
    return List.of("a GetItem for each key that DynamoDB leaves unprocessed");
  }

  private Step<DynamoDbRequest, GetItemResponse> outcome() {
    GetItemResponse.Builder response =
        GetItemResponse.builder().consumedCapacity(CapacitySum.of(capacity));
    if (!found.isEmpty()) {
      response.item(whole.apply(found));
    }
    ResponseMetadata.copy(lastAnswer, response);
    return Step.finish(response.build());
  }
}
