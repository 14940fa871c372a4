package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.internal.work.OwnPace;
import dev.evenkeel.core.internal.work.SegmentTask.Turn;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveStore;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveVerification.Proven;
import dev.evenkeel.timeseries.internal.plan.archive.FileItems;
import dev.evenkeel.timeseries.internal.plan.archive.ScanPace;
import dev.evenkeel.timeseries.internal.plan.archive.ScanVerifier;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestFile;
import dev.evenkeel.timeseries.internal.plan.restore.RestoreProgress.FileState;
import dev.evenkeel.timeseries.internal.plan.restore.TargetTable.TargetRefusals;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The passes of a restore by the run itself: a few files at a time, and slice by slice. In memory
 * are, of each file under way, a piece and some items. Throttles slow the passes over the table.
 */
final class OwnPasses implements RestorePasses {
  private static final int ITEMS_PER_STEP = 4 * BatchWriter.ITEMS_MAX;
  private static final int SECONDS_PER_STEP = 2;
  private static final int CHECK_SEGMENTS = 4;

  private final RestoreOrder order;
  private final LongSupplier nanos;
  private final ArchiveStore store;
  private final Proven archive;
  private final RestoreProgress progress;
  private final TemplateFit fit;
  private final Map<Integer, RestoredFile> open = new HashMap<>();
  private final Map<Integer, FileItems> checking = new HashMap<>();
  private @Nullable ScanVerifier verifying;

  /** Of the pass over the table that is under way. */
  private @Nullable OwnPace pace;

  OwnPasses(
      RestoreOrder order,
      LongSupplier nanos,
      ArchiveStore store,
      Proven archive,
      RestoreProgress progress,
      TemplateFit fit) {
    this.order = order;
    this.nanos = nanos;
    this.store = store;
    this.archive = archive;
    this.progress = progress;
    this.fit = fit;
  }

  private List<ManifestFile> files() {
    return archive.files().files();
  }

  private List<Integer> unchecked() {
    return numbers(file -> file.digest() == null);
  }

  private List<Integer> unwritten() {
    return numbers(file -> !file.isWritten());
  }

  private List<Integer> numbers(Predicate<FileState> choice) {
    List<Integer> numbers = new ArrayList<>();
    for (int number = 0; number < files().size(); number++) {
      if (choice.test(progress.file(number))) {
        numbers.add(number);
      }
    }
    return numbers;
  }

  @Override
  public Flow<List<String>> unread() {
    return Flow.of(
        unwritten().stream().map(number -> files().get(number).dataFileS3Key()).toList());
  }

  @Override
  public boolean isMidway() {
    return !checking.isEmpty()
        || open.entrySet().stream().anyMatch(file -> !isPositioned(file.getKey()));
  }

  private boolean isPositioned(int number) {
    RestoredFile file = open.get(number);
    return file != null && file.done() >= progress.file(number).written();
  }

  /** Notes what each file holds. An item that does not fit into the table is a failure. */
  @Override
  public Flow<Optional<ContentDigest>> check(Supplier<Flow<Boolean>> isOver, boolean isEnding) {
    List<Integer> left = unchecked();
    left.removeIf(number -> isEnding && !checking.containsKey(number));
    return FileItems.each(left, isOver, number -> check(number, isOver))
        .map(done -> unchecked().isEmpty() ? Optional.of(progress.digest()) : Optional.empty());
  }

  /** A large file takes many slices, between which the lease is renewed. */
  private Flow<Done> check(int number, Supplier<Flow<Boolean>> isOver) {
    FileItems items = checking.computeIfAbsent(number, n -> archive.open(store, n));
    return items
        .read(fit::require, isOver)
        .then(
            isWhole -> {
              if (!isWhole) {
                return Flow.done();
              }
              items.close();
              FileItems unused = checking.remove(number);
              return progress.note(progress.file(number).checked(items.digest()));
            });
  }

