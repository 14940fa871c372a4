package dev.evenkeel.timeseries.internal.plan.read;

import dev.evenkeel.core.machine.Machine;
import dev.evenkeel.core.machine.Step;
import java.util.Map;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * A merge whose sources are the tables of periods, of which some need not be there: a table that is
 * not has no rows, unless that is a failure.
 *
 * @param <R> what the merge ends with
 */
final class GapReads<R> implements Machine<QueryRequest, QueryResponse, R> {
  private final Machine<QueryRequest, QueryResponse, R> merge;
  private final CoverageLog coverage;
  private final Map<Integer, Map<String, AttributeValue>> lastKeys;
  private final UnaryOperator<Throwable> failure;

  /**
   * @param merge its tickets are the places of the tables
   * @param lastKeys is told the last evaluated key of each table
   * @param failure in the caller's terms
   */
  GapReads(
      Machine<QueryRequest, QueryResponse, R> merge,
      CoverageLog coverage,
      Map<Integer, Map<String, AttributeValue>> lastKeys,
      UnaryOperator<Throwable> failure) {
    this.merge = merge;
    this.coverage = coverage;
    this.lastKeys = lastKeys;
    this.failure = failure;
  }

  @Override
  public Step<QueryRequest, R> next() {
    return merge.next();
  }

  @Override
  public void onAnswer(int ticket, QueryResponse answer) {
    coverage.read(ticket);
    lastKeys.put(ticket, answer.lastEvaluatedKey());
    merge.onAnswer(ticket, answer);
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    if (!(cause instanceof ResourceNotFoundException missing)) {
      merge.onFailure(ticket, failure.apply(cause));
      return;
    }
    Throwable refused = coverage.absent(ticket, missing);
    if (refused == null) {
      merge.onAnswer(ticket, QueryResponse.builder().count(0).scannedCount(0).build());
    } else {
      merge.onFailure(ticket, refused);
    }
  }
}
