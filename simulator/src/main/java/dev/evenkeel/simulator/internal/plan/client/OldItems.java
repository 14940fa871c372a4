package dev.evenkeel.simulator.internal.plan.client;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.RequestLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** Reads the items that writes replace. */
final class OldItems {
  /** A local DynamoDB leaves keys out only where an answer is full, so it is not waited for. */
  private static final int FRUITLESS_MAX = 10;

  private final Map<String, Change> wanted;
  private final Map<String, Map<String, AttributeValue>> itemsByKey = new HashMap<>();

  private OldItems(Map<String, Change> wanted) {
    this.wanted = wanted;
  }

  /** The orders of changes; null where there is no change, or none that DynamoDB would take. */
  static Flow<List<@Nullable Order>> orders(List<@Nullable Change> changes) {
    Map<String, Change> wanted = new LinkedHashMap<>();
    changes.stream()
        .filter(Objects::nonNull)
        .forEach(
            change -> {
              if (wanted.size() < RequestLimits.BATCH_KEYS_MAX) {
                wanted.putIfAbsent(change.place(), change);
              }
            });
    OldItems items = new OldItems(wanted);
    return items.read().map(read -> read.ordersOf(changes));
  }

  private Flow<OldItems> read() {
    if (wanted.isEmpty()) {
      return Flow.of(this);
    }
    Map<String, List<Map<String, AttributeValue>>> keys = new LinkedHashMap<>();
    for (Change change : wanted.values()) {
      keys.computeIfAbsent(change.table().spec().name(), name -> new ArrayList<>())
          .add(change.key());
    }
    Map<String, KeysAndAttributes> pending = new LinkedHashMap<>();
    keys.forEach(
        (name, ofTable) ->
            pending.put(
                name, KeysAndAttributes.builder().keys(ofTable).consistentRead(true).build()));
    return read(pending, FRUITLESS_MAX);
  }

  private Flow<OldItems> read(Map<String, KeysAndAttributes> pending, int fruitlessLeft) {
    return TableCall.batchGet(BatchGetItemRequest.builder().requestItems(pending).build())
        .then(
            answer -> {
              answer.responses().forEach((name, items) -> items.forEach(item -> put(name, item)));
              return answer.unprocessedKeys().isEmpty()
                  ? Flow.of(this)
                  : again(pending, answer.unprocessedKeys(), fruitlessLeft);
            });
  }

  private Flow<OldItems> again(
      Map<String, KeysAndAttributes> pending, Map<String, KeysAndAttributes> left, int before) {
    int fruitlessLeft = count(left) < count(pending) ? FRUITLESS_MAX : before - 1;
    return fruitlessLeft > 0
        ? read(left, fruitlessLeft)
        : Flow.failed(
            new DecoratorException(
                "The client behind left %d keys of %s unprocessed %d times in a row, so what a write replaces and costs cannot be told. Put the simulation in front of a local DynamoDB, which does not throttle."
                    .formatted(count(left), left.keySet(), FRUITLESS_MAX)));
  }

  private static int count(Map<String, KeysAndAttributes> keys) {
    return keys.values().stream().mapToInt(ofTable -> ofTable.keys().size()).sum();
  }

  private void put(String name, Map<String, AttributeValue> item) {
    wanted.values().stream()
        .filter(change -> change.table().spec().name().equals(name))
        .findFirst()
        .ifPresent(change -> itemsByKey.put(name + "\u0000" + change.table().keyText(item), item));
  }

  private List<@Nullable Order> ordersOf(List<@Nullable Change> changes) {
    List<@Nullable Order> orders = new ArrayList<>();
    for (Change change : changes) {
      orders.add(
          change == null ? null : change.order(itemsByKey.getOrDefault(change.place(), Map.of())));
    }
    return orders;
  }
}
