package dev.evenkeel.timeseries.internal.plan.route;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.item.CapacitySum;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.ManagedTables;
import dev.evenkeel.timeseries.internal.plan.route.Archives.Known;
import dev.evenkeel.timeseries.internal.plan.route.BatchParts.Outcome;
import dev.evenkeel.timeseries.internal.plan.route.BatchParts.Part;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** BatchGetItem: one request for each period table. */
public final class BatchGetPlan {
  /** AWS, BatchGetItem: "as many as 100 items". */
  private static final int KEYS_MAX = 100;

  private final BatchGetItemRequest request;
  private final Instant now;
  private final Map<String, Series> series = new LinkedHashMap<>();
  private final BatchParts<BatchGetItemResponse> parts = new BatchParts<>();
  private final Map<String, List<Map<String, AttributeValue>>> found = new LinkedHashMap<>();
  private final Map<String, List<Map<String, AttributeValue>>> left = new LinkedHashMap<>();

  private BatchGetPlan(BatchGetItemRequest request, Instant now) {
    this.request = request;
    this.now = now;
  }

  /** The plan of a batch that names a series. */
  public static Flow<BatchGetItemResponse> of(
      ManagedTables<Series> tables, BatchGetItemRequest request, Instant now) {
    BatchGetPlan plan = new BatchGetPlan(request, now);
    Map<String, KeysAndAttributes> others = new LinkedHashMap<>();
    request
        .requestItems()
        .forEach(
            (asked, keys) -> {
              Series table = tables.find(asked);
              if (table == null) {
                others.put(asked, keys);
              } else {
                plan.add(asked, table, keys);
              }
            });
    plan.addOthers(others);
    return plan.parts.send().then(plan::combined).step(BatchGetPlan.class, "send");
  }

  private static Call call(String asked) {
    return new Call("BatchGetItem", asked);
  }

  private void add(String asked, Series table, KeysAndAttributes keys) {
    if (keys.keys().isEmpty()) {
      throw call(asked).invalid("the batch names no key of it", "Leave it out");
    }
    series.put(asked, table);
    found.put(asked, new ArrayList<>());
    Map<PeriodTable, List<Map<String, AttributeValue>>> byPeriod = new LinkedHashMap<>();
    for (Map<String, AttributeValue> key : keys.keys()) {
      PeriodTable period = table.forRead(call(asked), key);
      if (period != null) {
        byPeriod.computeIfAbsent(period, ignored -> new ArrayList<>()).add(key);
      }
    }
    byPeriod.forEach((period, some) -> parts.add(part(asked, period, with(keys, some))));
    parts.requireWhole(call(asked), KEYS_MAX, keys.keys(), "keys");
  }

  private static KeysAndAttributes with(
      KeysAndAttributes asked, List<Map<String, AttributeValue>> keys) {
    return asked.toBuilder().keys(keys).build();
  }

  private Part<BatchGetItemResponse> part(
      String asked, PeriodTable period, KeysAndAttributes keys) {
    CallerNames names = new CallerNames();
    Series of = Objects.requireNonNull(series.get(asked));
    return new Part<>(
        asked,
        period,
        names,
        keys.keys().size(),
        of.archives(call(asked), request, List.of(period), now)
            .orRestored(
                period,
                got(names.add(asked, period), keys),
                restored -> got(names.add(asked, restored), keys),
                (archives, missing) -> absent(asked, period, archives, missing)));
  }

  private Flow<BatchGetItemResponse> got(String named, KeysAndAttributes keys) {
    return TableCall.batchGet(request.toBuilder().requestItems(Map.of(named, keys)).build());
  }

  /** A table that is not there fails as it does plainly where its items are just not found. */
  private Flow<BatchGetItemResponse> absent(
      String asked, PeriodTable period, Known archives, ResourceNotFoundException missing) {
    Series of = Objects.requireNonNull(series.get(asked));
    Throwable refused = new Absence(call(asked), of, now).refused(period, archives, missing);
    return Flow.failed(refused == null ? missing : refused);
  }

