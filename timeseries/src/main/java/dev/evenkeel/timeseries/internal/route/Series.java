package dev.evenkeel.timeseries.internal.route;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.core.internal.page.RowSizes;
import dev.evenkeel.core.internal.page.RowSizes.RowSize;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage.State;
import dev.evenkeel.timeseries.spec.ItemTimeException;
import dev.evenkeel.timeseries.spec.ItemTimeException.Reason;
import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** A logical table over period tables: finds the table of an item and checks writes. */
public final class Series {
  private final TimeSeriesSpec spec;
  private final @Nullable String controlTable;
  private final RowSizes rowSizes = RowSizes.learning();

  /** The part of the key that holds the time; null if it is another attribute. */
  private final @Nullable KeyAttribute timeInKey;

  /** The period asked for last: most requests are about now, and a name takes long to make. */
  private volatile @Nullable PeriodTable recent;

  /**
   * @param controlTable where archives are recorded; null if reads do not look archives up
   */
  public Series(TimeSeriesSpec spec, @Nullable String controlTable) {
    this.spec = spec;
    this.controlTable = controlTable;
    this.timeInKey =
        Stream.concat(spec.key().partition().stream(), spec.key().sort().stream())
            .filter(part -> part.name().equals(spec.time().attribute()))
            .findFirst()
            .orElse(null);
  }

  public TimeSeriesSpec spec() {
    return spec;
  }

  /** The size of rows of its tables, or of the entries of an index. */
  public RowSize rowSize(@Nullable String index) {
    return rowSizes.of(spec.tableName(), index);
  }

  /** The table for the period that an instant is part of. */
  public PeriodTable at(Instant time) {
    PeriodTable last = recent;
    if (last != null && last.span().contains(time)) {
      return last;
    }
    PeriodTable table = of(spec.period().containing(time));
    recent = table;
    return table;
  }

  /** The table of a period. */
  public PeriodTable of(TimeSpan span) {
    return new PeriodTable(span, spec.tables().nameOf(span));
  }

  /** A period table's name in requests: an ARN if the caller named the series by ARN. */
  public static String named(String callerName, PeriodTable table) {
    if (!TableName.isArn(callerName)) {
      return table.name();
    }
    return callerName.substring(
            0, callerName.length() - TableName.parse(callerName).name().length())
        + table.name();
  }

  /**
   * Reads the time of an item from its attributes or its key.
   *
   * @throws ItemTimeException if there is none
   */
  public Instant timeOf(Call call, Map<String, AttributeValue> attributes) {
    AttributeValue value = attributes.get(spec.time().attribute());
    requireKeyAttribute(call, value);
    if (value == null) {
      throw refused(
          Reason.UNREADABLE,
          call,
          "Attribute '%s', which holds the time, is missing. Give it: it tells the table."
              .formatted(spec.time().attribute()));
    }
    try {
      return spec.time().read(value, spec.period());
    } catch (ItemTimeException e) {
      throw refused(Reason.UNREADABLE, call, String.valueOf(e.getMessage()));
    }
  }

  /** The time is often a part of the key, which DynamoDB itself demands. */
  private void requireKeyAttribute(Call call, @Nullable AttributeValue value) {
    if (timeInKey != null && (value == null || !timeInKey.accepts(value))) {
      throw call.invalid(
          "key attribute '%s', which holds the time, is missing or not of type %s"
              .formatted(timeInKey.name(), timeInKey.type()),
          "Give it: it tells the table");
    }
  }

  private static ItemTimeException refused(Reason reason, Call call, String what) {
    return new ItemTimeException(
        reason,
        "%s on '%s' refused: %s%s".formatted(call.operation(), call.table(), call.place(), what));
  }

