package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.archive.ScanPace;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The three passes of a restore: over the files to verify them, over the files to write the table,
 * and over the table to verify it. The run does them itself, or workers do. Each call does a slice.
 */
interface RestorePasses {

  /** The whole keys of the files that are still to be read. */
  Flow<List<String>> unread();

  /**
   * Reads files.
   *
   * @param isOver whether the slice is
   * @param isEnding whether the call ends with this slice: no file is begun then
   * @return the digest of all files, once they are read
   */
  Flow<Optional<ContentDigest>> check(Supplier<Flow<Boolean>> isOver, boolean isEnding);

  /**
   * Writes files into the table.
   *
   * @param isEnding whether the call ends with this slice: no file is begun then, and only those go
   *     on that have not passed over all of their items in the table
   * @return whether all are written
   */
  Flow<Boolean> write(TableDescription table, Supplier<Flow<Boolean>> isOver, boolean isEnding);

  /** Reads the table; the digest of all its items, once they are read. */
  Flow<Optional<ContentDigest>> verify(TableDescription table, Supplier<Flow<Boolean>> isOver);

  /**
   * Whether a file is read in part and nothing of that is noted: a run that ends here leaves
   * nothing of it to the next.
   */
  boolean isMidway();

  /** How many items are in the table. */
  long written();

  /**
   * Who is at it and how far, for people; of the run itself, that throttles slow it. Empty for
   * nothing.
   */
  String standing();

  /** Deletes the rows by which workers find and share it. Workers that are busy with it stop. */
  Flow<Done> forgotten();

  /** The units a second that writes may take: as ordered, or the table's; null for no limit. */
  static @Nullable Double writeUnits(RestoreOrder order, TableDescription table) {
    Double ordered = order.writeUnitsPerSecond();
    return ordered == null
        ? ScanPace.provisioned(table, ProvisionedThroughputDescription::writeCapacityUnits)
        : ordered;
  }

  /** The units a second that the scan may take; null for no limit. */
  static @Nullable Double readUnits(TableDescription table) {
    return ScanPace.provisioned(table, ProvisionedThroughputDescription::readCapacityUnits);
  }
}
