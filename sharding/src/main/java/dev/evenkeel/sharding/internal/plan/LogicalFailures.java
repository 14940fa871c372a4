package dev.evenkeel.sharding.internal.plan;

import dev.evenkeel.core.machine.Machine;
import dev.evenkeel.core.machine.Step;
import dev.evenkeel.core.operation.ManagedTables;
import dev.evenkeel.sharding.internal.plan.answer.LogicalFailure;
import dev.evenkeel.sharding.internal.plan.layout.ManagedTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * A plan that hears of failures in logical terms: those of each request without the physical keys
 * that this very request holds. So no plan can pass on what the caller must not see.
 */
final class LogicalFailures<R> implements Machine<DynamoDbRequest, DynamoDbResponse, R> {
  private final Machine<DynamoDbRequest, DynamoDbResponse, R> plan;
  private final ManagedTables<ManagedTable> tables;
  private final Map<Integer, DynamoDbRequest> unanswered = new HashMap<>();

  LogicalFailures(
      Machine<DynamoDbRequest, DynamoDbResponse, R> plan, ManagedTables<ManagedTable> tables) {
    this.plan = plan;
    this.tables = tables;
  }

  @Override
  public Step<DynamoDbRequest, R> next() {
    Step<DynamoDbRequest, R> step = plan.next();
    if (step instanceof Step.Ask<DynamoDbRequest, R> ask) {
      unanswered.put(ask.ticket(), ask.request());
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

  @Override
  public void onAnswer(int ticket, DynamoDbResponse answer) {
    unanswered.remove(ticket);
    plan.onAnswer(ticket, answer);
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    DynamoDbRequest request = unanswered.remove(ticket);
    plan.onFailure(
        ticket, request == null ? cause : LogicalFailure.of(cause, AskedKeys.of(tables, request)));
  }
}
