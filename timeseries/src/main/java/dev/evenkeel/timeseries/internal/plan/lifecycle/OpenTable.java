package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.HookCall;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.HookCall.Kind;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry.State;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Build;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Open;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * Builds a table and opens it. First the ledger notes it, then CreateTable builds it. A table that
 * exists already is taken if its ownership is proven. It is opened, and lets items come, once it is
 * active, with all its indexes, and has answered a read; then come the settings that a creation
 * cannot carry, and the hooks. The ledger knows both steps, so that a table serves whatever becomes
 * of settings and hooks, and these are tried again.
 */
record OpenTable(RunContext context, String name, TimeSpan period) {

  /** Builds it if this run has not done so, and opens it. */
  static Flow<Attempt> build(RunContext context, Build action) {
    OpenTable opening = new OpenTable(context, action.tableName(), action.period());
    return context.hasSent(action)
        ? opening.open()
        : opening
            .noted()
            .then(Flow.defer(opening::created))
            .then(table -> opening.known(action, table));
  }

  /** Opens it. */
  static Flow<Attempt> open(RunContext context, Open action) {
    return new OpenTable(context, action.tableName(), action.period()).open();
  }

  /** An entry of a table that is gone is overwritten. */
  private Flow<LedgerEntry> noted() {
    LedgerEntry entry = context.entry(name);
    return entry != null && entry.state() == State.BUILDING
        ? Flow.of(entry)
        : context.write(LedgerEntry.building(name, period));
  }

  private Flow<TableLookup> created() {
    CreateTableRequest request =
        context
            .spec()
            .template()
            .creating(name, Map.of(TableOwnership.TAG, context.spec().tableName()));
    return CreateTable.table(request, context.settings().isLocal())
        .map(answer -> new TableLookup(answer.tableDescription()))
        .recover(ResourceInUseException.class, failure -> foundOurs());
  }

  /** The table if it is ours; no table as long as none is described. */
  private Flow<TableLookup> foundOurs() {
    return TableLookup.of(name)
        .then(
            described ->
                described.table() == null
                    ? Flow.of(described)
                    : context.requireOurs(described.table()).map(done -> described));
  }

  private Flow<Attempt> known(Build action, TableLookup described) {
    TableDescription table = described.table();
    if (table == null) {
      return Flow.of(Attempt.retry("it is there, and not described yet"));
    }
    LedgerEntry entry = context.entryOrNew(name, period);
    return context
        .write(entry.of(table.tableId(), table.creationDateTime()))
        .then(
            written -> {
              context.sent(action);
              return open();
            });
  }

  private Flow<Attempt> open() {
    return TableLookup.of(name).then(described -> of(described.table()));
  }

  private Flow<Attempt> of(@Nullable TableDescription table) {
    if (table == null) {
      return Flow.of(Attempt.retry("it is not described yet"));
    }
    return context.requireOurs(table).then(Flow.defer(() -> ready(table)));
  }

  private Flow<Attempt> ready(TableDescription table) {
    if (table.tableStatus() == TableStatus.DELETING) {
      return Flow.of(Attempt.deferred("it is being deleted"));
    }
    if (!ObservedTable.of(table, Ownership.OURS).settled()) {
      return Flow.of(Attempt.unsettled(table));
    }
    return TableLookup.answers(name, context.spec().key())
        .then(answers -> answers ? serves(table) : Flow.of(notAnswering()));
  }

  private static Attempt notAnswering() {
    return Attempt.retry("it is active, and does not answer reads yet");
  }

  private Flow<Attempt> serves(TableDescription table) {
    LedgerEntry entry = context.entryOrNew(name, period);
    if (entry.state() == State.RETIRED || entry.state() == State.DELETING) {
      return Flow.of(Attempt.deferred("the ledger says that it is " + entry.state()));
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
      return Flow.of(Attempt.retry(made.waitsFor()));
    }
    return HookCall.of(Kind.ACTIVE, context.event(table, period))
        .then(
            done -> {
              LedgerEntry entry = context.entryOrNew(name, period);
              return context.write(entry.lacking(made.lacking()).announced());
            })
        .map(written -> Attempt.DONE);
  }
}
