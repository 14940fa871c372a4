package dev.evenkeel.timeseries.internal.plan.route;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.item.CapacitySum;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.ManagedTables;
import dev.evenkeel.timeseries.spec.MissingTableException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * Transactions stay one transaction, whatever periods they span. One is all or nothing, so a table
 * that is not there fails it, whatever the policy of reads.
 */
public final class TransactPlans {
  private final ManagedTables<Series> tables;
  private final String operation;
  private final Instant now;
  private final CallerNames names = new CallerNames();

  /** Tables that are no series, which may be missing too. */
  private final Set<String> others = new LinkedHashSet<>();

  private TransactPlans(ManagedTables<Series> tables, String operation, Instant now) {
    this.tables = tables;
    this.operation = operation;
    this.now = now;
  }

  /** The plan of a transaction that reads of a series. */
  public static Flow<TransactGetItemsResponse> get(
      ManagedTables<Series> tables, TransactGetItemsRequest request, Instant now) {
    TransactPlans plan = new TransactPlans(tables, "TransactGetItems", now);
    List<TransactGetItem> routed = new ArrayList<>();
    for (TransactGetItem item : request.transactItems()) {
      Series series = item.get() == null ? null : tables.find(item.get().tableName());
      if (series == null && item.get() != null) {
        plan.others.add(item.get().tableName());
      }
      routed.add(
          series == null
              ? item
              : item.toBuilder()
                  .get(
                      item.get().toBuilder()
                          .tableName(
                              plan.read(series, item.get().tableName(), item.get().key(), routed))
                          .build())
                  .build());
    }
    return TableCall.transactGet(request.toBuilder().transactItems(routed).build())
        .map(
            response ->
                response.hasConsumedCapacity()
                    ? response.toBuilder()
                        .consumedCapacity(plan.capacity(response.consumedCapacity()))
                        .build()
                    : response)
        .mapFailure(plan::failure)
        .step(TransactPlans.class, "get");
  }

  /** The plan of a transaction that writes to a series. */
  public static Flow<TransactWriteItemsResponse> write(
      ManagedTables<Series> tables, TransactWriteItemsRequest request, Instant now) {
    TransactPlans plan = new TransactPlans(tables, "TransactWriteItems", now);
    List<TransactWriteItem> routed = new ArrayList<>();
    for (TransactWriteItem item : request.transactItems()) {
      routed.add(plan.routed(item, "transactItems[%d].".formatted(routed.size())));
    }
    return TableCall.transactWrite(request.toBuilder().transactItems(routed).build())
        .map(plan::shown)
        .mapFailure(plan::failure)
        .step(TransactPlans.class, "write");
  }

  private TransactWriteItem routed(TransactWriteItem item, String place) {
    Put put = item.put();
    Update update = item.update();
    Delete delete = item.delete();
    ConditionCheck check = item.conditionCheck();
    TransactWriteItem.Builder routed = item.toBuilder();
    if (put != null) {
      routed.put(
          put.toBuilder().tableName(table(put.tableName(), put.item(), place + "put: ")).build());
    }
    if (update != null) {
      String table = table(update.tableName(), update.key(), place + "update: ");
      routed.update(update.toBuilder().tableName(table).build());
    }
    if (delete != null) {
      String table = table(delete.tableName(), delete.key(), place + "delete: ");
      routed.delete(delete.toBuilder().tableName(table).build());
    }
    Series series = check == null ? null : tables.find(check.tableName());
    if (check != null && series != null) {
      Call call = new Call(operation, check.tableName(), place + "conditionCheck: ");
      String table = names.add(check.tableName(), read(call, series, check.key()));
      routed.conditionCheck(check.toBuilder().tableName(table).build());
    } else if (check != null) {
      others.add(check.tableName());
    }
    return routed.build();
  }

  /** The table of a write, as the request is to name it. */
  private @Nullable String table(
      @Nullable String asked, Map<String, AttributeValue> attributes, String place) {
    Series series = tables.find(asked);
    if (asked != null && series == null) {
      others.add(asked);
    }
    return asked == null || series == null
        ? asked
        : names.add(asked, series.forWrite(new Call(operation, asked, place), attributes, now));
  }

  private String read(
      Series series, String asked, Map<String, AttributeValue> key, List<?> before) {
    Call call = new Call(operation, asked, "transactItems[%d].get: ".formatted(before.size()));
    return names.add(asked, read(call, series, key));
  }

  private static PeriodTable read(Call call, Series series, Map<String, AttributeValue> key) {
    PeriodTable table = series.forRead(call, key);
    if (table == null) {
      throw call.refuse(
          "its time is before %s, when the series begins, and no table holds it"
              .formatted(series.spec().since()),
          "Leave it out of the transaction");
    }
    return table;
  }

  private List<ConsumedCapacity> capacity(List<ConsumedCapacity> used) {
    return CapacitySum.perTable(used.stream().map(names::capacity).toList());
  }

  private TransactWriteItemsResponse shown(TransactWriteItemsResponse response) {
    if (!response.hasConsumedCapacity() && !response.hasItemCollectionMetrics()) {
      return response;
    }
    TransactWriteItemsResponse.Builder shown = response.toBuilder();
    if (response.hasConsumedCapacity()) {
      shown.consumedCapacity(capacity(response.consumedCapacity()));
    }
    if (response.hasItemCollectionMetrics()) {
      Map<String, List<ItemCollectionMetrics>> metrics = new LinkedHashMap<>();
      response
          .itemCollectionMetrics()
          .forEach(
              (table, some) ->
                  metrics
                      .computeIfAbsent(names.asked(table), ignored -> new ArrayList<>())
                      .addAll(some));
      shown.itemCollectionMetrics(metrics);
    }
    return shown.build();
  }

  /** DynamoDB does not say which table is missing. */
  private Throwable failure(Throwable cause) {
    if (cause instanceof ResourceNotFoundException missing && !others.isEmpty()) {
      List<String> all = Stream.concat(names.tables().stream(), others.stream()).toList();
      return new MissingTableException(operation, tableNames(), all, missing);
    }
    return Failures.of(new Call(operation, tableNames()), names, cause);
  }

  private String tableNames() {
    return String.join(
        "', '", names.tables().stream().map(names::asked).distinct().sorted().toList());
  }
}
