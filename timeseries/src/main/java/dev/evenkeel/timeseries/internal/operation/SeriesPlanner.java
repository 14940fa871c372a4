package dev.evenkeel.timeseries.internal.operation;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.core.operation.LayerRules.Periods;
import dev.evenkeel.timeseries.internal.route.Series;
import dev.evenkeel.timeseries.spec.CompanionRules;
import dev.evenkeel.timeseries.spec.CoveredPage;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Plans a request: pass-through, a flow, or a refusal. */
public final class SeriesPlanner {
  private final ManagedTables<Series> tables;
  private final List<TimeSeriesSpec> specs;

  /**
   * @param specs one per logical table
   * @param scope where the client finds a table that is named plainly
   * @param controlTable where archives are recorded; null if reads do not look archives up
   */
  public SeriesPlanner(
      List<TimeSeriesSpec> specs, TableScope scope, @Nullable String controlTable) {
    this.specs = List.copyOf(specs);
    this.tables =
        ManagedTables.of(
            specs.stream().map(spec -> new Series(spec, controlTable)).toList(),
            series -> series.spec().tableName(),
            scope);
  }

  /**
   * Plans a request by its operation.
   *
   * @param now the time of the call
   * @return null if the request names no series and is to be sent as it is
   * @param <R> the response type that belongs to the request
   * @throws dev.evenkeel.core.DecoratorException if it cannot be honoured exactly
   */
  public <R> @Nullable Flow<R> plan(DynamoDbRequest request, Instant now) {
    return SeriesOperations.ALL.plan(new SeriesTables(tables, now), tables, request);
  }

  /** The plan of a query of a series, coverage included. */
  public Flow<CoveredPage<QueryResponse>> covered(QueryRequest request, Instant now) {
    return Query.covered(require("Query", request.tableName()), request, now);
  }

  /** The plan of a scan of a series, coverage included. */
  public Flow<CoveredPage<ScanResponse>> covered(ScanRequest request, Instant now) {
    return Scan.covered(require("Scan", request.tableName()), request, now);
  }

  /** The periods of a series; null if the table is none. */
  public @Nullable Periods periodsOf(String tableName, Supplier<Instant> clock) {
    Series series = tables.find(tableName);
    return series == null ? null : new SeriesPeriods(series, clock);
  }

  /** A series as other layers know it. */
  private record SeriesPeriods(Series series, Supplier<Instant> clock) implements Periods {
    @Override
    public KeyAttribute time() {
      ItemTime time = series.spec().time();
      return new KeyAttribute(time.attribute(), time.type());
    }

    @Override
    public KeySchema key() {
      return series.spec().key();
    }

    @Override
    public String layoutId() {
      return series.spec().layoutId();
    }

    @Override
    public String tableFor(Map<String, AttributeValue> item) {
      Call write = new Call("Write", series.spec().tableName());
      return series.forWrite(write, item, clock.get()).name();
    }
  }

  /** The series that a table is of a period of; null if it is no period's table. */
  public @Nullable String logicalNameOf(String tableName) {
    return specs.stream()
        .filter(spec -> spec.tables().periodOf(tableName) != null)
        .map(TimeSeriesSpec::tableName)
        .findFirst()
        .orElse(null);
  }

  /**
   * Checks that a table holds the rows of a series' items, period by period.
   *
   * @throws IllegalArgumentException if it does not
   */
  public void requireCompanion(String itemsTable, String rowsTable, KeySchema rowsKey) {
    Series items = tables.find(itemsTable);
    Series rows = tables.find(rowsTable);
    if (items == null) {
      return;
    }
    TimeSeriesSpec owner = rows == null ? null : rows.spec().companionOf();
    if (rows == null || owner == null || !owner.tableName().equals(items.spec().tableName())) {
      throw new IllegalArgumentException(
          "What table '%s' keeps outside of its items goes to '%s', which is no companion of that series: give the time series client the spec that companion(\"%2$s\") of the series' spec begins"
              .formatted(itemsTable, rowsTable));
    }
    CompanionRules.require(rows.spec(), items.spec());
    if (!rows.spec().key().equals(rowsKey)) {
      throw new IllegalArgumentException(
          "The template of series '%s' has the key %s, and the rows that '%s' keeps there have %s"
              .formatted(rowsTable, rows.spec().key(), itemsTable, rowsKey));
    }
  }

  private Series require(String operation, @Nullable String tableName) {
    Series series = tables.find(tableName);
    if (series == null) {
      throw new Call(operation, String.valueOf(tableName))
          .refuse("it is no time series of this client, so it has no periods", "Give it a spec");
    }
    return series;
  }
}
