package dev.evenkeel.simulator.internal.plan.client;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.simulator.internal.plan.cost.SimulatedTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * BatchGetItem: whole items are read first, each key is decided for itself, and what is throttled
 * comes back as unprocessed. If something was, or a projection was asked for, the keys that were
 * accepted are read again, as they were asked for.
 */
record BatchReads(Tables tables, Decisions decisions) {
  private static final KeysAndAttributes NOTHING =
      KeysAndAttributes.builder().keys(List.of()).build();

  Flow<BatchGetItemResponse> get(BatchGetItemRequest request) {
    return TableCall.batchGet(whole(request)).then(answer -> decide(request, answer));
  }

  private Flow<BatchGetItemResponse> decide(
      BatchGetItemRequest request, BatchGetItemResponse answer) {
    List<RequestedKey> requested = requested(request);
    List<@Nullable Order> orders = new ArrayList<>();
    for (RequestedKey one : requested) {
      orders.add(order(one, tables.of(one.name()), answer));
    }
    return decisions.sorted(
        orders,
        throttled ->
            throttled.isEmpty() && !isProjected(request)
                ? Flow.of(answer)
                : again(request, requested, throttled));
  }

  private static @Nullable Order order(
      RequestedKey requested, @Nullable SimulatedTable table, BatchGetItemResponse answer) {
    if (table == null || isUnprocessed(requested, answer)) {
      return null;
    }
    String place = table.keyText(requested.key());
    Map<String, AttributeValue> item =
        valueOf(answer.responses(), requested.name(), List.of()).stream()
            .filter(read -> table.keyText(read).equals(place))
            .findFirst()
            .orElse(Map.of());
    return new Order(
        table, table.read(requested.key(), item, ItemReads.reads(requested.of().consistentRead())));
  }

  private static boolean isUnprocessed(RequestedKey requested, BatchGetItemResponse answer) {
    return valueOf(answer.unprocessedKeys(), requested.name(), NOTHING)
        .keys()
        .contains(requested.key());
  }

  /** Finds a table in an answer, which may use the plain name for an ARN. */
  private static <T> T valueOf(Map<String, T> byName, String nameOrArn, T otherwise) {
    String name = TableName.parse(nameOrArn).name();
    return byName.entrySet().stream()
        .filter(table -> TableName.parse(table.getKey()).name().equals(name))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(otherwise);
  }

  private static Flow<BatchGetItemResponse> again(
      BatchGetItemRequest request, List<RequestedKey> requested, List<Integer> throttled) {
    Map<String, KeysAndAttributes> accepted = new LinkedHashMap<>();
    Map<String, KeysAndAttributes> left = new LinkedHashMap<>();
    for (int i = 0; i < requested.size(); i++) {
      RequestedKey one = requested.get(i);
      (throttled.contains(i) ? left : accepted)
          .merge(one.name(), one.alone(), BatchReads::together);
    }
    return TableCall.batchGet(request.toBuilder().requestItems(accepted).build())
        .map(
            answer -> {
              Map<String, KeysAndAttributes> all = new HashMap<>(answer.unprocessedKeys());
              left.forEach((name, keys) -> all.merge(name, keys, BatchReads::together));
              return answer.toBuilder().unprocessedKeys(all).build();
            });
  }

  private static KeysAndAttributes together(KeysAndAttributes one, KeysAndAttributes other) {
    List<Map<String, AttributeValue>> keys = new ArrayList<>(one.keys());
    keys.addAll(other.keys());
    return one.toBuilder().keys(keys).build();
  }

  private static List<RequestedKey> requested(BatchGetItemRequest request) {
    List<RequestedKey> requested = new ArrayList<>();
    request
        .requestItems()
        .forEach(
            (name, keys) ->
                keys.keys().forEach(key -> requested.add(new RequestedKey(name, keys, key))));
    return requested;
  }

  private static boolean isProjected(BatchGetItemRequest request) {
    return request.requestItems().values().stream().anyMatch(BatchReads::isProjected);
  }

  private static boolean isProjected(KeysAndAttributes keys) {
    return keys.projectionExpression() != null || keys.hasAttributesToGet();
  }

  private static BatchGetItemRequest whole(BatchGetItemRequest request) {
    if (!isProjected(request)) {
      return request;
    }
    Map<String, KeysAndAttributes> whole = new LinkedHashMap<>();
    request
        .requestItems()
        .forEach(
            (name, keys) ->
                whole.put(
                    name,
                    keys.toBuilder()
                        .projectionExpression(null)
                        .expressionAttributeNames(null)
                        .attributesToGet((List<String>) null)
                        .build()));
    return request.toBuilder().requestItems(whole).build();
  }

  /** A key of a batch, and how it is asked for. */
  private record RequestedKey(String name, KeysAndAttributes of, Map<String, AttributeValue> key) {
    KeysAndAttributes alone() {
      return of.toBuilder().keys(List.of(key)).build();
    }
  }
}
