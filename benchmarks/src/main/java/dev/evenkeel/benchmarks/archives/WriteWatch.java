package dev.evenkeel.benchmarks.archives;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** Knows when the first batch was sent and when the last was answered. */
final class WriteWatch extends DelegatingDynamoDbClient {
  private long firstNanos;
  private long lastNanos;

  WriteWatch(DynamoDbClient delegate) {
    super(delegate);
  }

  @Override
  protected <Q extends DynamoDbRequest, R> R invokeOperation(Q request, Function<Q, R> operation) {
    if (!(request instanceof BatchWriteItemRequest)) {
      return operation.apply(request);
    }
    began();
    R answer = operation.apply(request);
    ended();
    return answer;
  }

  private synchronized void began() {
    firstNanos = firstNanos == 0 ? System.nanoTime() : firstNanos;
  }

  private synchronized void ended() {
    lastNanos = System.nanoTime();
  }

  synchronized double seconds() {
    return (lastNanos - firstNanos) / 1e9;
  }
}
