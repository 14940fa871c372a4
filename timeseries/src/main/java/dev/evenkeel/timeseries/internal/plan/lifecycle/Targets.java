package dev.evenkeel.timeseries.internal.plan.lifecycle;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.Tier;
import dev.evenkeel.timeseries.spec.Tier.Capacity;
import dev.evenkeel.timeseries.spec.Tier.OnDemand;
import dev.evenkeel.timeseries.spec.Tier.Provisioned;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.ObservedUnits;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.TableClass;

/**
 * The target state of a period table at some moment.
 *
 * @param capacity of the table
 * @param indexes of each global index that the table has and that something is said of
 * @param tableClass null if nothing is said of it
 * @param reason why, for people
 */
record Targets(
    Capacity capacity,
    Map<String, Capacity> indexes,
    @Nullable TableClass tableClass,
    String reason) {

  /**
   * As long as items may come, what the template says; then what the tier of its age says, which
   * goes for all indexes that the table has, be they in the template or not.
   */
  static Targets of(TimeSeriesSpec spec, TimeSpan span, Instant now, Set<String> indexNames) {
    Targets targets = serving(spec.template(), indexNames);
    Instant lastWrite = spec.lastWrite(span);
    if (now.isBefore(lastWrite)) {
      return targets;
    }
    for (Tier tier : spec.tiers()) {
      if (!now.isBefore(lastWrite.plus(tier.age()))) {
        targets = targets.in(tier, indexNames);
      }
    }
    return targets;
  }

  /**
   * As long as items may come, the targets are a floor: a higher capacity was set for a reason. A
   * table that is billed by request has more than any units.
   */
  Targets atLeast(ObservedTable table) {
    Map<String, Capacity> floors = new LinkedHashMap<>();
    indexes.forEach((name, floor) -> floors.put(name, atLeast(table.indexes().get(name), floor)));
    return new Targets(atLeast(table.units(), capacity), floors, tableClass, reason);
  }

  private static Capacity atLeast(@Nullable ObservedUnits current, Capacity floor) {
    if (current == null || !(floor instanceof Provisioned least)) {
      return new OnDemand();
    }
    return new Provisioned(
        Math.max(current.readUnits(), least.readUnits()),
        Math.max(current.writeUnits(), least.writeUnits()));
  }

  /** The same, with at least so many read units, if it is provisioned. */
  Targets readBy(long unitsMin) {
    return capacity instanceof Provisioned less && less.readUnits() < unitsMin
        ? new Targets(
            new Provisioned(unitsMin, less.writeUnits()),
            indexes,
            tableClass,
            "it is read into the archive")
        : this;
  }

  /** The read capacity of an archive's scans, to which a lowered table is raised. */
  static long archiveUnits(TimeSeriesSpec spec) {
    ArchivePolicy policy = requireNonNull(spec.archive());
    if (!policy.mayScan()) {
      return 0;
    }
    Double policyUnits = policy.readUnitsPerSecond();
    ProvisionedThroughput served = spec.template().request().provisionedThroughput();
    if (policyUnits != null) {
      return (long) Math.ceil(policyUnits);
    }
    return served == null || served.readCapacityUnits() == null ? 0 : served.readCapacityUnits();
  }

  private static Targets serving(TableTemplate template, Set<String> indexNames) {
    Map<String, Capacity> indexes = new LinkedHashMap<>();
    for (GlobalSecondaryIndex index : template.request().globalSecondaryIndexes()) {
      if (indexNames.contains(index.indexName())) {
        indexes.put(index.indexName(), capacity(template, index.provisionedThroughput()));
      }
    }
    return new Targets(
        capacity(template, template.request().provisionedThroughput()),
        indexes,
        template.request().tableClass(),
        "items may come");
  }

  private static Capacity capacity(
      TableTemplate template, @Nullable ProvisionedThroughput throughput) {
    return template.isProvisioned() && throughput != null
        ? new Provisioned(throughput.readCapacityUnits(), throughput.writeCapacityUnits())
        : new OnDemand();
  }

  private Targets in(Tier tier, Set<String> indexNames) {
    Capacity newCapacity = tier.capacity() == null ? capacity : tier.capacity();
    Map<String, Capacity> newIndexes = new LinkedHashMap<>(indexes);
    if (tier.capacity() != null) {
      indexNames.forEach(index -> newIndexes.put(index, newCapacity));
    }
    return new Targets(
        newCapacity,
        newIndexes,
        tier.tableClass() == null ? tableClass : tier.tableClass(),
        "no item comes any more, and it is %s older".formatted(TimeText.of(tier.age())));
  }
}
