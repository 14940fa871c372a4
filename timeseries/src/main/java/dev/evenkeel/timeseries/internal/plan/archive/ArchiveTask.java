package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.internal.work.Segment;
import dev.evenkeel.core.internal.work.SegmentRow;
import dev.evenkeel.core.internal.work.SegmentTask;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigester;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFile;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFileWriter;
import java.util.List;
import java.util.Map;
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
    return Flow.defer(() -> checked((Segment.Scan) segment, after, turn, new ContentDigester(), 1));
  }

  private Flow<Page> checked(
      Segment.Scan segment,
      @Nullable Map<String, AttributeValue> after,
      Turn turn,
      ContentDigester digester,
      int pages) {
    return scanned(segment, after, turn)
        .then(
            answer ->
                Compute.flow(
                        () -> {
                          answer.items().forEach(digester::add);
                          return digester.digest();
                        })
                    .then(
                        digest ->
                            last(answer) || pages >= ScanVerifier.PAGES_PER_NOTE
                                ? Flow.of(new Page(next(answer), DigestTally.of(digest)))
                                : checked(segment, next(answer), turn, digester, pages + 1)));
  }

  private Flow<Page> written(
      ArchiveStore files,
      Segment.Scan segment,
      @Nullable Map<String, AttributeValue> after,
      long number,
      Turn turn) {
    return Flow.defer(() -> filled(segment, after, turn, new DataFileWriter(fileBytes)))
        .then(
            full ->
                held(turn)
                    .then(
                        holds ->
                            holds
                                ? stored(files, segment.number(), Math.toIntExact(number), full)
                                : Flow.of(lost(full))));
  }

  /**
   * A file that is full, or at the end of its segment.
   *
   * @param next the key after which the next one begins
   */
  private record Filled(DataFile file, @Nullable Map<String, AttributeValue> next) {}

  private Flow<Filled> filled(
      Segment.Scan segment,
      @Nullable Map<String, AttributeValue> after,
      Turn turn,
      DataFileWriter writer) {
    return scanned(segment, after, turn)
        .then(
            answer ->
                Compute.flow(
                        () -> {
                          answer.items().forEach(writer::add);
                          return last(answer) || writer.isFull();
                        })
                    .then(
                        isFull ->
                            isFull
                                ? Compute.flow(() -> new Filled(writer.finish(), next(answer)))
                                : filled(segment, next(answer), turn, writer)));
  }

  /** The file is not thrown away for a look that is throttled. */
  private static Flow<Boolean> held(Turn turn) {
    return Retries.repeated(turn.holds(), Throttles::passes, turn.stops());
  }

  /** Another worker has the segment: this page will not be saved, so its file must not be there. */
  private static Page lost(Filled filled) {
    return new Page(filled.next(), DigestTally.of(filled.file().content()));
  }

  private static Flow<Page> stored(ArchiveStore files, int segment, int number, Filled filled) {
    return FileNote.stored(files, segment, number, filled.file(), filled.next())
        .map(
            note ->
                new Page(filled.next(), DigestTally.of(note.digest()), ProgressFormat.write(note)));
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

  private static boolean last(ScanResponse answer) {
    return !answer.hasLastEvaluatedKey() || answer.lastEvaluatedKey().isEmpty();
  }

  private static @Nullable Map<String, AttributeValue> next(ScanResponse answer) {
    return last(answer) ? null : answer.lastEvaluatedKey();
  }
}
