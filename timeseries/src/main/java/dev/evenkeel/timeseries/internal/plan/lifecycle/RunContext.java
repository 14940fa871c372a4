package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveStart;
import dev.evenkeel.timeseries.internal.plan.archive.Catalog;
import dev.evenkeel.timeseries.internal.plan.archive.TableArchive;
import dev.evenkeel.timeseries.internal.plan.ledger.HeldLease;
import dev.evenkeel.timeseries.internal.plan.ledger.Ledger;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook.TableEvent;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.TableSetting;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership.Question;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Context of one run over one series: its settings, lease, ledger entries and notes. */
final class RunContext {
  private final TimeSeriesSpec spec;
  private final RunSettings settings;
  private final Ledger ledger;
  private final Map<String, LedgerEntry> entries = new HashMap<>();
  private final Set<TableAction> sent = new HashSet<>();
  private final List<String> notes = new ArrayList<>();
  private final Map<String, TableArchive> archives = new HashMap<>();
  private final HeldLease held;
  private final Instant end;

  /**
   * @param end when this run is to end
   */
  RunContext(TimeSeriesSpec spec, RunSettings settings, HeldLease held, Instant end) {
    this.spec = spec;
    this.settings = settings;
    this.ledger = new Ledger(settings.controlTable(), spec.tableName());
    this.held = held;
    this.end = end;
  }

  /**
   * Does under the lease of a series what an operator asked for.
   *
   * @param owner a name that no other run has
   * @param operation what it is, and {@code subject} on what
   * @return fails with {@link RefusedOperationException} if another run is at work
   */
  static <T> Flow<T> leased(
      TimeSeriesSpec spec,
      RunSettings settings,
      String owner,
      String operation,
      String subject,
      Function<RunContext, Flow<T>> working) {
    return HeldLease.under(
        new Ledger(settings.controlTable(), spec.tableName()).lease(),
        owner,
        settings.leaseLength(),
        busy ->
            Flow.failed(
                new RefusedOperationException(
                    operation, subject, "another run is at work", "Try again when it has ended")),
        held -> working.apply(new RunContext(spec, settings, held, Instant.MAX)));
  }

  RunSettings settings() {
    return settings;
  }

  Lease lease() {
    return held.lease();
  }

  /** The archives of the series. */
  Catalog catalog() {
    return new Catalog(settings.controlTable(), spec.tableName());
  }

  /** Begins archives of the series, and goes on with them. */
  ArchiveStart archiving() {
    return new ArchiveStart(
        spec,
        settings.controlTable(),
        settings.nanos(),
        this::lease,
        settings.mayExport(),
        this::note,
        settings.archiveJob());
  }

  Instant end() {
    return end;
  }

  /** The archives that this run works at, by table. */
  Map<String, TableArchive> archives() {
    return archives;
  }

  TimeSeriesSpec spec() {
    return spec;
  }

  /** Replaces the ledger entries by those that a survey read. */
  void useEntries(Map<String, LedgerEntry> surveyed) {
    entries.clear();
    entries.putAll(surveyed);
  }

  /** Uses the entries that the ledger has now. */
  Flow<Done> readLedger() {
    return ledger
        .read()
        .atResult(
            view -> {
              entries.clear();
              view.entries().forEach(entry -> entries.put(entry.tableName(), entry));
            })
        .map(view -> Done.DONE);
  }

  @Nullable LedgerEntry entry(String tableName) {
    return entries.get(tableName);
  }

  /** The entry of a table, as if it were being built if there is none yet. */
  LedgerEntry entryOrNew(String tableName, TimeSpan period) {
    LedgerEntry entry = entries.get(tableName);
    return entry == null ? LedgerEntry.building(tableName, period) : entry;
  }

  /** This run has sent the request of an action, and it was taken. */
  void sent(TableAction action) {
    sent.add(action);
  }

  boolean hasSent(TableAction action) {
    return sent.contains(action);
  }

  Flow<LedgerEntry> write(LedgerEntry entry) {
    return kept(ledger.write(entry, lease()));
  }

  /** The same in one transaction with changes of other items in the control table. */
  Flow<LedgerEntry> write(LedgerEntry entry, List<TransactWriteItem> others) {
    return kept(ledger.write(entry, lease(), others));
  }

  private Flow<LedgerEntry> kept(Flow<LedgerEntry> writing) {
    return writing.atResult(written -> entries.put(written.tableName(), written));
  }

  Flow<Done> forget(LedgerEntry entry) {
    return ledger.forget(entry, lease()).atResult(done -> entries.remove(entry.tableName()));
  }

  /** Renews the lease; fails if another run took over. */
  Flow<Done> renew() {
    return held.renewed();
  }

  void note(String note) {
    if (!notes.contains(note)) {
      notes.add(note);
    }
  }

  /** Notes that the engine was seen not to have a setting of the template. */
  void noteLacking(String tableName, TableSetting setting) {
    note(
        "table '%s' is without %s, which the engine does not know"
            .formatted(tableName, setting.words()));
  }

  List<String> notes() {
    return notes;
  }

  TableEvent event(TableDescription table, TimeSpan period) {
    return new TableEvent(spec.tableName(), table, period);
  }

  /** Fails unless the table is known to be ours, be it by the ledger alone. */
  Flow<Done> requireOurs(TableDescription table) {
    return settings
        .ownershipOf(spec.tableName(), table, entry(table.tableName()))
        .then(ownership -> required(table, ownership));
  }

  /** Fails unless the table is the one that the ledger knows, and is proven anew to be ours. */
  Flow<Done> requireProven(TableDescription table) {
    LedgerEntry entry = entry(table.tableName());
    if (entry == null || !entry.isOf(table.tableId(), table.creationDateTime())) {
      return Flow.failed(
          LifecycleException.foreignTable(
              table.tableName(), "it is not the table that the ledger knows"));
    }
    return settings
        .ownership()
        .of(new Question(spec.tableName(), table, entry))
        .then(ownership -> required(table, ownership));
  }

  private static Flow<Done> required(TableDescription table, Ownership ownership) {
    return switch (ownership) {
      case OURS -> Flow.done();
      case FOREIGN ->
          Flow.failed(LifecycleException.foreignTable(table.tableName(), "it is another's"));
      case UNKNOWN ->
          Flow.failed(
              LifecycleException.foreignTable(
                  table.tableName(), "its ownership cannot be determined"));
    };
  }
}
