package dev.evenkeel.timeseries.internal.plan.read;

import dev.evenkeel.core.internal.flow.Machine;
import dev.evenkeel.core.internal.flow.Step;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * A merge whose sources are the tables of periods, of which some need not be there. In the place of
 * one that is not, the table is read that it was restored to, from there on and for every page of
 * the source; without one it has no rows, unless that is a failure.
 *
 * @param <R> what the merge ends with
 */
final class GapReads<R> implements Machine<QueryRequest, QueryResponse, R> {
  private final Machine<QueryRequest, QueryResponse, R> merge;
  private final StandIns tables;
  private final Map<Integer, Map<String, AttributeValue>> lastKeys;
  private final UnaryOperator<Throwable> failure;

  /** What was asked last under a ticket, to be asked again of another table. */
  private final Map<Integer, QueryRequest> asked = new HashMap<>();

  private final Queue<Integer> again = new ArrayDeque<>();

  /**
   * @param merge its tickets are the places of the tables
   * @param lastKeys is told the last evaluated key of each table
   * @param failure in the caller's terms
   */
  GapReads(
      Machine<QueryRequest, QueryResponse, R> merge,
      StandIns tables,
      Map<Integer, Map<String, AttributeValue>> lastKeys,
      UnaryOperator<Throwable> failure) {
    this.merge = merge;
    this.tables = tables;
    this.lastKeys = lastKeys;
    this.failure = failure;
  }

  @Override
  public Step<QueryRequest, R> next() {
    Integer ticket = again.poll();
    if (ticket != null) {
      return Step.ask(ticket, of(ticket, Objects.requireNonNull(asked.get(ticket))));
    }
    Step<QueryRequest, R> step = merge.next();
    if (!(step instanceof Step.Ask<QueryRequest, R> ask)) {
      return step;
    }
    asked.put(ask.ticket(), ask.request());
    return Step.ask(ask.ticket(), of(ask.ticket(), ask.request()));
  }

  private QueryRequest of(int ticket, QueryRequest request) {
    String other = tables.named(ticket);
    return other == null ? request : request.toBuilder().tableName(other).build();
  }

  @Override
  public void onAnswer(int ticket, QueryResponse answer) {
    tables.read(ticket);
    lastKeys.put(ticket, answer.lastEvaluatedKey());
    merge.onAnswer(ticket, answer);
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    if (!(cause instanceof ResourceNotFoundException missing)) {
      merge.onFailure(ticket, failure.apply(cause));
      return;
    }
    if (tables.replace(ticket)) {
      again.add(ticket);
      return;
    }
    Throwable refused = tables.absent(ticket, missing);
    if (refused == null) {
      merge.onAnswer(ticket, QueryResponse.builder().count(0).scannedCount(0).build());
    } else {
      merge.onFailure(ticket, refused);
    }
  }
}
