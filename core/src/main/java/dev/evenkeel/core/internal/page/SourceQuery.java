package dev.evenkeel.core.internal.page;

import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * One source of a merge: the request that reads it from where the page starts.
 *
 * @param request complete but for its limit
 * @param wanted rows that fail it are dropped: they are there only because a key condition cannot
 *     say an open interval with two ends
 * @param lastPossible whether nothing can follow a key, so that it must not be sent as a start key
 * @param startKey the exclusive start key that goes on after a row or a last evaluated key of this
 *     source
 */
public record SourceQuery(
    QueryRequest request,
    Predicate<Map<String, AttributeValue>> wanted,
    Predicate<Map<String, AttributeValue>> lastPossible,
    UnaryOperator<Map<String, AttributeValue>> startKey) {

  /** The same source, asked as {@code other} says: with its settings and what it is to report. */
  SourceQuery askingAs(QueryRequest other) {
    QueryRequest asked =
        request.toBuilder()
            .overrideConfiguration(other.overrideConfiguration().orElse(null))
            .returnConsumedCapacity(other.returnConsumedCapacityAsString())
            .build();
    return new SourceQuery(asked, wanted, lastPossible, startKey);
  }

  /** Whether the caller wants to know the capacity used. */
  boolean asksCapacity() {
    ReturnConsumedCapacity asked = request.returnConsumedCapacity();
    return asked != null && asked != ReturnConsumedCapacity.NONE;
  }

  /**
   * A request for rows.
   *
   * @param measured whether the answer must tell its read units, since its rows do not tell how
   *     large they are; it costs nothing, and what the caller did not ask for is not passed on
   */
  QueryRequest.Builder next(boolean measured) {
    QueryRequest.Builder next = request.toBuilder();
    return measured && !asksCapacity()
        ? next.returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        : next;
  }

  /**
   * What was evaluated for an answer.
   *
   * @param returnedBytes the size of its items
   * @param asStored whether they come as they are stored, and all of them
   */
  Evaluated evaluated(QueryResponse answer, long returnedBytes, boolean asStored) {
    int returned = answer.items().size();
    return Evaluated.of(
        answer.scannedCount() == null ? returned : Math.max(answer.scannedCount(), returned),
        returnedBytes,
        asStored ? null : answer.consumedCapacity(),
        request.consistentRead());
  }
}
