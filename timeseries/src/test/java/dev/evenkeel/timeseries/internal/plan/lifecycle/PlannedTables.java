package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.ScaledTables;
import dev.evenkeel.timeseries.internal.plan.lifecycle.RunSettings.RunLimits;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.Tier;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry.State;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.ObservedUnits;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Tables of a series as they are seen and as the ledger has them, and the plan for a time. */
abstract class PlannedTables {
  static final TimeSeriesSpec SPEC =
      TimeSeriesSpec.builder("readings")
          .time(ItemTime.iso("at"))
          .period(Period.DAY)
          .template(
              TableTemplate.of(
                  CreateTableRequest.builder()
                      .keySchema(
                          KeySchemaElement.builder()
                              .attributeName("sensor")
                              .keyType(KeyType.HASH)
                              .build(),
                          KeySchemaElement.builder()
                              .attributeName("at")
                              .keyType(KeyType.RANGE)
                              .build())
                      .attributeDefinitions(
                          AttributeDefinition.builder()
                              .attributeName("sensor")
                              .attributeType("S")
                              .build(),
                          AttributeDefinition.builder()
                              .attributeName("at")
                              .attributeType("S")
                              .build())
                      .provisionedThroughput(
                          units -> units.readCapacityUnits(100L).writeCapacityUnits(600L))
                      .build()))
          .since(Instant.parse("2026-03-01T00:00:00Z"))
          .tiers(Tier.cooled().provisioned(50, 1), Tier.after(Duration.ofDays(7)).provisioned(5, 1))
          .retention(Retention.deleteAfter(Duration.ofDays(30)).deleteWithoutArchive())
          .build();

  final Map<String, ObservedTable> tables = new TreeMap<>();
  final Map<String, LedgerEntry> ledger = new TreeMap<>();
  RunLimits limits = RunLimits.KEEPING.deleting(1);
  ScaledTables scaled = ScaledTables.NONE;

  LifecyclePlan at(String time) {
    return LifecyclePlanner.plan(
        SPEC,
        Instant.parse(time),
        tables.values(),
        Set.of(),
        ledger.values(),
        limits,
        scaled,
        List.of());
  }

  ObservedTable table(String day, long read, long write) {
    return new ObservedTable(
        "readings_" + day,
        TableStatus.ACTIVE,
        "id-" + day,
        Instant.parse(day + "T00:00:00Z"),
        new ObservedUnits(read, write, 0, null),
        Map.of(),
        Set.of(),
        true,
        TableClass.STANDARD,
        false,
        Ownership.OURS);
  }

  static LedgerEntry entry(String day, State state, @Nullable String id) {
    Instant start = Instant.parse(day + "T00:00:00Z");
    return new LedgerEntry(
        "readings_" + day,
        Period.DAY.containing(start),
        state,
        id,
        start,
        state != State.BUILDING,
        false,
        false,
        Set.of(),
        1);
  }

  void serving(String day, long read, long write) {
    tables.put(day, table(day, read, write));
    ledger.put(day, entry(day, State.SERVING, "id-" + day));
  }

  void retired(String day, long read, long write) {
    serving(day, read, write);
    ledger.computeIfPresent(day, (name, entry) -> entry.in(State.RETIRED));
  }
}
