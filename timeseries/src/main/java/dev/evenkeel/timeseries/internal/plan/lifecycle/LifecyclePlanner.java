package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.timeseries.internal.plan.lifecycle.ActionOrder.Phase;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.ScaledTables;
import dev.evenkeel.timeseries.internal.plan.lifecycle.RunSettings.RunLimits;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan.Drift;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Mend;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * Plans from the observed tables, the ledger and the clock alone: a missed run is caught up, and a
 * second run has nothing to do.
 */
public final class LifecyclePlanner {
  private LifecyclePlanner() {}

  /**
   * Makes a plan.
   *
   * @param observed tables, of which those that are none of the series are left alone
   * @param unseen tables that may be there and could not be read; nothing is planned for them
   * @param ledger the ledger's entries
   * @param scaled the tables whose capacity is left alone
   * @param drift of live tables, in their order
   * @throws LifecycleException if more tables would be built than a run may build
   */
  public static LifecyclePlan plan(
      TimeSeriesSpec spec,
      Instant now,
      Collection<ObservedTable> observed,
      Set<String> unseen,
      Collection<LedgerEntry> ledger,
      RunLimits limits,
      ScaledTables scaled,
      List<Drift> drift) {
    SortedMap<Instant, ObservedTable> tables = new TreeMap<>();
    for (ObservedTable table : observed) {
      TimeSpan span = spec.tables().periodOf(table.name());
      if (span != null && !span.start().isBefore(spec.since())) {
        tables.put(span.start(), table);
      }
    }
    Map<String, LedgerEntry> entries =
        ledger.stream().collect(Collectors.toMap(LedgerEntry::tableName, entry -> entry));
    ActionOrder phases = new ActionOrder();
    absent(spec, now, tables, unseen, entries, phases);
    int builds = phases.count(Phase.BUILD);
    if (builds > limits.buildsMax()) {
      throw LifecycleException.tooManyTables(spec.tableName(), builds, limits.buildsMax());
    }
    present(spec, now, tables, entries, limits, scaled, phases);
    if (limits.reconciles()) {
      mends(drift).forEach(mend -> phases.add(Phase.MEND, mend));
    }
    return new LifecyclePlan(
        spec.tableName(),
        now,
        phases.actions(limits.onlyAdds()),
        phases.notes(),
        drift,
        fingerprint(tables.values(), unseen, entries));
  }

  private static List<Mend> mends(List<Drift> drift) {
    Map<String, List<Drift>> mendable =
        drift.stream()
            .filter(Drift::isMendable)
            .collect(Collectors.groupingBy(Drift::tableName, TreeMap::new, Collectors.toList()));
    return mendable.entrySet().stream()
        .map(
            table ->
                new Mend(
                    table.getKey(),
                    table.getValue().stream().map(Drift::setting).collect(Collectors.toSet()),
                    table.getValue().stream()
                        .map(one -> one.setting().words() + " " + one.difference())
                        .collect(Collectors.joining("; "))))
        .toList();
  }

  /** Periods that accept items now or soon, and those in the ledger. */
  private static void absent(
      TimeSeriesSpec spec,
      Instant now,
      SortedMap<Instant, ObservedTable> tables,
      Set<String> unseen,
      Map<String, LedgerEntry> entries,
      ActionOrder phases) {
    SortedMap<Instant, TimeSpan> expected = new TreeMap<>();
    PeriodsNeeded.needed(spec, now).forEach(span -> expected.put(span.start(), span));
    for (String name : entries.keySet()) {
      TimeSpan span = spec.tables().periodOf(name);
      if (span != null && !span.start().isBefore(spec.since())) {
        expected.put(span.start(), span);
      }
    }
    expected.forEach(
        (start, span) -> {
          String name = spec.tables().nameOf(span);
          if (!tables.containsKey(start) && !unseen.contains(name)) {
            new PeriodPlan(spec, now, span, phases).absent(entries.get(name));
          }
        });
  }

  private static void present(
      TimeSeriesSpec spec,
      Instant now,
      SortedMap<Instant, ObservedTable> tables,
      Map<String, LedgerEntry> entries,
      RunLimits limits,
      ScaledTables scaled,
      ActionOrder phases) {
    long ours =
        tables.values().stream()
            .filter(table -> table.ownership() == Ownership.OURS)
            .filter(table -> table.status() != TableStatus.DELETING)
            .count();
    tables.forEach(
        (start, table) -> {
          boolean isLast = ours - phases.count(Phase.DELETE) <= 1;
          new PeriodPlan(spec, now, spec.period().containing(start), phases)
              .present(table, entries.get(table.name()), isLast, limits, scaled);
        });
  }

  /** A hash of all inputs of a plan but the time. */
  private static String fingerprint(
      Collection<ObservedTable> tables, Set<String> unseen, Map<String, LedgerEntry> entries) {
    String state = tables + "\n" + new TreeSet<>(unseen) + "\n" + new TreeMap<>(entries);
    return Sha256.hex(state.getBytes(StandardCharsets.UTF_8));
  }
}
