package dev.evenkeel.jobs.prewarm;

import dev.evenkeel.simulator.spec.Capacity.Throughput;
import dev.evenkeel.simulator.spec.PartitionRules;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexWarmThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TableWarmThroughputDescription;

/**
 * The warm throughput of a table and its indexes.
 *
 * @param name null for a table that is not there yet
 * @param provisioned the provisioned throughput; null on demand
 * @param warm the warm throughput
 * @param indexes the warm throughput of its indexes, by name
 * @param replicas its copies in other regions, if it is a global table
 * @param isReported whether the engine reports it; otherwise it is derived from the mode for a new
 *     table
 * @param isSettled whether nothing of it is being changed
 * @param isEmpty whether it has no items, by DynamoDB's last count
 */
public record WarmTable(
    @Nullable String name,
    @Nullable Throughput provisioned,
    Throughput warm,
    Map<String, Throughput> indexes,
    List<WarmReplica> replicas,
    boolean isReported,
    boolean isSettled,
    boolean isEmpty) {

  private static final Throughput ON_DEMAND =
      new Throughput(PartitionRules.ON_DEMAND_READ_UNITS, PartitionRules.ON_DEMAND_WRITE_UNITS);

  /** A new on-demand table without indexes. */
  public static final WarmTable NEW =
      new WarmTable(null, null, ON_DEMAND, Map.of(), List.of(), false, true, true);

  /** Keeps the order of the indexes. */
  public WarmTable {
    indexes = Collections.unmodifiableMap(new LinkedHashMap<>(indexes));
    replicas = List.copyOf(replicas);
  }

  /** The table of a DescribeTable. */
  public static WarmTable of(TableDescription table) {
    TableWarmThroughputDescription reported = table.warmThroughput();
    Throughput provisioned = provisioned(table.provisionedThroughput());
    Map<String, Throughput> indexes = new LinkedHashMap<>();
    boolean isSettled =
        table.tableStatus() == TableStatus.ACTIVE
            && (reported == null
                || reported.status() == null
                || reported.status() == TableStatus.ACTIVE);
    for (GlobalSecondaryIndexDescription index : table.globalSecondaryIndexes()) {
      GlobalSecondaryIndexWarmThroughputDescription warm = index.warmThroughput();
      indexes.put(
          index.indexName(),
          warm == null
              ? start(provisioned(index.provisionedThroughput()))
              : throughput(warm.readUnitsPerSecond(), warm.writeUnitsPerSecond()));
      isSettled &=
          (index.indexStatus() == null || index.indexStatus() == IndexStatus.ACTIVE)
              && (warm == null || warm.status() == null || warm.status() == IndexStatus.ACTIVE);
    }
    Throughput warm =
        reported == null
            ? start(provisioned)
            : throughput(reported.readUnitsPerSecond(), reported.writeUnitsPerSecond());
    return new WarmTable(
        table.tableName(),
        provisioned,
        warm,
        indexes,
        WarmReplica.of(table, warm, indexes),
        reported != null,
        isSettled && table.replicas().stream().allMatch(WarmReplica::isSettled),
        isNone(table.itemCount()) && isNone(table.tableSizeBytes()));
  }

  private static boolean isNone(@Nullable Long count) {
    return count == null || count == 0;
  }

  private static Throughput start(@Nullable Throughput provisioned) {
    return provisioned == null ? ON_DEMAND : provisioned;
  }

  /** On demand it is reported as 0, or not at all. */
  private static @Nullable Throughput provisioned(
      @Nullable ProvisionedThroughputDescription reported) {
    Throughput units =
        reported == null
            ? null
            : throughput(reported.readCapacityUnits(), reported.writeCapacityUnits());
    return units == null || units.readUnits() + units.writeUnits() == 0 ? null : units;
  }

  static Throughput throughput(@Nullable Long readUnits, @Nullable Long writeUnits) {
    return new Throughput(readUnits == null ? 0 : readUnits, writeUnits == null ? 0 : writeUnits);
  }
}
