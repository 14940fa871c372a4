package dev.evenkeel.benchmarks.archives;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * Knows when the scan that writes began, when the one that verifies began, and what both consumed.
 */
final class ScanWatch extends DelegatingDynamoDbClient {
  private long wroteFromNanos;
  private long verifiedFromNanos;
  private double writtenUnits;

  ScanWatch(DynamoDbClient delegate) {
    super(delegate);
  }

  @Override
  protected <Q extends DynamoDbRequest, R> R invokeOperation(Q request, Function<Q, R> operation) {
    if (!(request instanceof ScanRequest scan) || scan.totalSegments() == null) {
      return operation.apply(request);
    }
    boolean isWriting = scan.totalSegments() == Fixture.SEGMENTS;
    began(isWriting);
    R answer = operation.apply(request);
    if (isWriting && answer instanceof ScanResponse page && page.consumedCapacity() != null) {
      consumed(page.consumedCapacity().capacityUnits());
    }
    return answer;
  }

  private synchronized void began(boolean isWriting) {
    long now = System.nanoTime();
    if (isWriting) {
      wroteFromNanos = wroteFromNanos == 0 ? now : wroteFromNanos;
    } else {
      verifiedFromNanos = verifiedFromNanos == 0 ? now : verifiedFromNanos;
    }
  }

  private synchronized void consumed(double units) {
    writtenUnits += units;
  }

  synchronized double writingSeconds() {
    return (verifiedFromNanos - wroteFromNanos) / 1e9;
  }

  synchronized double verifyingSeconds(long endNanos) {
    return (endNanos - verifiedFromNanos) / 1e9;
  }

  synchronized double writtenUnits() {
    return writtenUnits;
  }
}
