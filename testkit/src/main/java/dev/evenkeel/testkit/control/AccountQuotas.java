package dev.evenkeel.testkit.control;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsResponse;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The quotas of an account. Not safe for use by several threads. */
final class AccountQuotas {
  private final ControlLimits limits;
  private final Map<String, SimulatedTable> tables;
  private Instant second = Instant.MIN;
  private int requestsOfSecond;

  /** Quotas over these tables, which others change. */
  AccountQuotas(ControlLimits limits, Map<String, SimulatedTable> tables) {
    this.limits = limits;
    this.tables = tables;
  }

  void countRequest(Instant now) {
    Instant started = now.truncatedTo(ChronoUnit.SECONDS);
    requestsOfSecond = started.equals(second) ? requestsOfSecond + 1 : 1;
    second = started;
    if (requestsOfSecond > limits.requestsPerSecondMax()) {
      throw Errors.throttled();
    }
  }

  int busyTables() {
    return (int) tables.values().stream().filter(SimulatedTable::isBusy).count();
  }

  /** For a table that is to be created. */
  void requireRoomFor(TableDescription created) {
    if (tables.size() >= limits.tablesMax()) {
      throw Errors.limit(
          "There is a limit of %d tables per subscriber".formatted(limits.tablesMax()));
    }
    requireRoomToWork(created.hasGlobalSecondaryIndexes() || created.hasLocalSecondaryIndexes());
    requireUnits(Units.total(created), Units.NONE);
  }

  /** For one more table that is busy. */
  void requireRoomToWork(boolean createsIndexes) {
    int max = createsIndexes ? limits.busyIndexedTablesMax() : limits.busyTablesMax();
    if (busyTables() >= max) {
      throw Errors.limit(
          "Only %d tables can be created, updated, or deleted simultaneously".formatted(max));
    }
  }

  /** For an update; nothing is taken yet. */
  void requireRoomFor(SimulatedTable table, Update update, Instant now) {
    for (String index : update.lowered()) {
      DecreaseQuota quota = table.decreases(index);
      if (!quota.allows(now)) {
        throw Errors.limit(quota.refusal(now));
      }
    }
    if (update.toOnDemand() && !table.onDemandSwitches.allows(now)) {
      throw Errors.limit(
          "Update to PayPerRequest mode are limited to %d in 1 day(s)"
              .formatted(table.onDemandSwitches.max()));
    }
    if (update.reclassed() && !table.classChanges.allows(now)) {
      throw Errors.limit(
          "Updates of the table class are limited to %d in 30 day(s)"
              .formatted(table.classChanges.max()));
    }
    requireUnits(Units.total(update.after()), table.units());
    requireRoomToWork(false);
  }

  void take(SimulatedTable table, Update update, Instant now) {
    table.reserve(Units.total(update.after()));
    update.lowered().forEach(index -> table.decreases(index).take(now));
    if (update.toOnDemand()) {
      table.onDemandSwitches.take(now);
    }
    if (update.reclassed()) {
      table.classChanges.take(now);
    }
  }

  private void requireUnits(Units asked, Units before) {
    if (!asked.raises(before)) {
      return;
    }
    if (!asked.isWithin(limits.tableUnitsMax())) {
      throw Errors.limit(
          "Provisioned throughput of a table is limited to %d units"
              .formatted(limits.tableUnitsMax()));
    }
    Units all = asked;
    for (SimulatedTable table : tables.values()) {
      all = all.plus(table.units());
    }
    Units used = new Units(all.read() - before.read(), all.write() - before.write());
    if (!used.isWithin(limits.accountUnitsMax())) {
      throw Errors.limit(
          "Provisioned throughput of the account is limited to %d units"
              .formatted(limits.accountUnitsMax()));
    }
  }

  DescribeLimitsResponse describe() {
    return DescribeLimitsResponse.builder()
        .accountMaxReadCapacityUnits(limits.accountUnitsMax())
        .accountMaxWriteCapacityUnits(limits.accountUnitsMax())
        .tableMaxReadCapacityUnits(limits.tableUnitsMax())
        .tableMaxWriteCapacityUnits(limits.tableUnitsMax())
        .build();
  }
}