  /**
   * The table that a write goes to.
   *
   * @throws ItemTimeException if there is none, if it is too far ahead, or if the table of its time
   *     takes no writes any more
   */
  public PeriodTable forWrite(Call call, Map<String, AttributeValue> attributes, Instant now) {
    Instant time = timeOf(call, attributes);
    Instant latest = now.plus(spec.futureTolerance()); // that another clock may say
    if (time.isAfter(latest)) {
      throw refused(
          Reason.AHEAD,
          call,
          "its time is more than %s ahead of the clock, which says %s. Correct the time or the clock, or raise futureTolerance."
              .formatted(TimeText.of(spec.futureTolerance()), TimeText.of(now)));
    }
    PeriodTable table = at(time);
    if (table.span().start().isBefore(spec.since())) {
      throw refused(
          Reason.LATE,
          call,
          "its time is before %s, when the series begins. No table holds it."
              .formatted(spec.since()));
    }
    requireOpen(call, table, now, latest);
    return table;
  }

  private void requireOpen(Call call, PeriodTable table, Instant now, Instant latest) {
    if (spec.latePolicy() == LatePolicy.REFUSE && !now.isBefore(spec.lastWrite(table.span()))) {
      throw refused(
          Reason.LATE,
          call,
          "table '%s' takes no writes since %s, which is its period and a lateness of %s. Send items earlier, raise the lateness, or say LatePolicy.ACCEPT."
              .formatted(table.name(), spec.lastWrite(table.span()), TimeText.of(spec.lateness())));
    }
    Instant frozen = spec.frozenFrom(table.span());
    if (frozen != null && !now.isBefore(frozen)) {
      throw refused(
          Reason.LATE,
          call,
          "table '%s' takes no writes since %s, for it is archived, or about to be. Send items earlier, or archive tables later."
              .formatted(table.name(), frozen));
    }
    if (isExpired(table.span(), latest)) {
      throw refused(
          Reason.LATE,
          call,
          "table '%s' is past its retention, or nearly, and may be deleted at any moment with what was written last. Keep tables longer."
              .formatted(table.name()));
    }
  }

  /**
   * The table that a read of one item goes to.
   *
   * @return null if the series begins later
   */
  public @Nullable PeriodTable forRead(Call call, Map<String, AttributeValue> key) {
    PeriodTable table = at(timeOf(call, key));
    return table.span().start().isBefore(spec.since()) ? null : table;
  }

  /** The result for a period whose table is missing. */
  public State absent(TimeSpan span, Instant now) {
    if (span.start().isAfter(now)) {
      return State.UPCOMING;
    }
    return isExpired(span, now.plus(spec.futureTolerance())) ? State.EXPIRED : State.MISSING;
  }

  /** The archives of those of these periods whose tables may be gone, for the sake of a request. */
  public ArchiveLookup archives(
      Call call, DynamoDbRequest request, List<PeriodTable> tables, Instant now) {
    List<PeriodTable> candidates =
        tables.stream().filter(table -> mayBeGone(table.span(), now)).toList();
    return ArchiveLookup.of(call, controlTable, spec.tableName(), candidates, request);
  }

  /** Whether clocks that are ahead of this one may have archived or deleted a table. */
  private boolean mayBeGone(TimeSpan span, Instant now) {
    Instant latest = now.plus(spec.futureTolerance());
    Instant frozen = spec.frozenFrom(span);
    return isExpired(span, latest) || (frozen != null && !latest.isBefore(frozen));
  }

  /** The first period that is not past its retention by more than clocks differ. */
  public TimeSpan firstKept(Instant now) {
    Duration age = spec.retention().age();
    Instant since = spec.since();
    if (age == null || Duration.between(since, now).compareTo(age) <= 0) {
      return spec.period().containing(since);
    }
    Instant cut = now.minus(age).minus(spec.lateness()).minus(spec.futureTolerance());
    return spec.period().containing(cut.isBefore(since) ? since : cut);
  }

  private boolean isExpired(TimeSpan span, Instant now) {
    Duration age = spec.retention().age();
    return age != null && !now.isBefore(spec.lastWrite(span).plus(age));
  }
}
