package dev.evenkeel.timeseries.internal.operation;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.timeseries.internal.operation.BatchParts.Outcome;
import dev.evenkeel.timeseries.internal.operation.BatchParts.Part;
import dev.evenkeel.timeseries.internal.route.CallerNames;
import dev.evenkeel.timeseries.internal.route.PeriodTable;
import dev.evenkeel.timeseries.internal.route.Series;
import dev.evenkeel.timeseries.spec.MissingTableException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** BatchWriteItem: one request for each period table, and none if one write is late or early. */
final class BatchWriteItem
    extends OperationPlan<SeriesTables, BatchWriteItemRequest, Flow<BatchWriteItemResponse>> {
  BatchWriteItem() {
    super(
        Operation.BATCH_WRITE_ITEM,
        BatchWriteItemRequest.class,
        Disposition.FAN_OUT,
        BatchGetItem.PER_PERIOD);
  }

  @Override
  public @Nullable Flow<BatchWriteItemResponse> plan(
      SeriesTables tables, BatchWriteItemRequest request) {
    return tables.managed().namedBy(request) ? new Batch(request).plan(tables) : null;
  }

  /** One batch: its parts and their results. */
  private static final class Batch {
    private final BatchWriteItemRequest request;
    private final BatchParts<WriteRequest, BatchWriteItemResponse> parts = new BatchParts<>();

    Batch(BatchWriteItemRequest request) {
      this.request = request;
    }

    Flow<BatchWriteItemResponse> plan(SeriesTables tables) {
      Map<String, List<WriteRequest>> others = new LinkedHashMap<>();
      request
          .requestItems()
          .forEach(
              (callerName, some) -> {
                Series series = tables.find(callerName);
                if (series == null) {
                  others.put(callerName, some);
                } else {
                  add(callerName, series, some, tables.now());
                }
              });
      if (!others.isEmpty()) {
        add(null, new CallerNames(), others, others);
        others.forEach(this::requireWholeWith);
      }
      return parts.send().then(this::combined);
    }

    /**
     * The key of a table without a spec is unknown, so only equal puts are found to be duplicates.
     */
    private void requireWholeWith(String callerName, List<WriteRequest> writes) {
      parts.requireWholeWith(
          call(callerName),
          RequestLimits.BATCH_WRITES_MAX,
          writes.stream().map(Batch::attributes).toList(),
          "writes");
    }

    private static Call call(String callerName) {
      return new Call("BatchWriteItem", callerName);
    }

    private void add(String callerName, Series series, List<WriteRequest> all, Instant now) {
      if (all.isEmpty()) {
        throw call(callerName).invalid("the batch has no write to it", "Leave it out");
      }
      Map<PeriodTable, List<WriteRequest>> byPeriod = new LinkedHashMap<>();
      List<Map<String, AttributeValue>> keys = new ArrayList<>();
      for (WriteRequest write : all) {
        Map<String, AttributeValue> attributes = attributes(write);
        PeriodTable period = series.forWrite(call(callerName), attributes, now);
        byPeriod.computeIfAbsent(period, ignored -> new ArrayList<>()).add(write);
        keys.add(key(series, attributes));
      }
      byPeriod.forEach(
          (period, some) -> {
            CallerNames names = new CallerNames();
            String named = names.add(callerName, period);
            add(callerName, names, Map.of(callerName, some), Map.of(named, some));
          });
      parts.requireWholeWith(call(callerName), RequestLimits.BATCH_WRITES_MAX, keys, "writes");
    }

    private static Map<String, AttributeValue> attributes(WriteRequest write) {
      if (write.putRequest() != null) {
        return write.putRequest().item();
      }
      return write.deleteRequest() == null ? Map.of() : write.deleteRequest().key();
    }

    private static Map<String, AttributeValue> key(
        Series series, Map<String, AttributeValue> attributes) {
      Map<String, AttributeValue> key = new HashMap<>(attributes);
      key.keySet().retainAll(series.spec().key().attributes());
      return key;
    }

    private void add(
        @Nullable String callerName,
        CallerNames names,
        Map<String, List<WriteRequest>> writes,
        Map<String, List<WriteRequest>> sent) {
      parts.add(
          new Part<>(
              callerName,
              names,
              writes,
              TableCall.batchWrite(request.toBuilder().requestItems(sent).build())));
    }

    private static int count(Map<String, List<WriteRequest>> writes) {
      return writes.values().stream().mapToInt(List::size).sum();
    }

    private Flow<BatchWriteItemResponse> combined(
        List<Outcome<WriteRequest, BatchWriteItemResponse>> outcomes) {
      Map<String, List<WriteRequest>> left = new LinkedHashMap<>();
      List<Throwable> failures = new ArrayList<>();
      for (Outcome<WriteRequest, BatchWriteItemResponse> outcome : outcomes) {
        if (outcome.isThrottled()) {
          addAll(outcome.part().entries(), left, outcome.part());
        } else if (outcome.failure() != null) {
          failures.add(failure(outcome, BatchParts.mayHaveWritten(outcomes)));
        } else {
          addAll(answer(outcome).unprocessedItems(), left, outcome.part());
        }
      }
      Throwable failure = parts.failure(outcomes, failures, count(left));
      return failure != null ? Flow.failed(failure) : Flow.of(response(outcomes, left));
    }

    private static BatchWriteItemResponse answer(
        Outcome<WriteRequest, BatchWriteItemResponse> outcome) {
      return Objects.requireNonNull(outcome.answer());
    }

    private static Throwable failure(
        Outcome<WriteRequest, BatchWriteItemResponse> outcome, boolean mayHaveWritten) {
      Throwable cause = Objects.requireNonNull(outcome.failure());
      String callerName = outcome.part().callerName();
      if (callerName == null) {
        return cause;
      }
      Call call = call(callerName);
      CallerNames names = outcome.part().names();
      return mayHaveWritten && cause instanceof ResourceNotFoundException missing
          ? MissingTableException.amidBatch(call.operation(), call.table(), names.tables(), missing)
          : names.failure(call, cause);
    }

    private static <T> void addAll(
        Map<String, List<T>> from,
        Map<String, List<T>> to,
        Part<WriteRequest, BatchWriteItemResponse> part) {
      from.forEach(
          (name, all) ->
              to.computeIfAbsent(
                      part.callerName() == null ? name : part.callerName(),
                      ignored -> new ArrayList<>())
                  .addAll(all));
    }

    private static BatchWriteItemResponse response(
        List<Outcome<WriteRequest, BatchWriteItemResponse>> outcomes,
        Map<String, List<WriteRequest>> left) {
      Map<String, List<ItemCollectionMetrics>> metrics = new LinkedHashMap<>();
      List<ConsumedCapacity> used = new ArrayList<>();
      BatchWriteItemResponse any = null;
      for (Outcome<WriteRequest, BatchWriteItemResponse> outcome : outcomes) {
        if (outcome.answer() != null) {
          any = outcome.answer();
          addAll(any.itemCollectionMetrics(), metrics, outcome.part());
          any.consumedCapacity().forEach(one -> used.add(outcome.part().names().capacity(one)));
        }
      }
      BatchWriteItemResponse.Builder response =
          BatchWriteItemResponse.builder().unprocessedItems(left);
      if (!metrics.isEmpty()) {
        response.itemCollectionMetrics(metrics);
      }
      response.consumedCapacity(CapacitySum.perTable(used));
      ResponseMetadata.copy(any, response);
      return response.build();
    }
  }
}
