package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import dev.evenkeel.timeseries.spec.internal.lifecycle.TableTags;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Takes over a table that was not built by the lifecycle. */
public final class AdoptTable {
  private final TimeSeriesSpec spec;
  private final String name;
  private final TimeSpan period;

  private AdoptTable(TimeSeriesSpec spec, String name, TimeSpan period) {
    this.spec = spec;
    this.name = name;
    this.period = period;
  }

  /**
   * Tags the table and writes it into the ledger, as one that was built; the next run opens it.
   *
   * @param name one of the series' names
   */
  public static Flow<Done> flow(
      TimeSeriesSpec spec, RunSettings settings, String owner, String name) {
    TimeSpan period = spec.tables().periodOf(name);
    if (period == null || period.start().isBefore(spec.since())) {
      throw new IllegalArgumentException(
          "table '%s' is of no period of '%s' since %s"
              .formatted(name, spec.tableName(), spec.since()));
    }
    AdoptTable adopting = new AdoptTable(spec, name, period);
    return RunContext.leased(spec, settings, owner, "adopt", name, adopting::adopted);
  }

  private Flow<Done> adopted(RunContext context) {
    return context
        .readLedger()
        .then(done -> TableLookup.of(name))
        .then(described -> of(context, described.table()));
  }

  private Flow<Done> of(RunContext context, @Nullable TableDescription table) {
    if (table == null) {
      return Flow.failed(
          new RefusedOperationException(
              "adopt", name, "there is no such table", "Look at the name"));
    }
    List<String> mismatches = mismatches(table);
    if (!mismatches.isEmpty()) {
      return Flow.failed(new SpecMismatchException(name, mismatches));
    }
    LedgerEntry known = context.entry(name);
    boolean isKnown = known != null && known.isOf(table.tableId(), table.creationDateTime());
    LedgerEntry entry =
        LedgerEntry.building(name, period).of(table.tableId(), table.creationDateTime());
    return tagged(table)
        .then(
            Flow.defer(
                () -> isKnown ? Flow.done() : context.write(entry).map(written -> Done.DONE)));
  }

  private List<String> mismatches(TableDescription table) {
    List<String> mismatches = new ArrayList<>();
    if (!new HashSet<>(table.keySchema())
        .equals(new HashSet<>(spec.template().request().keySchema()))) {
      mismatches.add("its key differs from the template's");
    }
    spec.template().request().attributeDefinitions().stream()
        .filter(definition -> isKey(definition.attributeName()))
        .filter(definition -> !table.attributeDefinitions().contains(definition))
        .forEach(
            definition ->
                mismatches.add(
                    "key attribute '%s' is not of type %s"
                        .formatted(definition.attributeName(), definition.attributeType())));
    return mismatches;
  }

  private boolean isKey(String attribute) {
    return spec.template().request().keySchema().stream()
        .anyMatch(element -> element.attributeName().equals(attribute));
  }

  private Flow<Done> tagged(TableDescription table) {
    return TableTags.put(table, Map.of(TableOwnership.TAG, spec.tableName()))
        .recover(Refusals::isUnsupported, failure -> Flow.done());
  }
}
