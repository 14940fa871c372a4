package dev.evenkeel.timeseries.internal.read;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.page.SortKeyRange;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.timeseries.internal.route.MissingTables;
import dev.evenkeel.timeseries.internal.route.PeriodTable;
import dev.evenkeel.timeseries.internal.route.Series;
import dev.evenkeel.timeseries.spec.CoveredPage;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Query and Scan of a series: which periods they are about, and how these are read. */
public final class SeriesRead {
  private final Call call;
  private final Series series;
  private final Instant now;
  private final Target target;

  /**
   * @param index null for the table itself
   * @param now the time of the call
   */
  public SeriesRead(Call call, Series series, @Nullable String index, Instant now) {
    this.call = call;
    this.series = series;
    this.now = now;
    this.target = Target.of(call, series.spec(), index);
  }

  private TimeSeriesSpec spec() {
    return series.spec();
  }

  /** The table or index that is read of each period. */
  public Target target() {
    return target;
  }

  /** The attribute that holds the time. */
  public KeyAttribute time() {
    return new KeyAttribute(spec().time().attribute(), spec().time().type());
  }

  /** The ranges of time outside of which a filter lets nothing pass. */
  public List<SortKeyRange> filtered(
      @Nullable String filter, Map<String, String> names, Map<String, AttributeValue> values) {
    return new FilterBounds(time(), values).of(filter, names);
  }

  /** The periods within all of these ranges of time. */
  public PeriodWindow window(List<SortKeyRange> bounds) {
    return new PeriodWindow(series, bounds, now);
  }

  /** A page of rows in another order than that of time: all tables are read and merged. */
  public Flow<CoveredPage<QueryResponse>> merged(
      QueryRequest request, QueryShape shape, PeriodWindow window, boolean forward) {
    if (!shape.isOrderWhole()) {
      throw call.refuse(
          "rows of several tables would have to be merged in the order of several attributes, from '%s' on"
              .formatted(shape.order() == null ? "" : shape.order().name()),
          "Say what all but the last of them equal, or bound the time to one period");
    }
    Map<String, AttributeValue> startKey =
        request.hasExclusiveStartKey() ? request.exclusiveStartKey() : null;
    List<PeriodTable> tables = tablesOf(window, forward);
    return new MergedRead(
            call,
            target,
            shape,
            request,
            missingTables(),
            tables,
            series.rowSize(request.indexName()))
        .page(
            series.archives(call, request, tables, now),
            startKey,
            startKey == null ? null : located(startKey, window));
  }

  private MissingTables missingTables() {
    return new MissingTables(call, series, now);
  }

  /** All tables, which are asked at once. */
  private List<PeriodTable> tablesOf(PeriodWindow window, boolean forward) {
    int tablesMax = spec().tablesMax();
    List<PeriodTable> tables = window.tables(forward, null, tablesMax + 1);
    if (tables.size() > tablesMax) {
      throw tooMany("a page of it asks each");
    }
    return tables;
  }

  private RuntimeException tooMany(String why) {
    return call.refuse(
        "it is about more than %d period tables, and %s".formatted(spec().tablesMax(), why),
        "Bound the time attribute '%s', in the key condition or, where it is no key there, in the filter; or raise tablesMax"
            .formatted(spec().time().attribute()));
  }

  /**
   * A page of rows that are read table after table.
   *
   * @param fixed the key attributes that the key condition fixes, where rows are in the order of
   *     time; else null
   */
  public <R> Flow<CoveredPage<R>> sequential(
      PagedRead<R> read,
      PeriodWindow window,
      @Nullable Map<String, AttributeValue> startKey,
      boolean forward,
      @Nullable Map<String, AttributeValue> fixed) {
    int tablesMax = spec().tablesMax();
    boolean isMany = window.tables(forward, null, tablesMax + 1).size() > tablesMax;
    if (isMany && fixed == null) {
      throw tooMany("nothing tells where in them its rows are");
    }
    if (isMany && !window.isBoundedBelow()) {
      throw tooMany("it does not say from when on");
    }
    BoundaryKeys boundaries = new BoundaryKeys(target, spec().time(), fixed, forward);
    TimeSpan from = startKey == null ? null : located(startKey, window);
    TimeSpan next =
        startKey == null || from == null ? null : next(from, startKey, boundaries, window, forward);
    List<PeriodTable> some = window.tables(forward, next == null ? from : next, tablesMax + 1);
    boolean hasMore = some.size() > tablesMax;
    List<PeriodTable> tables = hasMore ? some.subList(0, tablesMax) : some;
    return Flow.<CoveredPage<R>>defer(
            () ->
                new SequentialRead<>(
                        read,
                        call.table(),
                        tables,
                        hasMore,
                        next == null ? startKey : null,
                        boundaries,
                        new CoverageLog(missingTables(), tables),
                        series.archives(call, read.request(), tables, now))
                    .page())
        .step(SequentialRead.class, "page");
  }

  /** The period after a start key's, to be read from its beginning; null to continue in its own. */
  private @Nullable TimeSpan next(
      TimeSpan from,
      Map<String, AttributeValue> startKey,
      BoundaryKeys boundaries,
      PeriodWindow window,
      boolean forward) {
    if (forward && window.isBeforeBegin(from)) {
      return window.begin(); // the start key's period was kept when its page was read
    }
    return boundaries.isAtEnd(from, startKey) && !window.isLast(from)
        ? spec().period().next(from)
        : null;
  }

  /** The period that a start key lies in. */
  private TimeSpan located(Map<String, AttributeValue> startKey, PeriodWindow window) {
    AttributeValue value = startKey.get(time().name());
    if (value == null || !time().accepts(value)) {
      String reason =
          "the start key's attribute '%s' is missing or not of type %s, so its table is unknown"
              .formatted(time().name(), time().type());
      throw isOfKey()
          ? call.invalid(reason, InvalidStartKeyException.REMEDY)
          : new InvalidStartKeyException(call.operation(), call.table(), reason);
    }
    TimeSpan span = window.contains(value) ? window.locate(value) : null;
    if (span == null) {
      String reason = "the start key lies outside of the times that the request is about";
      boolean ofKeyCondition = isOfKey() && call.operation().equals("Query");
      throw ofKeyCondition
          ? call.invalid(reason, InvalidStartKeyException.REMEDY)
          : new InvalidStartKeyException(call.operation(), call.table(), reason);
    }
    return span;
  }

  /** Whether DynamoDB itself demands the time in keys. */
  private boolean isOfKey() {
    return spec().key().attributes().contains(time().name());
  }
}
