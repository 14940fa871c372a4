package dev.evenkeel.timeseries.internal.plan.read;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.page.SourceReader;
import java.util.Map;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * Reads the sources of a merge that are the tables of periods, of which some need not be there. In
 * the place of one that is not, the table is read that it was restored to, from there on and for
 * every page of the source; without one it has no rows, unless that is a failure.
 */
final class GapReads implements SourceReader {
  private final StandIns tables;
  private final Map<Integer, Map<String, AttributeValue>> lastKeys;
  private final UnaryOperator<Throwable> failure;

  /**
   * @param tables by the places of the sources
   * @param lastKeys is told the last evaluated key of each table
   * @param failure in the caller's terms
   */
  GapReads(
      StandIns tables,
      Map<Integer, Map<String, AttributeValue>> lastKeys,
      UnaryOperator<Throwable> failure) {
    this.tables = tables;
    this.lastKeys = lastKeys;
    this.failure = failure;
  }

  @Override
  public Flow<QueryResponse> read(int place, QueryRequest request) {
    String other = tables.named(place);
    return TableCall.query(other == null ? request : request.toBuilder().tableName(other).build())
        .map(answer -> answered(place, answer))
        .recover(cause -> failed(place, request, cause));
  }

  private QueryResponse answered(int place, QueryResponse answer) {
    tables.read(place);
    lastKeys.put(place, answer.lastEvaluatedKey());
    return answer;
  }

  private Flow<QueryResponse> failed(int place, QueryRequest request, Throwable cause) {
    if (!(cause instanceof ResourceNotFoundException missing)) {
      return Flow.failed(failure.apply(cause));
    }
    if (tables.replace(place)) {
      return read(place, request);
    }
    Throwable refused = tables.absent(place, missing);
    return refused == null
        ? Flow.of(QueryResponse.builder().count(0).scannedCount(0).build())
        : Flow.failed(refused);
  }
}
