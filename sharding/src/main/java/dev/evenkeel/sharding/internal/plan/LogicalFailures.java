package dev.evenkeel.sharding.internal.plan;

import dev.evenkeel.core.answer.LogicalFailure;
import dev.evenkeel.core.internal.flow.Machine;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Step;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.operation.ManagedTables;
import dev.evenkeel.sharding.internal.plan.layout.ManagedTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * A plan that hears of failures in logical terms: those of each request without the physical keys
 * that this very request holds. So no plan can pass on what the caller must not see.
 */
final class LogicalFailures<R> implements Machine<Request<?>, Object, R> {
  private final Machine<Object, Object, R> plan;
  private final ManagedTables<ManagedTable> tables;

  /** Most plans ask one request at a time, so that a map of its own size does. */
  private Map<Integer, DynamoDbRequest> unanswered = Map.of();

  /**
   * @param plan asks requests, or what flows ask
   */
  LogicalFailures(Machine<Object, Object, R> plan, ManagedTables<ManagedTable> tables) {
    this.plan = plan;
    this.tables = tables;
  }

  @Override
  @SuppressWarnings({"unchecked", "rawtypes"}) // what is no ask holds no request
  public Step<Request<?>, R> next() {
    Step<Object, R> step = plan.next();
    return step instanceof Step.Ask<Object, R> ask
        ? Step.ask(ask.ticket(), asked(ask.ticket(), ask.request()))
        : (Step) step;
  }

  private Request<?> asked(int ticket, Object ask) {
    Request<?> request =
        ask instanceof DynamoDbRequest plain ? new TableCall<>(plain) : (Request<?>) ask;
    if (request instanceof TableCall<?> call) {
      sent(ticket, call.request());
    }
    return request;
  }

  @Override
  public List<String> mayFollow() {
    return plan.mayFollow();
  }

  @Override
  public boolean servedAhead() {
    return plan.servedAhead();
  }

  private void sent(int ticket, DynamoDbRequest request) {
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
    if (only != null) {
      unanswered = Map.of();
    }
    return only;
  }

  @Override
  public void onAnswer(int ticket, Object answer) {
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
