package dev.evenkeel.timeseries.internal.plan.read;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.LegacyParameters;
import dev.evenkeel.core.page.SortKeyRange;
import dev.evenkeel.timeseries.internal.plan.route.Absence;
import dev.evenkeel.timeseries.internal.plan.route.PeriodTable;
import dev.evenkeel.timeseries.internal.plan.route.Series;
import dev.evenkeel.timeseries.spec.CoveredPage;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Query and Scan: which periods they are about, and how these are read. */
public final class ReadPlans {
  private final Call call;
  private final Series series;
  private final Instant now;
  private final Target target;

  private ReadPlans(Call call, Series series, @Nullable String index, Instant now) {
    this.call = call;
    this.series = series;
    this.now = now;
    this.target = Target.of(call, series.spec(), index);
  }

  private TimeSeriesSpec spec() {
    return series.spec();
  }

  private KeyAttribute time() {
    return new KeyAttribute(spec().time().attribute(), spec().time().type());
  }

  /** The plan of a query. */
  public static Flow<CoveredPage<QueryResponse>> query(
      Series series, QueryRequest request, Instant now) {
    Call call = new Call("Query", request.tableName());
    LegacyParameters.refuse(call, request);
    return new ReadPlans(call, series, request.indexName(), now).query(request);
  }

  /** The plan of a scan. */
  public static Flow<CoveredPage<ScanResponse>> scan(
      Series series, ScanRequest request, Instant now) {
    Call call = new Call("Scan", request.tableName());
    LegacyParameters.refuse(call, request);
    ReadPlans plans = new ReadPlans(call, series, request.indexName(), now);
    PeriodWindow window =
        PeriodWindow.of(
            series,
            plans.filtered(
                request.filterExpression(),
                request.expressionAttributeNames(),
                request.expressionAttributeValues()),
            now);
    return plans.sequential(
        PagedRead.of(request),
        window,
        request.hasExclusiveStartKey() ? request.exclusiveStartKey() : null,
        true,
        null);
  }

  private List<SortKeyRange> filtered(
      @Nullable String filter, Map<String, String> names, Map<String, AttributeValue> values) {
    return new FilterBounds(time(), values).of(filter, names);
  }

  private Flow<CoveredPage<QueryResponse>> query(QueryRequest request) {
    QueryShape shape = QueryShape.of(call, target, request);
    List<SortKeyRange> bounds =
        new ArrayList<>(
            filtered(
                request.filterExpression(),
                request.expressionAttributeNames(),
                request.expressionAttributeValues()));
    bounds.add(
        QueryShape.range(call, time(), shape.condition(), request.expressionAttributeValues()));
    PeriodWindow window = PeriodWindow.of(series, bounds, now);
    boolean forward = !Boolean.FALSE.equals(request.scanIndexForward());
    boolean isOrdered = shape.order() != null && !shape.order().equals(time());
    boolean severalTables = window.tables(forward, null, 2).size() > 1;
    if (isOrdered && severalTables && (request.limit() == null || request.limit() > 0)) {
      requireOneOrder(shape);
      Map<String, AttributeValue> start =
          request.hasExclusiveStartKey() ? request.exclusiveStartKey() : null;
      MergedRead merged =
          new MergedRead(
              call,
              target,
              shape,
              request,
              absence(),
              tablesOf(window, forward),
              series.rowSize(request.indexName()));
      return merged.page(
          series.archives(call, request, merged.tables(), now),
          start,
          start == null ? null : located(start, window));
    }
    return sequential(
        PagedRead.of(request),
        window,
        request.hasExclusiveStartKey() ? request.exclusiveStartKey() : null,
        forward,
        time().equals(shape.order()) ? shape.fixed(request.expressionAttributeValues()) : null);
  }

  private void requireOneOrder(QueryShape shape) {
    if (!shape.isOrderWhole()) {
      throw call.refuse(
          "rows of several tables would have to be merged in the order of several attributes, from '%s' on"
              .formatted(shape.order() == null ? "" : shape.order().name()),
          "Say what all but the last of them equal, or bound the time to one period");
    }
  }

  private Absence absence() {
    return new Absence(call, series, now);
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
   * @param fixed what the key condition gives, where rows are in the order of time; else null
   */
  private <R> Flow<CoveredPage<R>> sequential(
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
    EndPlaces places = new EndPlaces(target, spec().time(), fixed, forward);
    TimeSpan from = startKey == null ? null : located(startKey, window);
    TimeSpan next =
        startKey == null || from == null ? null : next(from, startKey, places, window, forward);
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
                        places,
                        new CoverageLog(absence(), tables),
                        series.archives(call, read.request(), tables, now))
                    .page())
        .step(SequentialRead.class, "page");
  }

  /** The period after a start key's, to be read from its beginning; null to go on in its own. */
  private @Nullable TimeSpan next(
      TimeSpan from,
      Map<String, AttributeValue> startKey,
      EndPlaces places,
      PeriodWindow window,
      boolean forward) {
    if (forward && window.isBeforeBegin(from)) {
      return window.begin(); // the start key's period was kept when its page was read
    }
    return places.isAtEnd(from, startKey) && !window.isLast(from)
        ? spec().period().next(from)
        : null;
  }

  /** The period that a start key lies in. */
  private TimeSpan located(Map<String, AttributeValue> startKey, PeriodWindow window) {
    AttributeValue value = startKey.get(time().name());
    if (value == null || !time().accepts(value)) {
      String reason =
          "the start key's attribute '%s' is missing or not of type %s, so that nobody knows its table"
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
