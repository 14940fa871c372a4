package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry.State;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Build;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Builds a table: a note in the ledger, then CreateTable, then what {@link OpenTable} does. A table
 * that is there already was built by somebody, which is as good if it is ours.
 */
final class BuildTable {
  private final RunContext context;
  private final Build action;

  private BuildTable(RunContext context, Build action) {
    this.context = context;
    this.action = action;
  }

  static Flow<Attempt> attempt(RunContext context, Build action) {
    return new BuildTable(context, action).whole();
  }

  private Flow<Attempt> whole() {
    return context.hasSent(action)
        ? OpenTable.attempt(context, action.tableName(), action.period())
        : noted().then(Flow.defer(this::created));
  }

  /** What the ledger says of a table that is gone is overwritten. */
  private Flow<LedgerEntry> noted() {
    LedgerEntry entry = context.entry(action.tableName());
    return entry != null && entry.state() == State.BUILDING
        ? Flow.of(entry)
        : context.write(LedgerEntry.building(action.tableName(), action.period()));
  }

  private Flow<Attempt> created() {
    CreateTableRequest request =
        context
            .spec()
            .template()
            .creating(action.tableName(), Map.of(TableOwnership.TAG, context.spec().tableName()));
    return CreateTable.table(request, context.settings().isLocal())
        .map(answer -> new TableLookup(answer.tableDescription()))
        .recover(
            failure ->
                failure instanceof ResourceInUseException ? foundOurs() : Flow.failed(failure))
        .then(this::known);
  }

  /** The table if it is ours; no table as long as none is told of. */
  private Flow<TableLookup> foundOurs() {
    return TableLookup.of(action.tableName())
        .then(
            described ->
                described.table() == null
                    ? Flow.of(described)
                    : context.requireOurs(described.table()).map(done -> described));
  }

  private Flow<Attempt> known(TableLookup described) {
    TableDescription table = described.table();
    if (table == null) {
      return Flow.of(new Attempt.Retry("it is there, and not described yet"));
    }
    LedgerEntry entry = context.entryOrNew(action.tableName(), action.period());
    return context
        .write(entry.of(table.tableId(), table.creationDateTime()))
        .then(
            written -> {
              context.sent(action);
              return OpenTable.attempt(context, action.tableName(), action.period());
            });
  }
}
