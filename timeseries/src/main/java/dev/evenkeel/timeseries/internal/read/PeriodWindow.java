package dev.evenkeel.timeseries.internal.read;

import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.internal.page.SortKeyRange;
import dev.evenkeel.core.internal.page.SortKeyRange.Bound;
import dev.evenkeel.timeseries.internal.route.PeriodTable;
import dev.evenkeel.timeseries.internal.route.Series;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The periods that a read is about, from the first to the last: those that a table may be there
 * for, as far as the request's times ask for them. Times are compared as keys, in DynamoDB's order,
 * so that a bound need not be a time that can be read, such as a year alone.
 */
public final class PeriodWindow {
  private final Series series;
  private final Comparator<AttributeValue> order;
  private final boolean boundedBelow;
  private @Nullable TimeSpan first;
  private @Nullable TimeSpan last;

  /** The start of a read without a lower bound: earlier tables need not exist. */
  private @Nullable TimeSpan begin;

  /** The periods within all of these ranges of the time attribute. */
  PeriodWindow(Series series, List<SortKeyRange> bounds, Instant now) {
    this.series = series;
    this.order = KeyOrder.of(time().type());
    this.boundedBelow = bounds.stream().anyMatch(range -> range.lower() != null);
    reach(now);
    bounds.forEach(this::narrow);
    begin = boundedBelow ? first : latest(first, series.firstKept(now));
    if (begin == null || last == null || last.start().isBefore(begin.start())) {
      begin = null;
    }
  }

  private static @Nullable TimeSpan latest(@Nullable TimeSpan a, TimeSpan b) {
    return a == null || a.start().isAfter(b.start()) ? a : b;
  }

  private TimeSeriesSpec spec() {
    return series.spec();
  }

  private ItemTime time() {
    return spec().time();
  }

  private Period period() {
    return spec().period();
  }

  /** Limits the window to the first and the last period that can have a table by now. */
  private void reach(Instant now) {
    Duration ahead = spec().prebuild();
    Instant latest = Period.TIMES.end().minusNanos(1);
    Instant to = now.isAfter(latest.minus(ahead)) ? latest : now.plus(ahead);
    if (!to.isBefore(spec().since())) {
      first = period().containing(spec().since());
      last = period().containing(to);
    }
  }

  private void narrow(SortKeyRange range) {
    Bound lower = range.lower();
    if (isSwapped(range)) {
      return; // which DynamoDB refuses, if it is asked
    }
    TimeSpan from = lower == null ? null : from(lower.value());
    Bound upper = range.upper();
    TimeSpan to = upper == null ? last : upTo(upper);
    first = from == null ? first : from;
    last = to;
    if (first == null || last == null || last.start().isBefore(first.start())) {
      first = null;
      last = null;
    }
  }

  private boolean isSwapped(SortKeyRange range) {
    return range.lower() != null
        && range.upper() != null
        && order.compare(range.lower().value(), range.upper().value()) > 0;
  }

  /** The first period that holds keys from a value on; null if all do. */
  private @Nullable TimeSpan from(AttributeValue value) {
    TimeSpan at = locate(value);
    if (at == null || at.equals(last) || value.s() == null) {
      return at;
    }
    boolean begins = time().boundary(at.end()).s().startsWith(value.s());
    return begins ? period().next(at) : at; // between a prefix and what it begins is no time
  }

  /** The last period that holds keys up to a bound; null if none does. */
  private @Nullable TimeSpan upTo(Bound upper) {
    TimeSpan at = locate(upper.value());
    if (at == null || upper.inclusive() || !startsAt(at, upper.value())) {
      return at;
    }
    return at.equals(first) ? null : period().previous(at);
  }

  private boolean startsAt(TimeSpan span, AttributeValue value) {
    return order.compare(time().boundary(span.start()), value) == 0;
  }

  /** Whether a period is the last of these. */
  boolean isLast(TimeSpan span) {
    return span.equals(last);
  }

  /** Whether the request has a lower bound of time. */
  boolean isBoundedBelow() {
    return boundedBelow;
  }

  /**
   * The period of this window within whose stretch of keys a value lies.
   *
   * @return null if it lies before all of them; the last if behind them
   */
  @Nullable TimeSpan locate(AttributeValue value) {
    TimeSpan low = first;
    TimeSpan high = last;
    if (low == null || high == null || isAfter(low, value)) {
      return null;
    }
    while (!low.equals(high)) {
      Duration half = Duration.between(low.start(), high.start()).dividedBy(2);
      TimeSpan middle = period().containing(low.start().plus(half));
      middle = middle.equals(low) ? period().next(low) : middle;
      if (isAfter(middle, value)) {
        high = period().previous(middle);
      } else {
        low = middle;
      }
    }
    return low;
  }

  private boolean isAfter(TimeSpan span, AttributeValue value) {
    return order.compare(time().boundary(span.start()), value) > 0;
  }

  /** Whether a value lies within the keys of these periods, the last one's end included. */
  boolean contains(AttributeValue value) {
    return locate(value) != null
        && last != null
        && order.compare(value, time().boundary(last.end())) < 0;
  }

  /** The first period that is read; null if there is none. */
  @Nullable TimeSpan begin() {
    return begin;
  }

  /** Whether a period of the request's times is past its retention, so that it is not read. */
  boolean isBeforeBegin(TimeSpan span) {
    return begin == null || span.start().isBefore(begin.start());
  }

  /**
   * The tables of these periods in reading order.
   *
   * @param from where to begin; null for the edge
   * @param tablesMax how many at most
   */
  public List<PeriodTable> tables(boolean forward, @Nullable TimeSpan from, int tablesMax) {
    List<PeriodTable> tables = new ArrayList<>();
    TimeSpan edge = forward ? last : begin;
    TimeSpan span = from != null ? from : forward ? begin : last;
    if (begin == null || (from != null && isBeforeBegin(from))) {
      return tables;
    }
    while (span != null && edge != null && tables.size() < tablesMax) {
      tables.add(series.of(span));
      span = span.equals(edge) ? null : forward ? period().next(span) : period().previous(span);
    }
    return tables;
  }
}
