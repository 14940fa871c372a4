package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.scan.ScanSettings;
import dev.evenkeel.core.internal.work.OwnPace;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The settings of a table's scan for its archive.
 *
 * @param unitsPerSecond the read units that it may spend; null for no limit
 */
record ScanPace(String tableName, int segmentsInFlight, @Nullable Double unitsPerSecond) {
  private static final long SEGMENT_BYTES = 1L << 30;
  private static final int SEGMENTS_MIN = 4;
  private static final int SEGMENTS_MAX = 10_000;

  /** The configured rate, or half of a provisioned table's capacity. */
  static ScanPace of(ArchivePolicy policy, TableDescription table) {
    Double units = policy.readUnitsPerSecond();
    ProvisionedThroughputDescription throughput = table.provisionedThroughput();
    if (units == null
        && throughput != null
        && throughput.readCapacityUnits() != null
        && throughput.readCapacityUnits() > 0) {
      units = Math.max(1, throughput.readCapacityUnits() / 2.0);
    }
    return new ScanPace(table.tableName(), policy.segmentsInFlight(), units);
  }

  /** The number of segments by the size of the table, which DynamoDB updates every six hours. */
  static int segments(ArchivePolicy policy, TableDescription table) {
    if (policy.segments() != null) {
      return policy.segments();
    }
    long bytes = table.tableSizeBytes() == null ? 0 : table.tableSizeBytes();
    return (int) Math.min(SEGMENTS_MAX, Math.max(SEGMENTS_MIN, bytes / SEGMENT_BYTES + 1));
  }

  /** Pages that together cost no more than a second's allowance. */
  ScanSettings settings(int segments) {
    double pageUnits =
        unitsPerSecond == null
            ? ScanSettings.PAGE_UNITS_MAX
            : Math.max(1, unitsPerSecond / segmentsInFlight);
    return new ScanSettings(tableName, segments, segmentsInFlight, false, pageUnits);
  }

  OwnPace own(LongSupplier nanos) {
    return new OwnPace(unitsPerSecond, nanos);
  }
}
