package dev.evenkeel.timeseries.internal.plan.route;

import dev.evenkeel.core.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.item.CapacitySum;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.ManagedTables;
import dev.evenkeel.timeseries.internal.plan.route.BatchParts.Outcome;
import dev.evenkeel.timeseries.internal.plan.route.BatchParts.Part;
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
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** BatchWriteItem: one request for each period table, and none if one write is late or early. */
public final class BatchWritePlan {
  /** AWS, BatchWriteItem: "as many as 25 item put or delete operations". */
  private static final int WRITES_MAX = 25;

  private final BatchWriteItemRequest request;
  private final BatchParts<BatchWriteItemResponse> parts = new BatchParts<>();
  private final Map<Part<BatchWriteItemResponse>, Map<String, List<WriteRequest>>> writes =
      new HashMap<>();

  private BatchWritePlan(BatchWriteItemRequest request) {
    this.request = request;
  }

  /** The plan of a batch that names a series. */
  public static Flow<BatchWriteItemResponse> of(
      ManagedTables<Series> tables, BatchWriteItemRequest request, Instant now) {
    BatchWritePlan plan = new BatchWritePlan(request);
    Map<String, List<WriteRequest>> others = new LinkedHashMap<>();
    request
        .requestItems()
        .forEach(
            (asked, writes) -> {
              Series series = tables.find(asked);
              if (series == null) {
                others.put(asked, writes);
              } else {
                plan.add(asked, series, writes, now);
              }
            });
    if (!others.isEmpty()) {
      plan.add(null, null, new CallerNames(), others, others);
      others.forEach((asked, writes) -> plan.requireWhole(asked, writes));
    }
    return plan.parts.send().then(plan::combined).step(BatchWritePlan.class, "send");
  }

  /** Of a table without a spec nobody knows the key, so of two puts only equal ones are told. */
  private void requireWhole(String asked, List<WriteRequest> writes) {
    parts.requireWhole(
        call(asked),
        WRITES_MAX,
        writes.stream().map(BatchWritePlan::attributes).toList(),
        "writes");
  }

  private static Call call(String asked) {
    return new Call("BatchWriteItem", asked);
  }

  private void add(String asked, Series series, List<WriteRequest> all, Instant now) {
    if (all.isEmpty()) {
      throw call(asked).invalid("the batch has no write to it", "Leave it out");
    }
    Map<PeriodTable, List<WriteRequest>> byPeriod = new LinkedHashMap<>();
    List<Map<String, AttributeValue>> keys = new ArrayList<>();
    for (WriteRequest write : all) {
      Map<String, AttributeValue> attributes = attributes(write);
      PeriodTable period = series.forWrite(call(asked), attributes, now);
      byPeriod.computeIfAbsent(period, ignored -> new ArrayList<>()).add(write);
      keys.add(key(series, attributes));
    }
    byPeriod.forEach(
        (period, some) -> {
          CallerNames names = new CallerNames();
          String named = names.add(asked, period);
          add(asked, period, names, Map.of(named, some), Map.of(asked, some));
        });
    parts.requireWhole(call(asked), WRITES_MAX, keys, "writes");
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
      @Nullable String asked,
      @Nullable PeriodTable period,
      CallerNames names,
      Map<String, List<WriteRequest>> sent,
      Map<String, List<WriteRequest>> shown) {
    Part<BatchWriteItemResponse> part =
        new Part<>(
            asked,
            period,
            names,
            count(sent),
            TableCall.batchWrite(request.toBuilder().requestItems(sent).build()));
    parts.add(part);
    writes.put(part, shown);
  }

  private static int count(Map<String, List<WriteRequest>> writes) {
    return writes.values().stream().mapToInt(List::size).sum();
  }

  private Flow<BatchWriteItemResponse> combined(List<Outcome<BatchWriteItemResponse>> outcomes) {
    Map<String, List<WriteRequest>> left = new LinkedHashMap<>();
    List<Throwable> failures = new ArrayList<>();
    for (Outcome<BatchWriteItemResponse> outcome : outcomes) {
      if (outcome.isThrottled()) {
        addAll(Objects.requireNonNull(writes.get(outcome.part())), left, outcome.part());
      } else if (outcome.failure() != null) {
        failures.add(failure(outcome.part(), outcome.failure()));
      } else {
        addAll(answer(outcome).unprocessedItems(), left, outcome.part());
      }
    }
    Throwable failure = parts.failure(outcomes, failures, count(left));
    return failure != null ? Flow.failed(failure) : Flow.of(response(outcomes, left));
  }

  private static BatchWriteItemResponse answer(Outcome<BatchWriteItemResponse> outcome) {
    return Objects.requireNonNull(outcome.answer());
  }

  private static Throwable failure(Part<BatchWriteItemResponse> part, Throwable cause) {
    return part.asked() == null ? cause : Failures.of(call(part.asked()), part.names(), cause);
  }

  private static <T> void addAll(
      Map<String, List<T>> from, Map<String, List<T>> to, Part<BatchWriteItemResponse> part) {
    from.forEach(
        (name, all) ->
            to.computeIfAbsent(
                    part.asked() == null ? name : part.asked(), ignored -> new ArrayList<>())
                .addAll(all));
  }

  private static BatchWriteItemResponse response(
      List<Outcome<BatchWriteItemResponse>> outcomes, Map<String, List<WriteRequest>> left) {
    Map<String, List<ItemCollectionMetrics>> metrics = new LinkedHashMap<>();
    List<ConsumedCapacity> used = new ArrayList<>();
    BatchWriteItemResponse any = null;
    for (Outcome<BatchWriteItemResponse> outcome : outcomes) {
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
    if (!used.isEmpty()) {
      response.consumedCapacity(CapacitySum.perTable(used));
    }
    ResponseMetadata.copy(any, response);
    return response.build();
  }
}
