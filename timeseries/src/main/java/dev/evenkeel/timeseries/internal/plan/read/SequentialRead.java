package dev.evenkeel.timeseries.internal.plan.read;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.page.MergeSettings;
import dev.evenkeel.timeseries.internal.plan.route.Archives;
import dev.evenkeel.timeseries.internal.plan.route.Archives.Known;
import dev.evenkeel.timeseries.internal.plan.route.CallerNames;
import dev.evenkeel.timeseries.internal.plan.route.PeriodTable;
import dev.evenkeel.timeseries.spec.CoveredPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * One page out of tables that are read one after the other: where time is the order, that is the
 * order of all rows. A table is asked when the page has room after the one before it, and for no
 * more than that, so nothing is read that the page does not show.
 *
 * @param <R> the response
 */
final class SequentialRead<R> {
  private final PagedRead<R> read;
  private final String asked;
  private final List<PeriodTable> tables;
  private final Places places;
  private final CoverageLog coverage;
  private final Archives archives;
  private final @Nullable Map<String, AttributeValue> startKey;
  private final boolean hasMore;
  private final CallerNames names = new CallerNames();
  private final List<Slice> slices = new ArrayList<>();
  private int place;
  private long bytes;

  /** Where a page may end between two tables. */
  interface Places {
    /**
     * The place of the last row of a table, or of its end.
     *
     * @return null if it cannot be told; then the page goes on
     */
    @Nullable Map<String, AttributeValue> after(PeriodTable table, Slice slice);
  }

  /**
   * @param tables in reading order; the first is read from {@code startKey} on
   * @param hasMore whether there are more behind these, so that the page ends with a place
   * @param archives of these tables
   */
  SequentialRead(
      PagedRead<R> read,
      String asked,
      List<PeriodTable> tables,
      boolean hasMore,
      @Nullable Map<String, AttributeValue> startKey,
      Places places,
      CoverageLog coverage,
      Archives archives) {
    this.read = read;
    this.asked = asked;
    this.tables = tables;
    this.hasMore = hasMore;
    this.startKey = startKey;
    this.places = places;
    this.coverage = coverage;
    this.archives = archives;
  }

  /** Reads the page; to be run once. */
  Flow<CoveredPage<R>> page() {
    if (place == tables.size()) {
      return end(null);
    }
    PeriodTable table = tables.get(place);
    return archives.orRestored(table, from(table), this::from, this::absent).then(this::took);
  }

  private Flow<Slice> from(PeriodTable table) {
    return read.ask(names.add(asked, table), place == 0 ? startKey : null, limitLeft())
        .map(
            slice -> {
              coverage.read(place);
              return slice;
            })
        .recover(
            cause ->
                Flow.failed(
                    cause instanceof ResourceNotFoundException ? cause : names.failure(cause)));
  }

  private @Nullable Integer limitLeft() {
    Integer limit = read.limit();
    return limit == null || slices.isEmpty()
        ? limit
        : Integer.valueOf(Math.max(1, limit - evaluated()));
  }

  private int evaluated() {
    return slices.stream().mapToInt(Slice::scannedCount).sum();
  }

  private Flow<Slice> absent(Known known, ResourceNotFoundException missing) {
    Throwable refused = coverage.absent(place, known, missing);
    return refused == null ? Flow.of(Slice.NOTHING) : Flow.failed(refused);
  }

  private Flow<CoveredPage<R>> took(Slice slice) {
    slices.add(slice);
    bytes += slice.readBytes();
    if (!slice.lastKey().isEmpty()) {
      return end(slice.lastKey());
    }
    PeriodTable table = tables.get(place);
    place++;
    boolean isLast = place == tables.size();
    if (isLast ? hasMore : isFull()) {
      Map<String, AttributeValue> after = places.after(table, slice);
      if (after != null) {
        return end(after);
      }
    }
    return page();
  }

  private boolean isFull() {
    Integer limit = read.limit();
    return (limit != null && evaluated() >= limit) || bytes >= MergeSettings.PAGE_BYTES_MAX;
  }

  private Flow<CoveredPage<R>> end(@Nullable Map<String, AttributeValue> lastKey) {
    return Flow.of(new CoveredPage<>(read.response(slices, lastKey), coverage.coverage()));
  }
}