  private void addOthers(Map<String, KeysAndAttributes> others) {
    if (others.isEmpty()) {
      return;
    }
    int keys = others.values().stream().mapToInt(table -> table.keys().size()).sum();
    parts.add(
        new Part<>(
            null,
            null,
            new CallerNames(),
            keys,
            TableCall.batchGet(request.toBuilder().requestItems(others).build())));
    others.forEach(
        (asked, table) -> parts.requireWhole(call(asked), KEYS_MAX, table.keys(), "keys"));
  }

  private Flow<BatchGetItemResponse> combined(List<Outcome<BatchGetItemResponse>> outcomes) {
    Map<String, KeysAndAttributes> unprocessed = new LinkedHashMap<>();
    List<Throwable> failures = new ArrayList<>();
    List<ConsumedCapacity> used = new ArrayList<>();
    outcomes.forEach(outcome -> take(outcome, unprocessed, failures, used));
    left.forEach((asked, keys) -> unprocessed.put(asked, with(asked(asked), keys)));
    int count = unprocessed.values().stream().mapToInt(table -> table.keys().size()).sum();
    Throwable failure = parts.failure(outcomes, failures, count);
    if (failure != null) {
      return Flow.failed(failure);
    }
    BatchGetItemResponse.Builder response =
        BatchGetItemResponse.builder().responses(found).unprocessedKeys(unprocessed);
    if (!used.isEmpty()) {
      response.consumedCapacity(CapacitySum.perTable(used));
    }
    ResponseMetadata.copy(
        outcomes.stream().map(Outcome::answer).filter(Objects::nonNull).findFirst().orElse(null),
        response);
    return Flow.of(response.build());
  }

  private KeysAndAttributes asked(String asked) {
    return Objects.requireNonNull(request.requestItems().get(asked));
  }

  private void take(
      Outcome<BatchGetItemResponse> outcome,
      Map<String, KeysAndAttributes> unprocessed,
      List<Throwable> failures,
      List<ConsumedCapacity> used) {
    BatchGetItemResponse answer = outcome.answer();
    if (answer == null) {
      failed(outcome, unprocessed, failures);
      return;
    }
    CallerNames names = outcome.part().names();
    answer.consumedCapacity().forEach(one -> used.add(names.capacity(one)));
    if (outcome.part().asked() == null) {
      found.putAll(answer.responses());
      unprocessed.putAll(answer.unprocessedKeys());
      return;
    }
    String asked = outcome.part().asked();
    answer.responses().values().forEach(items(found, asked)::addAll);
    answer.unprocessedKeys().values().forEach(keys -> items(left, asked).addAll(keys.keys()));
  }

  private static List<Map<String, AttributeValue>> items(
      Map<String, List<Map<String, AttributeValue>>> byName, String asked) {
    return byName.computeIfAbsent(asked, ignored -> new ArrayList<>());
  }

  private void failed(
      Outcome<BatchGetItemResponse> outcome,
      Map<String, KeysAndAttributes> unprocessed,
      List<Throwable> failures) {
    Throwable cause = Objects.requireNonNull(outcome.failure());
    String asked = outcome.part().asked();
    PeriodTable period = outcome.part().table();
    if (asked == null || period == null) {
      if (outcome.isThrottled()) {
        request.requestItems().forEach((name, keys) -> putIfOther(unprocessed, name, keys));
      } else {
        failures.add(cause);
      }
    } else if (outcome.isThrottled()) {
      items(left, asked).addAll(keysOf(asked, period));
    } else if (cause instanceof DecoratorException) {
      failures.add(cause);
    } else if (!(cause instanceof ResourceNotFoundException)) {
      failures.add(outcome.part().names().failure(cause));
    }
  }

  private void putIfOther(
      Map<String, KeysAndAttributes> unprocessed, String name, KeysAndAttributes keys) {
    if (!series.containsKey(name)) {
      unprocessed.put(name, keys);
    }
  }

  private List<Map<String, AttributeValue>> keysOf(String asked, PeriodTable period) {
    Series of = Objects.requireNonNull(series.get(asked));
    return asked(asked).keys().stream()
        .filter(key -> period.equals(of.forRead(call(asked), key)))
        .toList();
  }
}
