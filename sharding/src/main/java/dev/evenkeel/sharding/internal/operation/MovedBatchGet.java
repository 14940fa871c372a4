package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.core.internal.page.KeyedProjection;
import dev.evenkeel.sharding.internal.batch.BatchGetTable;
import dev.evenkeel.sharding.internal.operation.MovingTables.Moving;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * BatchGetItem while items are moved: a batch by the layouts before, and one by the layouts after
 * for the keys that it does not find. An item in both, which is just being moved, comes once.
 */
final class MovedBatchGet {
  private final BatchGetItemRequest request;
  private final BatchGetItem operation;
  private final MovingTables tables;
  private final Map<String, Part> moving = new LinkedHashMap<>();

  /**
   * The part of the request on one table whose items are moved.
   *
   * @param asked with the keys of the items
   */
  private record Part(Moving table, KeyedProjection projection, KeysAndAttributes asked) {}

  MovedBatchGet(BatchGetItem operation, MovingTables tables, BatchGetItemRequest request) {
    this.operation = operation;
    this.tables = tables;
    this.request = request;
  }

  Plan<BatchGetItemResponse> plan() {
    BatchGetItemRequest keyed = keyed();
    return moving.isEmpty()
        ? operation.byTarget(tables, request)
        : MovingTables.following(
            operation.relocated(tables.from(), keyed).with(first -> first.then(this::completed)),
            "a batch for items that are not at their old place, at the new one");
  }

  /** The request, consistent, with the keys of items that are moved. */
  private BatchGetItemRequest keyed() {
    Map<String, KeysAndAttributes> items = new LinkedHashMap<>(request.requestItems());
    items.replaceAll(
        (name, asked) -> {
          Moving table = tables.find(name);
          if (table == null) {
            return asked;
          }
          Call call = new Call("BatchGetItem", name);
          call.refuseLegacy(asked);
          KeyedProjection projection = BatchGetTable.withKeys(call, asked, table.to());
          Map<String, String> names = new HashMap<>(asked.expressionAttributeNames());
          names.putAll(projection.names());
          KeysAndAttributes keyed =
              asked.toBuilder()
                  .consistentRead(true)
                  .projectionExpression(projection.expression())
                  .expressionAttributeNames(names.isEmpty() ? null : names)
                  .build();
          moving.put(name, new Part(table, projection, keyed));
          return keyed;
        });
    return request.toBuilder().requestItems(items).build();
  }

  private Flow<BatchGetItemResponse> completed(BatchGetItemResponse first) {
    Map<String, KeysAndAttributes> missing = new LinkedHashMap<>();
    moving.forEach(
        (name, part) -> {
          Call call = new Call("BatchGetItem", name);
          Set<Map<String, AttributeValue>> known = keysOf(part, items(first, name));
          known.addAll(keysOf(part, left(first, name)));
          List<Map<String, AttributeValue>> keys =
              part.asked().keys().stream()
                  .filter(
                      key ->
                          !known.contains(part.table().to().keyOf(key))
                              && !part.table().item(call, key).stays())
                  .toList();
          if (!keys.isEmpty()) {
            missing.put(name, part.asked().toBuilder().keys(keys).build());
          }
        });
    return missing.isEmpty()
        ? Flow.of(merged(first, BatchGetItemResponse.builder().build()))
        : operation
            .byTarget(tables, request.toBuilder().requestItems(missing).build())
            .flow()
            .map(second -> merged(first, second));
  }

  /** The name of a table in an answer, which may be the plain one where the request has an ARN. */
  private static String answered(BatchGetItemResponse answer, String name) {
    String plain = TableName.parse(name).name();
    return answer.responses().containsKey(plain) ? plain : name;
  }

  private static List<Map<String, AttributeValue>> items(BatchGetItemResponse answer, String name) {
    return answer.responses().getOrDefault(answered(answer, name), List.of());
  }

  private static List<Map<String, AttributeValue>> left(BatchGetItemResponse answer, String name) {
    KeysAndAttributes left = answer.unprocessedKeys().get(name);
    return left == null ? List.of() : left.keys();
  }

  private static Set<Map<String, AttributeValue>> keysOf(
      Part part, List<Map<String, AttributeValue>> items) {
    Set<Map<String, AttributeValue>> keys = new HashSet<>();
    items.forEach(item -> keys.add(part.table().to().keyOf(item)));
    return keys;
  }

  private BatchGetItemResponse merged(BatchGetItemResponse first, BatchGetItemResponse second) {
    Map<String, List<Map<String, AttributeValue>>> responses =
        new LinkedHashMap<>(first.responses());
    moving.forEach(
        (name, part) -> {
          Set<Map<String, AttributeValue>> known = keysOf(part, items(first, name));
          List<Map<String, AttributeValue>> all = new ArrayList<>(items(first, name));
          items(second, name).stream()
              .filter(item -> !known.contains(part.table().to().keyOf(item)))
              .forEach(all::add);
          responses.put(answered(first, name), all.stream().map(part.projection()::strip).toList());
        });
    Map<String, KeysAndAttributes> left = new LinkedHashMap<>(first.unprocessedKeys());
    second.unprocessedKeys().forEach((name, keys) -> left.merge(name, keys, MovedBatchGet::both));
    left.replaceAll(this::asRequested);
    return first.toBuilder()
        .responses(responses)
        .unprocessedKeys(left)
        .consumedCapacity(
            CapacitySum.perTable(
                Stream.of(first, second)
                    .flatMap(answer -> answer.consumedCapacity().stream())
                    .toList()))
        .build();
  }

  private static KeysAndAttributes both(KeysAndAttributes one, KeysAndAttributes other) {
    return one.toBuilder()
        .keys(Stream.concat(one.keys().stream(), other.keys().stream()).toList())
        .build();
  }

  /** What is left of a table, as the caller asked for it. */
  private KeysAndAttributes asRequested(String name, KeysAndAttributes left) {
    KeysAndAttributes asked = request.requestItems().get(name);
    return asked == null ? left : asked.toBuilder().keys(left.keys()).build();
  }
}
