package dev.evenkeel.timeseries.internal.plan;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.ManagedTables;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.core.operation.RequestTables;
import dev.evenkeel.core.operation.TableScope;
import dev.evenkeel.timeseries.internal.plan.read.ReadPlans;
import dev.evenkeel.timeseries.internal.plan.route.BatchGetPlan;
import dev.evenkeel.timeseries.internal.plan.route.BatchWritePlan;
import dev.evenkeel.timeseries.internal.plan.route.ItemPlans;
import dev.evenkeel.timeseries.internal.plan.route.Series;
import dev.evenkeel.timeseries.internal.plan.route.TransactPlans;
import dev.evenkeel.timeseries.spec.CoveredPage;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Turns a request into what will be done: nothing special, a flow, or a refusal. */
public final class SeriesPlanner {
  private final ManagedTables<Series> tables;

  /**
   * @param specs one per logical table
   * @param scope where the client finds a table that is named plainly
   * @param archives the control table that tells of archives; null if reads do not ask for them
   */
  public SeriesPlanner(List<TimeSeriesSpec> specs, TableScope scope, @Nullable String archives) {
    this.tables =
        ManagedTables.of(
            specs.stream().map(spec -> new Series(spec, archives)).toList(),
            series -> series.spec().tableName(),
            scope);
  }

  /**
   * Plans a request.
   *
   * @param now what time it is
   * @return null if it names no series and is to be sent as it is
   * @param <R> the response type that belongs to the request
   * @throws dev.evenkeel.core.DecoratorException if it cannot be honoured exactly
   */
  @SuppressWarnings("unchecked") // each plan ends with the response type of its request
  public <R> @Nullable Flow<R> plan(DynamoDbRequest request, Instant now) {
    return (Flow<R>) planOf(request, now);
  }

  private @Nullable Flow<?> planOf(DynamoDbRequest request, Instant now) {
    if (request instanceof PutItemRequest put) {
      Series series = tables.find(put.tableName());
      return series == null ? null : ItemPlans.put(series, put, now);
    }
    if (request instanceof GetItemRequest get) {
      Series series = tables.find(get.tableName());
      return series == null ? null : ItemPlans.get(series, get, now);
    }
    if (request instanceof UpdateItemRequest update) {
      Series series = tables.find(update.tableName());
      return series == null ? null : ItemPlans.update(series, update, now);
    }
    if (request instanceof DeleteItemRequest delete) {
      Series series = tables.find(delete.tableName());
      return series == null ? null : ItemPlans.delete(series, delete, now);
    }
    if (request instanceof QueryRequest query) {
      Series series = tables.find(query.tableName());
      return series == null ? null : ReadPlans.query(series, query, now).map(CoveredPage::page);
    }
    if (request instanceof ScanRequest scan) {
      Series series = tables.find(scan.tableName());
      return series == null ? null : ReadPlans.scan(series, scan, now).map(CoveredPage::page);
    }
    return planOfMany(request, now);
  }

  private @Nullable Flow<?> planOfMany(DynamoDbRequest request, Instant now) {
    if (request instanceof BatchGetItemRequest batch) {
      return tables.namedBy(batch) ? BatchGetPlan.of(tables, batch, now) : null;
    }
    if (request instanceof BatchWriteItemRequest batch) {
      return tables.namedBy(batch) ? BatchWritePlan.of(tables, batch, now) : null;
    }
    if (request instanceof TransactGetItemsRequest get) {
      return tables.namedBy(get) ? TransactPlans.get(tables, get, now) : null;
    }
    if (request instanceof TransactWriteItemsRequest write) {
      return tables.namedBy(write) ? TransactPlans.write(tables, write, now) : null;
    }
    refuseIfManaged(request);
    return null;
  }

  /** The plan of a query of a series, coverage included. */
  public Flow<CoveredPage<QueryResponse>> covered(QueryRequest request, Instant now) {
    return ReadPlans.query(require("Query", request.tableName()), request, now);
  }

  /** The plan of a scan of a series, coverage included. */
  public Flow<CoveredPage<ScanResponse>> covered(ScanRequest request, Instant now) {
    return ReadPlans.scan(require("Scan", request.tableName()), request, now);
  }

  private Series require(String operation, @Nullable String tableName) {
    Series series = tables.find(tableName);
    if (series == null) {
      throw new Call(operation, String.valueOf(tableName))
          .refuse("it is no time series of this client, so it has no periods", "Give it a spec");
    }
    return series;
  }

  private void refuseIfManaged(DynamoDbRequest request) {
    Operation operation = Operation.of(request);
    boolean refused = SeriesOperations.TABLE.disposition(operation) == Disposition.REFUSE;
    if (refused && tables.namedBy(request)) {
      throw SeriesOperations.TABLE.refusal(
          operation,
          RequestTables.of(request).stream()
              .filter(name -> tables.find(name) != null)
              .findFirst()
              .orElse("a table of the statement"));
    }
  }
}
