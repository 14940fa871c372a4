package dev.evenkeel.sharding.internal.plan;

import dev.evenkeel.core.answer.LogicalFailure;
import dev.evenkeel.core.machine.Machine;
import dev.evenkeel.core.machine.Step;
import dev.evenkeel.core.operation.ManagedTables;
import dev.evenkeel.sharding.internal.plan.layout.ManagedTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * A plan that hears of failures in logical terms: those of each request without the physical keys
 * that this very request holds. So no plan can pass on what the caller must not see.
 */
final class LogicalFailures<R> implements Machine<DynamoDbRequest, DynamoDbResponse, R> {
  private final Machine<DynamoDbRequest, DynamoDbResponse, R> plan;
  private final ManagedTables<ManagedTable> tables;

  /** Most plans ask one request at a time, so that a map of its own size does. */
  private Map<Integer, DynamoDbRequest> unanswered = Map.of();

  LogicalFailures(
      Machine<DynamoDbRequest, DynamoDbResponse, R> plan, ManagedTables<ManagedTable> tables) {
    this.plan = plan;
    this.tables = tables;
  }

  @Override
  public Step<DynamoDbRequest, R> next() {
    Step<DynamoDbRequest, R> step = plan.next();
    if (step instanceof Step.Ask<DynamoDbRequest, R> ask) {
      asked(ask.ticket(), ask.request());
    }
    return step;
  }

  @Override
  public List<String> mayFollow() {
    return plan.mayFollow();
  }

  @Override
  public boolean servedAhead() {
    return plan.servedAhead();
  }

  private void asked(int ticket, DynamoDbRequest request) {
    if (unanswered.isEmpty()) {
      unanswered = Map.of(ticket, request);
      return;
    }
    if (unanswered.size() == 1) {
      unanswered = new HashMap<>(unanswered);
    }
    unanswered.put(ticket, request);
  }

  private @Nullable DynamoDbRequest answered(int ticket) {
    if (unanswered.size() > 1) {
      return unanswered.remove(ticket);
    }
    DynamoDbRequest only = unanswered.get(ticket);
    unanswered = Map.of();
    return only;
  }

  @Override
  public void onAnswer(int ticket, DynamoDbResponse answer) {
    answered(ticket);
    plan.onAnswer(ticket, answer);
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    DynamoDbRequest request = answered(ticket);
    plan.onFailure(
        ticket, request == null ? cause : LogicalFailure.of(cause, AskedKeys.of(tables, request)));
  }
}
