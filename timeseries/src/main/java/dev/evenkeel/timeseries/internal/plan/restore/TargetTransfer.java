package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.work.OwnPace;
import dev.evenkeel.timeseries.internal.plan.archive.ScanPace;
import dev.evenkeel.timeseries.internal.plan.archive.ScanVerifier;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Writes the restored table and scans it to verify it, each within the ordered rate or the table's
 * provisioned capacity. Throttles slow both.
 */
final class TargetTransfer {
  private static final int CHECK_SEGMENTS = 4;

  private final RestoreOrder order;
  private final LongSupplier nanos;
  private final RestoreLog log;
  private final RestoreProgress progress;
  private @Nullable OwnPace writing;
  private @Nullable OwnPace reading;
  private @Nullable ScanVerifier checking;

  TargetTransfer(RestoreOrder order, LongSupplier nanos, RestoreLog log, RestoreProgress progress) {
    this.order = order;
    this.nanos = nanos;
    this.log = log;
    this.progress = progress;
  }

  /** The pace at which the table is written. */
  OwnPace writing(TableDescription table) {
    if (writing == null) {
      writing = new OwnPace(writeUnits(table), nanos);
    }
    return writing;
  }

  /** Says to people that throttles slow what is done last; empty if they do not. */
  String standing() {
    OwnPace last = reading == null ? writing : reading;
    return last == null ? "" : last.standing();
  }

  ScanVerifier checking(TableDescription table) {
    if (checking == null) {
      ScanPace pace = new ScanPace(order.target(), CHECK_SEGMENTS, readUnits(table));
      reading = pace.own(nanos);
      checking =
          new ScanVerifier(
              pace.settings(CHECK_SEGMENTS, true), reading.paced(), progress.checks(), log::note);
    }
    return checking;
  }

  /** The units a second that writes may take; null for no limit. */
  @Nullable Double writeUnits(TableDescription table) {
    Double ordered = order.writeUnitsPerSecond();
    return ordered == null
        ? ScanPace.provisioned(table, ProvisionedThroughputDescription::writeCapacityUnits)
        : ordered;
  }

  /** The units a second that the scan may take; null for no limit. */
  @Nullable Double readUnits(TableDescription table) {
    return ScanPace.provisioned(table, ProvisionedThroughputDescription::readCapacityUnits);
  }
}
