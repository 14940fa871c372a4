package dev.evenkeel.testkit.control;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** Handles one call about exports of any client: hooks and the answer. */
final class ExportCalls implements SimulatedClient.Requests {
  private final ExportAccount account;
  private final ExportOperations operations;
  private final InstantSource time;
  private final List<ControlHook> hooks;
  private final AtomicLong number = new AtomicLong();

  ExportCalls(
      ExportAccount account,
      ExportOperations operations,
      InstantSource time,
      List<ControlHook> hooks) {
    this.account = account;
    this.operations = operations;
    this.time = time;
    this.hooks = hooks;
  }

  @Override
  public boolean isOwn(DynamoDbRequest request) {
    return ExportOperations.ALL.contains(ControlOperations.nameOf(request));
  }

  @Override
  public DynamoDbResponse answer(DynamoDbRequest request) {
    ControlCall call =
        new ControlCall(
            number.incrementAndGet(),
            ControlOperations.nameOf(request),
            ControlOperations.tableOf(request));
    hooks.forEach(hook -> hook.before(call));
    try {
      synchronized (account) {
        Instant now = time.instant();
        account.settle(now);
        return operations.apply(request, now);
      }
    } finally {
      hooks.forEach(hook -> hook.after(call));
    }
  }

  /** Records a write of the engine. */
  @Override
  public Consumer<DynamoDbResponse> admit(DynamoDbRequest request) {
    return answer -> {
      DataUse use = DataUse.of(request);
      if (use != null) {
        synchronized (account) {
          Instant now = time.instant();
          use.writes().forEach((table, count) -> noteWrites(table, count, now));
        }
      }
    };
  }

  private void noteWrites(String table, int count, Instant now) {
    if (count > 0) {
      operations.written(table, now);
    }
  }
}
