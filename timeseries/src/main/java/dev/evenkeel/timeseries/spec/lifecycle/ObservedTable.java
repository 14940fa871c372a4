package dev.evenkeel.timeseries.spec.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * A table as DynamoDB described it.
 *
 * @param name its name
 * @param status of the table itself
 * @param id the id, which no other table has, though it be of the same name; null where an engine
 *     has none
 * @param created the time of its creation; null if the engine does not report it
 * @param units its capacity; null if it is billed by request
 * @param indexes of each global index, the capacity; those that are billed by request are not there
 * @param indexNames all global indexes
 * @param settled whether table and indexes are all active, so that an update would be taken
 * @param tableClass STANDARD by default
 * @param isProtected whether deletion protection is on
 * @param ownership whether it is known to be ours
 */
public record ObservedTable(
    String name,
    TableStatus status,
    @Nullable String id,
    @Nullable Instant created,
    @Nullable ObservedUnits units,
    Map<String, ObservedUnits> indexes,
    Set<String> indexNames,
    boolean settled,
    TableClass tableClass,
    boolean isProtected,
    Ownership ownership) {

  /** The ownership of a table. */
  public enum Ownership {
    /** Proven: nothing else may be changed or deleted. */
    OURS,
    /** Proven to be another's. */
    FOREIGN,
    /** Not known, or not permitted to be read; never treated as ours. */
    UNKNOWN
  }

  /** A setting of a template that a table or its engine may lack. */
  public enum TableSetting {
    TAGS("tags"),
    TIME_TO_LIVE("time to live"),
    POINT_IN_TIME_RECOVERY("point-in-time recovery"),
    DELETION_PROTECTION("deletion protection"),
    STREAMS("streams"),
    TABLE_CLASS("table class"),
    WARM_THROUGHPUT("warm throughput"),
    ENCRYPTION("encryption"),
    INDEXES("indexes");

    private final String words;

    TableSetting(String words) {
      this.words = words;
    }

    /** In words, for people. */
    public String words() {
      return words;
    }
  }

  /** Copies map and set, in the order of the names: a fingerprint is made of them. */
  public ObservedTable {
    indexes = Collections.unmodifiableMap(new TreeMap<>(indexes));
    indexNames = Collections.unmodifiableSet(new TreeSet<>(indexNames));
  }

  /** Reads what DescribeTable says. */
  public static ObservedTable of(TableDescription table, Ownership ownership) {
    boolean provisioned =
        table.billingModeSummary() == null
            || table.billingModeSummary().billingMode() != BillingMode.PAY_PER_REQUEST;
    Map<String, ObservedUnits> indexes = new TreeMap<>();
    Set<String> indexNames = new TreeSet<>();
    boolean settled = table.tableStatus() == TableStatus.ACTIVE;
    for (GlobalSecondaryIndexDescription index : table.globalSecondaryIndexes()) {
      indexNames.add(index.indexName());
      settled &= index.indexStatus() == IndexStatus.ACTIVE;
      if (provisioned && index.provisionedThroughput() != null) {
        indexes.put(index.indexName(), ObservedUnits.of(index.provisionedThroughput()));
      }
    }
    return new ObservedTable(
        table.tableName(),
        table.tableStatus(),
        table.tableId(),
        table.creationDateTime(),
        provisioned && table.provisionedThroughput() != null
            ? ObservedUnits.of(table.provisionedThroughput())
            : null,
        indexes,
        indexNames,
        settled,
        table.tableClassSummary() == null
            ? TableClass.STANDARD
            : table.tableClassSummary().tableClass(),
        Boolean.TRUE.equals(table.deletionProtectionEnabled()),
        ownership);
  }

  /**
   * The provisioned capacity of a table or an index, and how often it was lowered today.
   *
   * @param readUnits a second
   * @param writeUnits a second
   * @param decreasesToday in this UTC day
   * @param lastDecrease null if there was none
   */
  public record ObservedUnits(
      long readUnits, long writeUnits, long decreasesToday, @Nullable Instant lastDecrease) {
    /** AWS, "Quotas", decreasing provisioned throughput: at most 27 in a UTC day. */
    public static final int DECREASES_A_DAY_MAX = 27;

    private static final Duration BETWEEN_DECREASES = Duration.ofHours(1);

    /** Reads what DescribeTable says. */
    public static ObservedUnits of(ProvisionedThroughputDescription description) {
      return new ObservedUnits(
          orZero(description.readCapacityUnits()),
          orZero(description.writeCapacityUnits()),
          orZero(description.numberOfDecreasesToday()),
          description.lastDecreaseDateTime());
    }

    private static long orZero(@Nullable Long number) {
      return number == null ? 0 : number;
    }

    /**
     * The time from which it may be lowered: at once if it was not yet today, else an hour after
     * the last time. DynamoDB allows four in the first hour; these are left to people.
     *
     * @return null if not before tomorrow
     */
    public @Nullable Instant lowerableFrom(Instant now) {
      if (lastDecrease == null || decreasesToday == 0) {
        return now;
      }
      Instant next = lastDecrease.plus(BETWEEN_DECREASES);
      if (decreasesToday >= DECREASES_A_DAY_MAX) {
        return null;
      }
      return next.isBefore(now) ? now : next;
    }
  }
}
