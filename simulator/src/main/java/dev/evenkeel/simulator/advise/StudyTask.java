package dev.evenkeel.simulator.advise;

import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.Metering;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.internal.work.Segment;
import dev.evenkeel.core.internal.work.SegmentRow;
import dev.evenkeel.core.internal.work.SegmentTask;
import dev.evenkeel.core.internal.work.Tally;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * The pages of a study of a table that several workers share. A page is what a worker reads of a
 * segment in about a minute. Its statistics are a file, which is noted with the page: so a page
 * that is done twice counts once, and a file that nobody noted is never read.
 *
 * @param keys of the table
 * @param itemsMax about how many items to read of the table; 0 for all
 * @param files where statistics are kept
 * @param nanos a monotonic time
 */
record StudyTask(
    TableKeys keys, String tableName, long itemsMax, StudyFiles files, LongSupplier nanos)
    implements SegmentTask {
  /** What is read again after a death. */
  private static final long PAGE_NANOS = 60_000_000_000L;

  /** Of the first request at a rate, before items are known. */
  private static final int FIRST_ITEMS = 16;

  /** What a request at a rate reads: eventually consistent, a unit reads 8 KB. */
  private static final int REQUEST_BYTES = TableAdvisor.PAGE_UNITS_MAX * 8 * 1024;

  private static final String HALF_UNITS = "halfUnits";
  private static final String ENDED = "ended";

  /** The read units of pages. */
  static double units(Tally tally) {
    return tally.other(HALF_UNITS) / 2.0;
  }

  /** How many segments were read to their end. */
  static int segmentsEnded(Tally tally) {
    return (int) tally.other(ENDED);
  }

  @Override
  public List<Segment> cut(int segments) {
    return Segment.scan(segments);
  }

  @Override
  public Flow<Page> page(SegmentRow row, Turn turn) {
    return page((Segment.Scan) row.segment(), row.after(), row.tally().items(), turn);
  }

  @Override
  public Flow<Page> page(Segment segment, @Nullable Map<String, AttributeValue> after, Turn turn) {
    return page((Segment.Scan) segment, after, 0, turn);
  }

  private Flow<Page> page(
      Segment.Scan segment, @Nullable Map<String, AttributeValue> after, long before, Turn turn) {
    long wanted =
        itemsMax == 0 ? Long.MAX_VALUE : (itemsMax + segment.of() - 1) / segment.of() - before;
    return Flow.defer(() -> new Part(segment, wanted, turn).from(after));
  }

  /** A page while it is read. */
  private final class Part {
    private final Segment.Scan segment;
    private final long wanted;
    private final Turn turn;
    private final long began = nanos.getAsLong();
    private final TableStudy study = new TableStudy(keys);
    private long items;
    private double units;

    Part(Segment.Scan segment, long wanted, Turn turn) {
      this.segment = segment;
      this.wanted = wanted;
      this.turn = turn;
    }

    /** A page that is to stop while it is throttled keeps what it has. */
    Flow<Page> from(@Nullable Map<String, AttributeValue> after) {
      return scanned(after)
          .map(Optional::of)
          .recover(
              failure -> items > 0 && Throttles.isThrottle(failure),
              failure -> Flow.of(Optional.empty()))
          .then(answer -> answer.isEmpty() ? saved(after, false) : read(answer.get()));
    }

    private Flow<Page> read(ScanResponse scanned) {
      return Compute.flow(() -> studied(scanned))
          .then(
              answer -> {
                boolean isEnd = answer.lastEvaluatedKey().isEmpty();
                if (isEnd || items >= wanted) {
                  return saved(null, isEnd);
                }
                boolean isFull = turn.stops().getAsBoolean() || isLong();
                return isFull
                    ? saved(answer.lastEvaluatedKey(), false)
                    : from(answer.lastEvaluatedKey());
              });
    }

    private boolean isLong() {
      return nanos.getAsLong() - began >= PAGE_NANOS;
    }

    private ScanResponse studied(ScanResponse answer) {
      answer.items().forEach(study::add);
      items += answer.items().size();
      units += Metering.units(answer);
      return answer;
    }

    private Flow<ScanResponse> scanned(@Nullable Map<String, AttributeValue> after) {
      long most = Math.min(itemsOfARequest(), wanted - items);
      ScanRequest request =
          ScanRequest.builder()
              .tableName(tableName)
              .segment(segment.number())
              .totalSegments(segment.of())
              .exclusiveStartKey(after)
              .limit(most == Integer.MAX_VALUE ? null : (Integer) (int) most)
              .build();
      return Retries.repeated(
          () -> turn.pace().paced(TableCall.scan(request)), Throttles::isThrottle, turn.stops());
    }

    /** The limit of the turn goes by pages that were saved, and this one is long under way. */
    private int itemsOfARequest() {
      return turn.limit() == null
          ? Integer.MAX_VALUE
          : items == 0 ? FIRST_ITEMS : (int) Math.max(1, REQUEST_BYTES / study.meanBytes());
    }

    private Flow<Page> saved(@Nullable Map<String, AttributeValue> next, boolean isEnd) {
      Tally tally =
          Tally.of(items, Map.of(HALF_UNITS, Math.round(2 * units), ENDED, isEnd ? 1L : 0L));
      return items == 0
          ? Flow.of(new Page(next, tally))
          : Compute.flow(study::packed)
              .then(packed -> files.put(segment.id(), packed))
              .map(note -> new Page(next, tally, note));
    }
  }
}