  /**
   * Writes each file from where it stands. Waits for throttles and the rate until the slice is
   * over; what is not sent by then is left for the next slice, which has renewed the lease and
   * looked at the table.
   */
  @Override
  public Flow<Boolean> write(
      TableDescription table, Supplier<Flow<Boolean>> isOver, boolean isEnding) {
    List<Integer> left = unwritten();
    if (left.isEmpty()) {
      return Flow.of(true);
    }
    if (pace == null) {
      pace = new OwnPace(RestorePasses.writeUnits(order, table), nanos);
    }
    Step step = new Step(table.tableName(), pace, isOver);
    left.removeIf(number -> isEnding && (!open.containsKey(number) || isPositioned(number)));
    left.sort((a, b) -> Boolean.compare(open.containsKey(b), open.containsKey(a)));
    return FileItems.each(left, isOver, number -> write(number, step)).map(done -> false);
  }

  private Flow<Done> write(int number, Step step) {
    RestoredFile file =
        open.computeIfAbsent(number, n -> new RestoredFile(n, archive.open(store, n)));
    return file.positioned(progress.file(number).written(), step.isOver())
        .then(isThere -> isThere ? written(step, file, 0) : Flow.done());
  }

  /** What the steps of a slice go by. */
  private record Step(String target, OwnPace pace, Supplier<Flow<Boolean>> isOver) {

    /**
     * Few at a low rate, since only whole steps are noted. An item costs a unit at least. The first
     * step is a batch, which needs no turn but its own.
     */
    int itemsMax(RestoredFile file) {
      int most = file.isBegun() ? ITEMS_PER_STEP : BatchWriter.ITEMS_MAX;
      return (int)
          Math.min(most, Math.max(1, pace.rate() * SECONDS_PER_STEP / FileItems.IN_FLIGHT));
    }

    /** The items that are next, or those that were throttled. */
    Flow<BatchWriter> writer(RestoredFile file) {
      return file.writer(itemsMax(file), target, new TargetRefusals(target)::unwritten);
    }

    /** Whether all of them are in the table. */
    Flow<Boolean> put(BatchWriter writer) {
      return writer
          .put(new Turn(pace.paced(), ITEMS_PER_STEP), isOver)
          .map(done -> true)
          .recover(Throttles::isThrottle, failure -> Flow.of(false));
    }
  }

  /**
   * @param throttled how often this step was throttled
   */
  private Flow<Done> written(Step step, RestoredFile file, int throttled) {
    return step.writer(file)
        .then(
            writer ->
                writer.items() == 0
                    ? noted(file, true)
                    : step.put(writer)
                        .then(
                            isIn ->
                                isIn
                                    ? stepped(step, file, writer.items())
                                    : waited(step, file, throttled)));
  }

  private Flow<Done> waited(Step step, RestoredFile file, int throttled) {
    return Retries.paused(throttled, step.isOver())
        .then(over -> over ? left(file) : written(step, file, throttled + 1));
  }

  private Flow<Done> left(RestoredFile file) {
    return file.done() > progress.file(file.number()).written() ? noted(file, false) : Flow.done();
  }

  private Flow<Done> stepped(Step step, RestoredFile file, int items) {
    file.written(items);
    return step.isOver().get().then(over -> over ? noted(file, false) : written(step, file, 0));
  }

  private Flow<Done> noted(RestoredFile file, boolean isWhole) {
    if (isWhole) {
      file.close();
      RestoredFile unused = open.remove(file.number());
    }
    return progress.note(progress.file(file.number()).upTo(file.done(), isWhole));
  }

  @Override
  public Flow<Optional<ContentDigest>> verify(
      TableDescription table, Supplier<Flow<Boolean>> isOver) {
    if (verifying == null) {
      ScanPace scan = new ScanPace(order.target(), CHECK_SEGMENTS, RestorePasses.readUnits(table));
      pace = scan.own(nanos);
      verifying =
          new ScanVerifier(scan.settings(CHECK_SEGMENTS, true), pace.paced(), progress.checks());
    }
    return verifying.isOver()
        ? Flow.of(Optional.of(progress.checks().digest()))
        : verifying.slice(isOver).map(done -> Optional.empty());
  }

  @Override
  public long written() {
    return progress.written();
  }

  @Override
  public String standing() {
    return pace == null ? "" : pace.standing();
  }

  @Override
  public Flow<Done> forgotten() {
    return Flow.done();
  }
}
