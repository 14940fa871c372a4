package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.timeseries.internal.plan.lifecycle.HookCall.Kind;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry.State;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * Lets a table serve once it is active, with all its indexes, and has answered a read; then makes
 * the settings that a creation cannot carry, and tells the hooks. The ledger knows both steps, so
 * that a table serves whatever becomes of settings and hooks, and these are tried again.
 */
final class OpenTable {
  private final RunContext context;
  private final String name;
  private final TimeSpan period;

  private OpenTable(RunContext context, String name, TimeSpan period) {
    this.context = context;
    this.name = name;
    this.period = period;
  }

  static Flow<Attempt> attempt(RunContext context, String name, TimeSpan period) {
    OpenTable opening = new OpenTable(context, name, period);
    return TableLookup.of(name).then(described -> opening.of(described.table()));
  }

  private Flow<Attempt> of(@Nullable TableDescription table) {
    if (table == null) {
      return Flow.of(new Attempt.Retry("it is not described yet"));
    }
    return context.requireOurs(table).then(Flow.defer(() -> ready(table)));
  }

  private Flow<Attempt> ready(TableDescription table) {
    if (table.tableStatus() == TableStatus.DELETING) {
      return Flow.of(new Attempt.Deferred("it is being deleted"));
    }
    if (!ObservedTable.of(table, Ownership.OURS).settled()) {
      return Flow.of(
          new Attempt.Retry("it is %s, or an index of it is".formatted(table.tableStatus())));
    }
    return answers().then(answers -> answers ? serves(table) : Flow.of(notAnswering()));
  }

  private static Attempt notAnswering() {
    return new Attempt.Retry("it is active, and does not answer reads yet");
  }

  /** A read of a key that nobody has: half a unit. */
  private Flow<Boolean> answers() {
    GetItemRequest request =
        GetItemRequest.builder()
            .tableName(name)
            .key(ProbeKey.of(context.spec().key()))
            .projectionExpression("#key")
            .expressionAttributeNames(Map.of("#key", context.spec().key().partitionKey().name()))
            .build();
    return TableCall.get(request)
        .map(answer -> true)
        .recover(failure -> Refusals.isNotFound(failure) ? Flow.of(false) : Flow.failed(failure));
  }

  private Flow<Attempt> serves(TableDescription table) {
    LedgerEntry entry = context.entryOrNew(name, period);
    if (entry.state() == State.RETIRED || entry.state() == State.DELETING) {
      return Flow.of(new Attempt.Deferred("the ledger says that it is " + entry.state()));
    }
    boolean isKnown =
        entry.state() == State.SERVING && entry.isOf(table.tableId(), table.creationDateTime());
    LedgerEntry serving = entry.in(State.SERVING).of(table.tableId(), table.creationDateTime());
    return (isKnown ? Flow.of(entry) : context.write(serving))
        .then(written -> SettingUpdates.make(context, table, written))
        .then(made -> announced(table, made));
  }

  private Flow<Attempt> announced(TableDescription table, SettingUpdates.Made made) {
    if (made.waitsFor() != null) {
      return Flow.of(new Attempt.Retry(made.waitsFor()));
    }
    return HookCall.tell(Kind.ACTIVE, context.event(table, period))
        .then(
            done -> {
              LedgerEntry entry = context.entryOrNew(name, period);
              return context.write(entry.lacking(made.lacking()).announced());
            })
        .map(written -> Attempt.DONE);
  }
}
