package dev.evenkeel.core.page;

import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

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
}
