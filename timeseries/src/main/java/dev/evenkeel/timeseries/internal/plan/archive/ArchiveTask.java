package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.internal.work.Segment;
import dev.evenkeel.core.internal.work.SegmentRow;
import dev.evenkeel.core.internal.work.SegmentTask;
import dev.evenkeel.core.internal.work.Tally;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigester;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFile;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFileWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * The pages of an archive by scan that several workers share. Of the pass that writes, a page is a
 * data file, and its note is what the manifest needs of it. A file that is written twice has the
 * same name only if it has the same bytes, and only one of both is noted. Of the pass that reads to
 * verify, a page is some pages of the scan. Either waits for throttles of the scan with what it has
 * read so far, and a full file waits for those of the control table.
 *
 * @param store null for the pass that verifies
 * @param fileBytes compressed bytes of a file, about
 * @param consistent whether the scan reads what was written just before
 */
public record ArchiveTask(
    String tableName, @Nullable ArchiveStore store, int fileBytes, boolean consistent)
    implements SegmentTask {
  /** Reads a table for its digest. */
  public static ArchiveTask reading(String tableName, boolean consistent) {
    return new ArchiveTask(tableName, null, 0, consistent);
  }

  @Override
  public List<Segment> cut(int segments) {
    return Segment.scan(segments);
  }

  @Override
  public Flow<Page> page(SegmentRow row, Turn turn) {
    return store == null
        ? page(row.segment(), row.after(), turn)
        : written(store, (Segment.Scan) row.segment(), row.after(), row.pages(), turn);
  }

  @Override
  public Flow<Page> page(Segment segment, @Nullable Map<String, AttributeValue> after, Turn turn) {
    return Flow.defer(
        () -> {
          ContentDigester digester = new ContentDigester();
          AtomicInteger pages = new AtomicInteger();
          BooleanSupplier isEnough = () -> pages.incrementAndGet() >= ScanVerifier.PAGES_PER_NOTE;
          return read((Segment.Scan) segment, after, turn, digester::add, isEnough)
              .map(last -> new Page(next(last), DigestTally.of(digester.digest())));
        });
  }

  /** Fills a file, unless its segment ends before. */
  private Flow<Page> written(
      ArchiveStore files,
      Segment.Scan segment,
      @Nullable Map<String, AttributeValue> after,
      long number,
      Turn turn) {
    return Flow.defer(
        () -> {
          DataFileWriter writer = new DataFileWriter(fileBytes);
          return read(segment, after, turn, writer::add, writer::isFull)
              .then(
                  last -> {
                    Map<String, AttributeValue> next = next(last);
                    return Compute.flow(writer::finish)
                        .then(file -> kept(files, segment.number(), number, file, next, turn));
                  });
        });
  }

  /**
   * Reads page after page of the scan; ends with the last one.
   *
   * @param taker takes each item; expensive
   * @param isEnough asked after each page whether it is the last
   */
  private Flow<ScanResponse> read(
      Segment.Scan segment,
      @Nullable Map<String, AttributeValue> after,
      Turn turn,
      Consumer<Map<String, AttributeValue>> taker,
      BooleanSupplier isEnough) {
    return scanned(segment, after, turn)
        .then(
            answer ->
                Compute.flow(
                        () -> {
                          answer.items().forEach(taker);
                          return isEnough.getAsBoolean() || next(answer) == null;
                        })
                    .then(
                        isLast ->
                            isLast
                                ? Flow.of(answer)
                                : read(segment, next(answer), turn, taker, isEnough)));
  }

  /**
   * Stores a file, unless another worker has the segment: then this page will not be saved, so the
   * file must not be there. It is not thrown away for a look that is throttled.
   *
   * @param next the key after which the next one begins
   */
  private static Flow<Page> kept(
      ArchiveStore files,
      int segment,
      long number,
      DataFile file,
      @Nullable Map<String, AttributeValue> next,
      Turn turn) {
    Tally items = DigestTally.of(file.content());
    return Retries.repeated(turn.holds(), Throttles::passes, turn.stops())
        .then(
            holds ->
                holds
                    ? FileNote.stored(files, segment, Math.toIntExact(number), file, next)
                        .map(note -> new Page(next, items, ProgressFormat.write(note)))
                    : Flow.of(new Page(next, items)));
  }

  private Flow<ScanResponse> scanned(
      Segment.Scan segment, @Nullable Map<String, AttributeValue> after, Turn turn) {
    ScanRequest request =
        ScanRequest.builder()
            .tableName(tableName)
            .segment(segment.number())
            .totalSegments(segment.of())
            .exclusiveStartKey(after)
            .limit(turn.limit())
            .consistentRead(consistent)
            .build();
    return Retries.repeated(
        () -> turn.pace().paced(TableCall.scan(request)), Throttles::isThrottle, turn.stops());
  }

  private static @Nullable Map<String, AttributeValue> next(ScanResponse answer) {
    return answer.lastEvaluatedKey().isEmpty() ? null : answer.lastEvaluatedKey();
  }
}
