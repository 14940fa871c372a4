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
 * Builds a table: a note in the ledger, then CreateTable, then what {@link Opening} does. A table
 * that is there already was built by somebody, which is as good if it is ours.
 */
final class Building {
  private final Workplace place;
  private final Build action;

  private Building(Workplace place, Build action) {
    this.place = place;
    this.action = action;
  }

  static Flow<Attempt> attempt(Workplace place, Build action) {
    return new Building(place, action).whole();
  }

  private Flow<Attempt> whole() {
    return place.hasSent(action)
        ? Opening.attempt(place, action.tableName(), action.period())
        : noted().then(Flow.defer(this::created));
  }

  /** What the ledger says of a table that is gone is overwritten. */
  private Flow<LedgerEntry> noted() {
    LedgerEntry entry = place.entry(action.tableName());
    return entry != null && entry.state() == State.BUILDING
        ? Flow.of(entry)
        : place.write(LedgerEntry.building(action.tableName(), action.period()));
  }

  private Flow<Attempt> created() {
    CreateTableRequest request =
        place
            .spec()
            .template()
            .creating(action.tableName(), Map.of(TableOwnership.TAG, place.spec().tableName()));
    return Creating.table(request, place.terms().isLocal())
        .map(answer -> new Described(answer.tableDescription()))
        .recover(
            failure ->
                failure instanceof ResourceInUseException ? foundOurs() : Flow.failed(failure))
        .then(this::known);
  }

  /** The table if it is ours; no table as long as none is told of. */
  private Flow<Described> foundOurs() {
    return Described.of(action.tableName())
        .then(
            described ->
                described.table() == null
                    ? Flow.of(described)
                    : place.requireOurs(described.table()).map(done -> described));
  }

  private Flow<Attempt> known(Described described) {
    TableDescription table = described.table();
    if (table == null) {
      return Flow.of(new Attempt.Waits("it is there, and not described yet"));
    }
    LedgerEntry entry = place.entryOrNew(action.tableName(), action.period());
    return place
        .write(entry.of(table.tableId(), table.creationDateTime()))
        .then(
            written -> {
              place.sent(action);
              return Opening.attempt(place, action.tableName(), action.period());
            });
  }
}
