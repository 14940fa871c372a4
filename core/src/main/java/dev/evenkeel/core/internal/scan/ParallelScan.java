package dev.evenkeel.core.internal.scan;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.pace.Metering;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.internal.scan.ScanPage.PageSink;
import dev.evenkeel.core.internal.scan.ScanPage.PageSink.PageDecision;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * Reads a table segment by segment, several at a time, each page at the pace that it was given, and
 * hands pages to a sink.
 *
 * <p>Every item that is there from begin to end is handed over exactly once, whatever the number of
 * segments; items that come, change or go meanwhile may or may not be, as with any scan. Memory
 * holds a page for each segment in flight. A page that is throttled although the SDK repeated it is
 * asked for again, with pauses of up to 20 seconds, until the slice is over. A page that waits for
 * its turn by then is not read. A scan without slices does so {@value Retries#JOB_MAX} times in a
 * row, and then fails with DynamoDB's exception: it can be gone on with from what the sink has
 * stored.
 */
public final class ParallelScan {
  private final ScanSettings settings;
  private final PacedFlows paced;
  private final PageSink sink;
  private final @Nullable Supplier<Flow<Boolean>> isOver;
  private final PageSize size;
  private ScanTally tally = ScanTally.NONE;
  private boolean isStopped;

  private ParallelScan(
      ScanSettings settings,
      PacedFlows paced,
      PageSink sink,
      @Nullable Supplier<Flow<Boolean>> isOver) {
    this.settings = settings;
    this.paced = paced;
    this.sink = sink;
    this.isOver = isOver;
    this.size = new PageSize(settings);
  }

  /**
   * A flow that reads from the given places on, until their segments end or the sink stops them.
   * Once it has stopped one, no other is begun.
   *
   * @param places the segments to read, in the order in which they are begun
   * @param paced the allowance, maybe shared with others
   * @throws IllegalArgumentException if a place is of a segment that is not there
   */
  public static Flow<ScanTally> flow(
      ScanSettings settings, List<SegmentPlace> places, PacedFlows paced, PageSink sink) {
    return flow(settings, places, paced, sink, null);
  }

  /**
   * The same in a slice. Segments whose pages are throttled or wait when it is over stop there.
   *
   * @param isOver whether the slice is; asked while pages are throttled or wait, as the sink knows
   *     it of others
   */
  public static Flow<ScanTally> flow(
      ScanSettings settings,
      List<SegmentPlace> places,
      PacedFlows paced,
      PageSink sink,
      @Nullable Supplier<Flow<Boolean>> isOver) {
    for (SegmentPlace place : places) {
      if (place.segment() < 0 || place.segment() >= settings.segments()) {
        throw new IllegalArgumentException(
            "there is no segment %d of %d".formatted(place.segment(), settings.segments()));
      }
    }
    List<SegmentPlace> copy = List.copyOf(places);
    return Flow.defer(() -> new ParallelScan(settings, paced, sink, isOver).all(copy));
  }

  private Flow<ScanTally> all(List<SegmentPlace> places) {
    return Flow.awaitAll(
            places.stream().map(place -> Flow.defer(() -> begun(place))).toList(),
            settings.segmentsInFlight())
        .map(ended -> tally);
  }

  /** A thousand segments must not each read a page, and hold it, when time is up. */
  private Flow<PageDecision> begun(SegmentPlace place) {
    return isStopped ? Flow.of(PageDecision.STOP) : from(place);
  }

  private Flow<PageDecision> from(SegmentPlace place) {
    return page(place)
        .then(
            page -> {
              if (page.isEmpty()) {
                isStopped = true;
                return Flow.of(PageDecision.STOP);
              }
              ScanPage found = page.get();
              return found.isLast()
                  ? took(found)
                  : took(found).then(decision -> next(found, decision));
            });
  }

  /** The next page; empty if the slice is over before it is throttled no more. */
  private Flow<Optional<ScanPage>> page(SegmentPlace place) {
    return isOver == null
        ? Retries.repeated(() -> ask(place), Throttles::isThrottle, Retries.JOB_MAX)
            .map(Optional::of)
        : page(place, isOver, 0);
  }

  private Flow<Optional<ScanPage>> page(
      SegmentPlace place, Supplier<Flow<Boolean>> over, int throttled) {
    return ask(place)
        .map(Optional::of)
        .recover(
            Throttles::isThrottle,
            failure ->
                Retries.paused(throttled, over)
                    .then(
                        ends ->
                            ends ? Flow.of(Optional.empty()) : page(place, over, throttled + 1)));
  }

  private Flow<ScanPage> ask(SegmentPlace place) {
    ScanRequest request =
        ScanRequest.builder()
            .tableName(settings.tableName())
            .segment(place.segment())
            .totalSegments(settings.segments())
            .consistentRead(settings.consistent())
            .exclusiveStartKey(place.after())
            .limit(size.itemsMax())
            .build();
    double units = size.expectedUnits();
    Flow<ScanResponse> sent =
        isOver == null ? paced.send(request, units) : paced.send(request, units, isOver);
    return sent.map(answer -> page(place.segment(), answer));
  }

  private ScanPage page(int segment, ScanResponse answer) {
    double units = Metering.units(answer);
    size.record(answer.scannedCount() == null ? 0 : answer.scannedCount(), units);
    boolean isLast = answer.lastEvaluatedKey().isEmpty();
    ScanPage page =
        new ScanPage(segment, answer.items(), isLast ? null : answer.lastEvaluatedKey(), units);
    tally = tally.plus(page);
    return page;
  }

  private Flow<PageDecision> took(ScanPage page) {
    return sink.take(page).atResult(decision -> isStopped |= decision == PageDecision.STOP);
  }

  private Flow<PageDecision> next(ScanPage page, PageDecision decision) {
    return decision == PageDecision.STOP
        ? Flow.of(decision)
        : from(new SegmentPlace(page.segment(), page.after()));
  }

  /**
   * The totals of a scan, or of a part of one.
   *
   * @param items how many
   * @param pages how many
   * @param units read capacity, as DynamoDB reported
   * @param segmentsEnded how many segments were read to their end
   */
  public record ScanTally(long items, long pages, double units, int segmentsEnded) {
    /** Nothing. */
    public static final ScanTally NONE = new ScanTally(0, 0, 0, 0);

    ScanTally plus(ScanPage page) {
      return new ScanTally(
          items + page.items().size(),
          pages + 1,
          units + page.units(),
          segmentsEnded + (page.isLast() ? 1 : 0));
    }
  }

  /**
   * The number of items that a page may have within its cost: by the cost of items so far, the
   * newest page counting for three tenths. Before any was seen, few are asked for.
   */
  static final class PageSize {
    private static final int FIRST_ITEMS = 16;
    private static final double LEARNING_RATE = 0.3;

    private final double pageUnitsMax;
    private final boolean bounded;
    private double unitsPerItem;

    PageSize(ScanSettings settings) {
      int factor = settings.consistent() ? 2 : 1;
      this.pageUnitsMax = Math.min(settings.pageUnitsMax(), factor * ScanSettings.PAGE_UNITS_MAX);
      this.bounded = settings.pageUnitsMax() < factor * ScanSettings.PAGE_UNITS_MAX;
    }

    /** The number of items to ask for; null for a whole page. */
    @Nullable Integer itemsMax() {
      if (!bounded) {
        return null;
      }
      return unitsPerItem == 0
          ? FIRST_ITEMS
          : (int) Math.max(1, Math.min(1_000_000, pageUnitsMax / unitsPerItem));
    }

    /** The expected cost of such a page. */
    double expectedUnits() {
      Integer items = itemsMax();
      if (items == null) {
        return pageUnitsMax;
      }
      return Math.max(0.5, Math.min(pageUnitsMax, items * unitsPerItem));
    }

    /** Learns what items cost. */
    void record(int items, double units) {
      if (items > 0 && units > 0) {
        double seen = units / items;
        unitsPerItem =
            unitsPerItem == 0 ? seen : unitsPerItem + LEARNING_RATE * (seen - unitsPerItem);
      }
    }
  }
}
