package dev.evenkeel.testkit.control;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Provisioned units of a table or index. */
record Units(long read, long write) {
  static final Units NONE = new Units(0, 0);

  /**
   * The requested units.
   *
   * @param what whose it is, for the refusal
   */
  static Units of(@Nullable ProvisionedThroughput asked, String what) {
    if (asked == null
        || asked.readCapacityUnits() == null
        || asked.writeCapacityUnits() == null
        || asked.readCapacityUnits() < 1
        || asked.writeCapacityUnits() < 1) {
      throw Errors.invalid(
          "One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits"
              + " of at least 1 must be specified for "
              + what);
    }
    return new Units(asked.readCapacityUnits(), asked.writeCapacityUnits());
  }

  static Units of(@Nullable ProvisionedThroughputDescription described) {
    return described == null
        ? NONE
        : new Units(described.readCapacityUnits(), described.writeCapacityUnits());
  }

  /** The use of the account's quota by a table. */
  static Units total(TableDescription table) {
    Units total = of(table.provisionedThroughput());
    for (GlobalSecondaryIndexDescription index : table.globalSecondaryIndexes()) {
      total = total.plus(of(index.provisionedThroughput()));
    }
    return total;
  }

  static boolean areProvisioned(TableDescription table) {
    return table.billingModeSummary() == null
        || table.billingModeSummary().billingMode() != BillingMode.PAY_PER_REQUEST;
  }

  Units plus(Units other) {
    return new Units(read + other.read, write + other.write);
  }

  boolean isWithin(long max) {
    return read <= max && write <= max;
  }

  boolean lowers(Units before) {
    return read < before.read || write < before.write;
  }

  boolean raises(Units before) {
    return read > before.read || write > before.write;
  }

  /** The description of units that were never changed. */
  ProvisionedThroughputDescription described() {
    return ProvisionedThroughputDescription.builder()
        .numberOfDecreasesToday(0L)
        .readCapacityUnits(read)
        .writeCapacityUnits(write)
        .build();
  }

  /** The description after a change from {@code before} to these. */
  ProvisionedThroughputDescription after(ProvisionedThroughputDescription before, Instant now) {
    ProvisionedThroughputDescription.Builder after =
        asOf(before, now).toBuilder().readCapacityUnits(read).writeCapacityUnits(write);
    if (raises(of(before))) {
      after.lastIncreaseDateTime(now);
    }
    if (lowers(of(before))) {
      after
          .lastDecreaseDateTime(now)
          .numberOfDecreasesToday(asOf(before, now).numberOfDecreasesToday() + 1);
    }
    return after.build();
  }

  /** The same with the number of decreases on the day of {@code now}. */
  static ProvisionedThroughputDescription asOf(
      ProvisionedThroughputDescription described, Instant now) {
    Instant last = described.lastDecreaseDateTime();
    return last == null || day(last).equals(day(now))
        ? described
        : described.toBuilder().numberOfDecreasesToday(0L).build();
  }

  /** The same with the numbers of decreases on the day of {@code now}, of its indexes too. */
  static TableDescription asOf(TableDescription described, Instant now) {
    ProvisionedThroughputDescription own = asOf(described.provisionedThroughput(), now);
    List<GlobalSecondaryIndexDescription> indexes =
        new ArrayList<>(described.globalSecondaryIndexes());
    indexes.replaceAll(index -> asOf(index, now));
    if (own.equals(described.provisionedThroughput())
        && indexes.equals(described.globalSecondaryIndexes())) {
      return described;
    }
    TableDescription.Builder today = described.toBuilder().provisionedThroughput(own);
    return described.hasGlobalSecondaryIndexes()
        ? today.globalSecondaryIndexes(indexes).build()
        : today.build();
  }

  private static GlobalSecondaryIndexDescription asOf(
      GlobalSecondaryIndexDescription described, Instant now) {
    ProvisionedThroughputDescription today = asOf(described.provisionedThroughput(), now);
    return described.toBuilder().provisionedThroughput(today).build();
  }

  private static LocalDate day(Instant time) {
    return LocalDate.ofInstant(time, ZoneOffset.UTC);
  }
}
