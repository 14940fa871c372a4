package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.pace.CapacityPace;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.scan.ScanSettings;
import dev.evenkeel.timeseries.internal.plan.archive.ScanVerifier;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Writes the restored table and scans it to verify it, each within the ordered rate or the table's
 * provisioned capacity.
 */
final class TargetTransfer {
  private static final int CHECK_SEGMENTS = 4;

  private final RestoreOrder order;
  private final LongSupplier nanos;
  private final RestoreLog log;
  private final RestoreProgress progress;
  private @Nullable BatchWriter writer;
  private @Nullable ScanVerifier checking;

  TargetTransfer(RestoreOrder order, LongSupplier nanos, RestoreLog log, RestoreProgress progress) {
    this.order = order;
    this.nanos = nanos;
    this.log = log;
    this.progress = progress;
  }

  BatchWriter puts(TableDescription table) {
    if (writer == null) {
      writer = new BatchWriter(order.target(), paced(writeUnits(table)));
    }
    return writer;
  }

  ScanVerifier checking(TableDescription table) {
    if (checking == null) {
      Double units = readUnits(table);
      double pageUnits =
          units == null ? ScanSettings.PAGE_UNITS_MAX : Math.max(1, units / CHECK_SEGMENTS);
      checking =
          new ScanVerifier(
              new ScanSettings(order.target(), CHECK_SEGMENTS, CHECK_SEGMENTS, true, pageUnits),
              paced(units),
              progress.checks(),
              log::note);
    }
    return checking;
  }

  /** The units a second that writes may take; null for no limit. */
  @Nullable Double writeUnits(TableDescription table) {
    Double ordered = order.writeUnitsPerSecond();
    return ordered == null
        ? own(table, ProvisionedThroughputDescription::writeCapacityUnits)
        : ordered;
  }

  /** The units a second that the scan may take; null for no limit. */
  @Nullable Double readUnits(TableDescription table) {
    return own(table, ProvisionedThroughputDescription::readCapacityUnits);
  }

  /** The provisioned units of a table; null on demand, where DescribeTable returns 0 or none. */
  private static @Nullable Double own(
      TableDescription table, Function<ProvisionedThroughputDescription, @Nullable Long> kind) {
    ProvisionedThroughputDescription throughput = table.provisionedThroughput();
    Long units = throughput == null ? null : kind.apply(throughput);
    return units == null || units == 0 ? null : units.doubleValue();
  }

  private PacedFlows paced(@Nullable Double units) {
    return new PacedFlows(CapacityPace.atMost(units), nanos);
  }
}
