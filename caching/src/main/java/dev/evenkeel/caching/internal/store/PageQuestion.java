package dev.evenkeel.caching.internal.store;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.ReadCapacity;
import java.time.Duration;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * One page of the items of a partition key value, as a caller asks for it.
 *
 * @param query everything of the request that changes the answer, but for the table, which the key
 *     names
 */
public record PageQuestion(QueryRequest query) implements Question<QueryResponse> {
  private static final int ANSWERS_MAX = 32;

  /** The question of a query. */
  public static PageQuestion of(QueryRequest request) {
    return new PageQuestion(
        owned(request)
            .overrideConfiguration((AwsRequestOverrideConfiguration) null)
            .tableName(null)
            .consistentRead(null)
            .returnConsumedCapacity((String) null)
            .build());
  }

  /** A query that no caller can change any more. */
  public static QueryRequest.Builder owned(QueryRequest request) {
    QueryRequest.Builder own = request.toBuilder();
    if (request.hasExpressionAttributeValues()) {
      own.expressionAttributeValues(OwnBytes.of(request.expressionAttributeValues()));
    }
    if (request.hasExclusiveStartKey()) {
      own.exclusiveStartKey(OwnBytes.of(request.exclusiveStartKey()));
    }
    return own;
  }

  @Override
  public QueryResponse shared(QueryResponse response) {
    QueryResponse.Builder shared = response.toBuilder().consumedCapacity((ConsumedCapacity) null);
    ResponseMetadata.copy(null, shared);
    return shared.build();
  }

  @Override
  public long halfUnits(QueryResponse response) {
    long bytes = response.items().stream().mapToLong(ItemSize::bytes).sum();
    return ReadCapacity.EVENTUAL.page(bytes).halves();
  }

  @Override
  public int bytes(QueryResponse response) {
    return HeapSize.ofPage(query, response);
  }

  @Override
  public Duration timeToLive(CachingSpec spec, QueryResponse response) {
    return spec.timeToLive();
  }

  @Override
  public int answersMax() {
    return ANSWERS_MAX;
  }

  @Override
  public int countedAs(ItemKey key) {
    return 31 * key.hashCode() + hashCode();
  }
}
