package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.scan.ScanSettings;
import dev.evenkeel.core.internal.work.OwnPace;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The settings of a table's scan for its archive, or of one that verifies its restore.
 *
 * @param unitsPerSecond the read units that it may spend; null for no limit
 */
public record ScanPace(String tableName, int segmentsInFlight, @Nullable Double unitsPerSecond) {
  private static final long SEGMENT_BYTES = 1L << 30;
  private static final int SEGMENTS_MIN = 4;
  private static final int SEGMENTS_MAX = 10_000;

  /** The configured rate, or half of a provisioned table's capacity. */
  static ScanPace of(ArchivePolicy policy, TableDescription table) {
    Double units = policy.readUnitsPerSecond();
    Double own = provisioned(table, ProvisionedThroughputDescription::readCapacityUnits);
    if (units == null && own != null) {
      units = Math.max(1, own / 2);
    }
    return new ScanPace(table.tableName(), policy.segmentsInFlight(), units);
  }

  /** The provisioned units of a table; null on demand, where DescribeTable returns 0 or none. */
  public static @Nullable Double provisioned(
      TableDescription table, Function<ProvisionedThroughputDescription, @Nullable Long> kind) {
    ProvisionedThroughputDescription throughput = table.provisionedThroughput();
    Long units = throughput == null ? null : kind.apply(throughput);
    return units == null || units == 0 ? null : units.doubleValue();
  }

  /** The number of segments by the size of the table, which DynamoDB updates every six hours. */
  static int segments(ArchivePolicy policy, TableDescription table) {
    if (policy.segments() != null) {
      return policy.segments();
    }
    long bytes = table.tableSizeBytes() == null ? 0 : table.tableSizeBytes();
    return (int) Math.min(SEGMENTS_MAX, Math.max(SEGMENTS_MIN, bytes / SEGMENT_BYTES + 1));
  }

  /** One segment more than was written, so that the scans cut the table at different places. */
  static int segmentsToCheck(int segments) {
    return segments + 1;
  }

  /** Pages that together cost no more than a second's allowance. */
  public ScanSettings settings(int segments, boolean consistent) {
    double pageUnits =
        unitsPerSecond == null
            ? ScanSettings.PAGE_UNITS_MAX
            : Math.max(1, unitsPerSecond / segmentsInFlight);
    return new ScanSettings(tableName, segments, segmentsInFlight, consistent, pageUnits);
  }

  /** The rate of a process that scans alone. */
  public OwnPace own(LongSupplier nanos) {
    return new OwnPace(unitsPerSecond, nanos);
  }
}
