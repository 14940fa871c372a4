package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.work.OwnPace;
import dev.evenkeel.timeseries.internal.plan.archive.ScanPace;
import dev.evenkeel.timeseries.internal.plan.archive.ScanVerifier;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The passes of a restore by the run itself. Throttles slow those over the table. */
final class OwnPasses implements RestorePasses {
  private static final int CHECK_SEGMENTS = 4;

  private final RestoreOrder order;
  private final LongSupplier nanos;
  private final RestoreProgress progress;
  private final FilePass files;
  private @Nullable OwnPace writing;
  private @Nullable OwnPace reading;
  private @Nullable ScanVerifier checking;

  OwnPasses(RestoreOrder order, LongSupplier nanos, RestoreProgress progress, FilePass files) {
    this.order = order;
    this.nanos = nanos;
    this.progress = progress;
    this.files = files;
  }

  @Override
  public Flow<List<String>> unread() {
    return Flow.of(files.unwritten());
  }

  @Override
  public Flow<Optional<ContentDigest>> check(Supplier<Flow<Boolean>> isOver, boolean isEnding) {
    return files
        .check(isOver, isEnding)
        .map(done -> files.isChecked() ? Optional.of(progress.digest()) : Optional.empty());
  }

  @Override
  public Flow<Boolean> write(
      TableDescription table, Supplier<Flow<Boolean>> isOver, boolean isEnding) {
    if (files.isWritten()) {
      return Flow.of(true);
    }
    if (writing == null) {
      writing = new OwnPace(RestorePasses.writeUnits(order, table), nanos);
    }
    return files.write(table.tableName(), writing, isOver, isEnding).map(done -> false);
  }

  @Override
  public Flow<Optional<ContentDigest>> verify(
      TableDescription table, Supplier<Flow<Boolean>> isOver) {
    if (checking == null) {
      ScanPace pace = new ScanPace(order.target(), CHECK_SEGMENTS, RestorePasses.readUnits(table));
      reading = pace.own(nanos);
      checking =
          new ScanVerifier(
              pace.settings(CHECK_SEGMENTS, true),
              reading.paced(),
              progress.checks(),
              progress::note);
    }
    return checking.isOver()
        ? Flow.of(Optional.of(progress.checks().digest()))
        : checking.slice(isOver).map(done -> Optional.empty());
  }

  @Override
  public boolean isMidway() {
    return files.isMidway();
  }

  @Override
  public long written() {
    return progress.written();
  }

  @Override
  public String standing() {
    OwnPace last = reading == null ? writing : reading;
    return last == null ? "" : last.standing();
  }

  @Override
  public Flow<Done> forgotten() {
    return Flow.done();
  }
}
