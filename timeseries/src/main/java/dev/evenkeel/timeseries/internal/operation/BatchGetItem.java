package dev.evenkeel.timeseries.internal.operation;

import dev.evenkeel.core.DecoratorException;
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
import dev.evenkeel.timeseries.internal.route.MissingTables;
import dev.evenkeel.timeseries.internal.route.PeriodTable;
import dev.evenkeel.timeseries.internal.route.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** BatchGetItem: one request for each period table. */
final class BatchGetItem
    extends OperationPlan<SeriesTables, BatchGetItemRequest, Flow<BatchGetItemResponse>> {
  /** The tables that a batch addresses, for the documentation. */
  static final String PER_PERIOD = "One request for each period's table, all at once";

  BatchGetItem() {
    super(Operation.BATCH_GET_ITEM, BatchGetItemRequest.class, Disposition.FAN_OUT, PER_PERIOD);
  }

  @Override
  public @Nullable Flow<BatchGetItemResponse> plan(
      SeriesTables tables, BatchGetItemRequest request) {
    return tables.managed().namedBy(request) ? new Batch(tables, request).plan() : null;
  }

  /** One batch: its parts and their results. */
  private static final class Batch {
    private final SeriesTables tables;
    private final BatchGetItemRequest request;
    private final BatchParts<Map<String, AttributeValue>, BatchGetItemResponse> parts =
        new BatchParts<>();
    private final Map<String, List<Map<String, AttributeValue>>> responses = new LinkedHashMap<>();
    private final Map<String, List<Map<String, AttributeValue>>> unread = new LinkedHashMap<>();
    private final Map<String, KeysAndAttributes> unprocessed = new LinkedHashMap<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final List<ConsumedCapacity> used = new ArrayList<>();

    Batch(SeriesTables tables, BatchGetItemRequest request) {
      this.tables = tables;
      this.request = request;
    }

    Flow<BatchGetItemResponse> plan() {
      Map<String, KeysAndAttributes> others = new LinkedHashMap<>();
      request
          .requestItems()
          .forEach(
              (callerName, keys) -> {
                Series table = tables.find(callerName);
                if (table == null) {
                  others.put(callerName, keys);
                } else {
                  add(callerName, table, keys);
                }
              });
      addOthers(others);
      return parts.send().then(this::combined);
    }

    private static Call call(String callerName) {
      return new Call("BatchGetItem", callerName);
    }

    private void add(String callerName, Series series, KeysAndAttributes keys) {
      if (keys.keys().isEmpty()) {
        throw call(callerName).invalid("the batch names no key of it", "Leave it out");
      }
      responses.put(callerName, new ArrayList<>());
      Map<PeriodTable, List<Map<String, AttributeValue>>> byPeriod = new LinkedHashMap<>();
      for (Map<String, AttributeValue> key : keys.keys()) {
        PeriodTable period = series.forRead(call(callerName), key);
        if (period != null) {
          byPeriod.computeIfAbsent(period, ignored -> new ArrayList<>()).add(key);
        }
      }
      byPeriod.forEach((period, some) -> parts.add(part(callerName, series, period, some)));
      parts.requireWholeWith(call(callerName), RequestLimits.BATCH_KEYS_MAX, keys.keys(), "keys");
    }

    private Part<Map<String, AttributeValue>, BatchGetItemResponse> part(
        String callerName,
        Series series,
        PeriodTable period,
        List<Map<String, AttributeValue>> keys) {
      CallerNames names = new CallerNames();
      KeysAndAttributes some = with(callerName, keys);
      MissingTables missingTables = new MissingTables(call(callerName), series, tables.now());
      return new Part<>(
          callerName,
          names,
          Map.of(callerName, keys),
          series
              .archives(call(callerName), request, List.of(period), tables.now())
              .orRestored(
                  period,
                  send(Map.of(names.add(callerName, period), some)),
                  restored -> send(Map.of(names.add(callerName, restored), some)),
                  (archives, missing) -> {
                    Throwable refused =
                        series.spec().companionOf() == null
                            ? missingTables.refused(period, archives, missing)
                            : missingTables.failure(period, archives, missing);
                    return Flow.failed(refused == null ? missing : refused);
                  }));
    }

    private KeysAndAttributes with(String callerName, List<Map<String, AttributeValue>> keys) {
      return Objects.requireNonNull(request.requestItems().get(callerName)).toBuilder()
          .keys(keys)
          .build();
    }

    private Flow<BatchGetItemResponse> send(Map<String, KeysAndAttributes> keys) {
      return TableCall.batchGet(request.toBuilder().requestItems(keys).build());
    }

    private void addOthers(Map<String, KeysAndAttributes> others) {
      if (others.isEmpty()) {
        return;
      }
      Map<String, List<Map<String, AttributeValue>>> keys = new LinkedHashMap<>();
      others.forEach((callerName, some) -> keys.put(callerName, some.keys()));
      parts.add(new Part<>(null, new CallerNames(), keys, send(others)));
      keys.forEach(
          (callerName, some) ->
              parts.requireWholeWith(call(callerName), RequestLimits.BATCH_KEYS_MAX, some, "keys"));
    }

    private Flow<BatchGetItemResponse> combined(
        List<Outcome<Map<String, AttributeValue>, BatchGetItemResponse>> outcomes) {
      BatchGetItemResponse any = null;
      for (Outcome<Map<String, AttributeValue>, BatchGetItemResponse> outcome : outcomes) {
        any = any == null ? outcome.answer() : any;
        take(outcome);
      }
      unread.forEach((callerName, keys) -> unprocessed.put(callerName, with(callerName, keys)));
      int count = unprocessed.values().stream().mapToInt(table -> table.keys().size()).sum();
      Throwable failure = parts.failure(outcomes, failures, count);
      if (failure != null) {
        return Flow.failed(failure);
      }
      BatchGetItemResponse.Builder response =
          BatchGetItemResponse.builder().responses(responses).unprocessedKeys(unprocessed);
      response.consumedCapacity(CapacitySum.perTable(used));
      ResponseMetadata.copy(any, response);
      return Flow.of(response.build());
    }

    private void take(Outcome<Map<String, AttributeValue>, BatchGetItemResponse> outcome) {
      String callerName = outcome.part().callerName();
      BatchGetItemResponse answer = outcome.answer();
      if (answer == null) {
        failed(outcome, callerName == null);
        return;
      }
      answer.consumedCapacity().forEach(one -> used.add(outcome.part().names().capacity(one)));
      if (callerName == null) {
        responses.putAll(answer.responses());
        unprocessed.putAll(answer.unprocessedKeys());
        return;
      }
      answer.responses().values().forEach(items(responses, callerName)::addAll);
      answer
          .unprocessedKeys()
          .values()
          .forEach(keys -> items(unread, callerName).addAll(keys.keys()));
    }

    /** A table of a series that may be missing has no items. */
    private void failed(
        Outcome<Map<String, AttributeValue>, BatchGetItemResponse> outcome, boolean isOther) {
      Throwable cause = Objects.requireNonNull(outcome.failure());
      if (outcome.isThrottled()) {
        outcome
            .part()
            .entries()
            .forEach((callerName, keys) -> items(unread, callerName).addAll(keys));
      } else if (isOther || cause instanceof DecoratorException) {
        failures.add(cause);
      } else if (!(cause instanceof ResourceNotFoundException)) {
        failures.add(outcome.part().names().failure(cause));
      }
    }

    private static List<Map<String, AttributeValue>> items(
        Map<String, List<Map<String, AttributeValue>>> byName, String callerName) {
      return byName.computeIfAbsent(callerName, ignored -> new ArrayList<>());
    }
  }
}
