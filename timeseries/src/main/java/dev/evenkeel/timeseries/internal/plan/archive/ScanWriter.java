package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.scan.ParallelScan;
import dev.evenkeel.core.internal.scan.ScanPage;
import dev.evenkeel.core.internal.scan.ScanPage.PageSink.PageDecision;
import dev.evenkeel.core.internal.scan.ScanSettings;
import dev.evenkeel.core.internal.scan.SegmentPlace;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFileWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Writes the data files of an archive, slice by slice: each segment fills one file after another,
 * and a file is recorded once it is in S3. Unrecorded files are read again by the next run.
 *
 * <p>In memory are, for each segment in flight, a page, and what is compressed of its file; between
 * slices the files stay open, so that they become as large as they should.
 */
final class ScanWriter {
  private final ArchiveRecord archive;
  private final ArchiveStore store;
  private final ScanSettings settings;
  private final PacedFlows paced;
  private final Map<Integer, GrowingFile> open = new HashMap<>();

  ScanWriter(ArchiveRecord archive, ScanSettings settings, PacedFlows paced) {
    this.archive = archive;
    this.store = archive.store();
    this.settings = settings;
    this.paced = paced;
  }

  /**
   * Continues until all is written or a stop is requested.
   *
   * @param isOver asked after each page, and while one is throttled
   */
  Flow<Done> slice(Supplier<Flow<Boolean>> isOver) {
    return Flow.defer(
            () ->
                ParallelScan.flow(
                    settings,
                    places(),
                    paced,
                    page ->
                        take(page)
                            .then(done -> isOver.get())
                            .map(over -> over ? PageDecision.STOP : PageDecision.CONTINUE),
                    isOver))
        .map(tally -> Done.DONE);
  }

  /** Open files first: they hold memory. */
  private List<SegmentPlace> places() {
    List<SegmentPlace> places = new ArrayList<>();
    open.forEach((segment, file) -> places.add(new SegmentPlace(segment, file.after())));
    archive.progress().toWrite(settings.segments()).stream()
        .filter(place -> !open.containsKey(place.segment()))
        .forEach(places::add);
    return places;
  }

  private Flow<Done> take(ScanPage page) {
    int fileBytes = archive.policy().fileBytes();
    GrowingFile file = open.computeIfAbsent(page.segment(), segment -> new GrowingFile(fileBytes));
    return Compute.flow(() -> file.add(page))
        .then(added -> added.isComplete() ? store(page.segment(), added) : Flow.done());
  }

  /** Stores open files of any size; unstored items would be read again. */
  Flow<Done> flush() {
    return Flow.each(
        new LinkedHashMap<>(open).entrySet(),
        settings.segmentsInFlight(),
        file -> file.getValue().isTouched() ? store(file.getKey(), file.getValue()) : Flow.done());
  }

  private Flow<Done> store(int segment, GrowingFile open) {
    int number = archive.progress().nextNumber(segment);
    return Compute.flow(() -> open.writer().finish())
        .then(file -> FileNote.stored(store, segment, number, file, open.after()))
        .then(archive.progress()::note)
        .atResult(
            done -> {
              GrowingFile unused = this.open.remove(segment);
            });
  }

  /** A data file of a segment that is not stored yet, in memory. */
  private static final class GrowingFile {
    private final DataFileWriter writer;
    private @Nullable Map<String, AttributeValue> after;
    private boolean isTouched;

    GrowingFile(int bytesMax) {
      this.writer = new DataFileWriter(bytesMax);
    }

    /** Compresses a page; expensive. */
    GrowingFile add(ScanPage page) {
      page.items().forEach(writer::add);
      after = page.after();
      isTouched = true;
      return this;
    }

    DataFileWriter writer() {
      return writer;
    }

    /** The key behind which the next file begins; null at the end of the segment. */
    @Nullable Map<String, AttributeValue> after() {
      return after;
    }

    boolean isTouched() {
      return isTouched;
    }

    /** Whether it is to be stored, now that a page was added. */
    boolean isComplete() {
      return after == null || writer.isFull();
    }
  }
}
