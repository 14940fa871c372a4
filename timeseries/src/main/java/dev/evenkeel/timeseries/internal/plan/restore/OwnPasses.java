package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.archive.ScanVerifier;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The passes of a restore by the run itself. */
record OwnPasses(FilePass files, TargetTransfer transfer, RestoreProgress progress)
    implements RestorePasses {

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
    return files.isWritten()
        ? Flow.of(true)
        : files
            .write(table.tableName(), transfer.writing(table), isOver, isEnding)
            .map(done -> false);
  }

  @Override
  public Flow<Optional<ContentDigest>> verify(
      TableDescription table, Supplier<Flow<Boolean>> isOver) {
    ScanVerifier scan = transfer.checking(table);
    return scan.isOver()
        ? Flow.of(Optional.of(progress.checks().digest()))
        : scan.slice(isOver).map(done -> Optional.empty());
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
    return transfer.standing();
  }

  @Override
  public Flow<Done> forgotten() {
    return Flow.done();
  }
}
