package dev.evenkeel.testkit.control;

import dev.evenkeel.testkit.control.ControlEvent.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** Handles one call of any client: hooks, faults, the account, the log. */
record Calls(
    SimulatedAccount account,
    TableOperations operations,
    AppliedFaults.Faults faults,
    Draws draws,
    List<ControlHook> hooks,
    ControlLog log)
    implements SimulatedClient.Requests {
  @Override
  public boolean isOwn(DynamoDbRequest request) {
    return ControlOperations.isOne(request);
  }

  /** Carries out a table operation. */
  @Override
  public DynamoDbResponse answer(DynamoDbRequest request) {
    ControlCall call =
        log.count(ControlOperations.nameOf(request), ControlOperations.tableOf(request));
    hooks.forEach(hook -> hook.before(call));
    try {
      synchronized (account) {
        return decide(call, request);
      }
    } finally {
      hooks.forEach(hook -> hook.after(call));
    }
  }

  private DynamoDbResponse decide(ControlCall call, DynamoDbRequest request) {
    account.advance(Duration.ZERO);
    AppliedFaults applied = faults.strike(call, draws);
    if (applied.failure() == ControlFault.Kind.NOT_RECEIVED) {
      note(call, Outcome.NOT_RECEIVED, "");
      throw Errors.connectionLost();
    }
    DynamoDbResponse answer;
    try {
      account.quotas().countRequest(account.now());
      if (applied.failure() == ControlFault.Kind.THROTTLED) {
        throw Errors.throttled();
      }
      answer = operations.apply(request, applied);
    } catch (DynamoDbException refused) {
      String message = refused.awsErrorDetails().errorMessage();
      note(call, Outcome.REFUSED, refused.awsErrorDetails().errorCode() + ": " + message);
      throw refused;
    }
    if (applied.failure() == ControlFault.Kind.ANSWER_LOST) {
      note(call, Outcome.ANSWER_LOST, "");
      throw Errors.connectionLost();
    }
    if (call.isChange()) {
      note(call, Outcome.APPLIED, "");
    }
    return answer;
  }

  private void note(ControlCall call, Outcome outcome, String detail) {
    String name = call.table();
    SimulatedTable table = name == null ? null : account.find(name);
    account.note(call.operation(), name, table, outcome, detail);
  }

  /** Passes a request on items, or throws DynamoDB's exception for a missing table. */
  @Override
  public Consumer<DynamoDbResponse> admit(DynamoDbRequest request) {
    DataUse use = DataUse.of(request);
    if (use == null) {
      throw new UnsupportedOperationException(
          "The simulator knows no %s. Send it to the server itself."
              .formatted(ControlOperations.nameOf(request)));
    }
    synchronized (account) {
      account.advance(Duration.ZERO);
      List<SimulatedTable> tables = new ArrayList<>();
      for (String name : use.writes().keySet()) {
        SimulatedTable table = account.find(name);
        if (table == null || !table.serves(account.now())) {
          throw Errors.notFound("Requested resource not found");
        }
        tables.add(table);
      }
      return answer -> written(ControlOperations.nameOf(request), use.without(answer), tables);
    }
  }

  /**
   * Records the writes of a successful request to tables that are being deleted.
   *
   * @param tables the tables that it found, which may be gone by now
   */
  private void written(String operation, DataUse done, List<SimulatedTable> tables) {
    synchronized (account) {
      for (SimulatedTable table : tables) {
        if (table.isDeleted()) {
          for (int i = 0; i < done.writes().getOrDefault(table.name(), 0); i++) {
            account.note(operation, table.name(), table, Outcome.WRITE_LOST, "");
          }
        }
      }
    }
  }
}
