package dev.evenkeel.timeseries.internal.read;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.page.MergeSettings;
import dev.evenkeel.timeseries.internal.route.ArchiveLookup;
import dev.evenkeel.timeseries.internal.route.ArchiveLookup.Archives;
import dev.evenkeel.timeseries.internal.route.CallerNames;
import dev.evenkeel.timeseries.internal.route.PeriodTable;
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
  private final String callerName;
  private final List<PeriodTable> tables;
  private final BoundaryKeys boundaries;
  private final CoverageLog coverage;
  private final ArchiveLookup archives;
  private final @Nullable Map<String, AttributeValue> startKey;
  private final boolean hasMore;
  private final CallerNames names = new CallerNames();
  private final List<TablePage> pages = new ArrayList<>();
  private int place;
  private long bytes;

  /**
   * @param tables in reading order; the first is read from {@code startKey} on
   * @param hasMore whether there are more behind these, so that the page ends with a place
   * @param archives of these tables
   */
  SequentialRead(
      PagedRead<R> read,
      String callerName,
      List<PeriodTable> tables,
      boolean hasMore,
      @Nullable Map<String, AttributeValue> startKey,
      BoundaryKeys boundaries,
      CoverageLog coverage,
      ArchiveLookup archives) {
    this.read = read;
    this.callerName = callerName;
    this.tables = tables;
    this.hasMore = hasMore;
    this.startKey = startKey;
    this.boundaries = boundaries;
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

  private Flow<TablePage> from(PeriodTable table) {
    return read.table()
        .ask(names.add(callerName, table), place == 0 ? startKey : null, limitLeft())
        .atResult(page -> coverage.noteRead(place))
        .mapFailure(names::readFailure);
  }

  private @Nullable Integer limitLeft() {
    Integer limit = read.limit();
    return limit == null || pages.isEmpty()
        ? limit
        : Integer.valueOf(Math.max(1, limit - evaluated()));
  }

  private int evaluated() {
    return pages.stream().mapToInt(TablePage::scannedCount).sum();
  }

  private Flow<TablePage> absent(Archives found, ResourceNotFoundException missing) {
    Throwable refused = coverage.noteAbsent(place, found, missing);
    return refused == null ? Flow.of(TablePage.NOTHING) : Flow.failed(refused);
  }

  private Flow<CoveredPage<R>> took(TablePage page) {
    pages.add(page);
    bytes += page.readBytes();
    if (!page.lastKey().isEmpty()) {
      return end(page.lastKey());
    }
    PeriodTable table = tables.get(place);
    place++;
    boolean isLast = place == tables.size();
    if (isLast ? hasMore : isFull()) {
      Map<String, AttributeValue> after = boundaries.after(table, page);
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
    return Flow.of(
        new CoveredPage<>(
            read.answer().apply(new TablePage.Sum(pages), lastKey), coverage.coverage()));
  }
}
