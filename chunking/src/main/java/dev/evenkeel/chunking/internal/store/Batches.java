package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Batches of our own tables, each repeated until nothing of it is unprocessed. */
public final class Batches {
  private Batches() {}

  /** Puts up to 25 items. */
  static Flow<Done> put(String table, List<Map<String, AttributeValue>> items) {
    return write(
        table,
        items.stream()
            .map(
                item ->
                    WriteRequest.builder()
                        .putRequest(PutRequest.builder().item(item).build())
                        .build())
            .toList());
  }

  /** Deletes up to 25 items; none is no request. */
  public static Flow<Done> delete(String table, List<Map<String, AttributeValue>> keys) {
    return write(
        table,
        keys.stream()
            .map(
                key ->
                    WriteRequest.builder()
                        .deleteRequest(DeleteRequest.builder().key(key).build())
                        .build())
            .toList());
  }

  private static Flow<Done> write(String table, List<WriteRequest> writes) {
    return writes.isEmpty()
        ? Flow.done()
        : Retries.untilDone(
            writes, rest -> writeOnce(table, rest), times -> stuck("writes", table, times));
  }

  private static Flow<List<WriteRequest>> writeOnce(String table, List<WriteRequest> writes) {
    return TableCall.batchWrite(
            BatchWriteItemRequest.builder().requestItems(Map.of(table, writes)).build())
        .map(Batches::unprocessed);
  }

  private static List<WriteRequest> unprocessed(BatchWriteItemResponse response) {
    return response.unprocessedItems().values().stream()
        .filter(left -> !left.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /**
   * Reads up to 100 items, consistently.
   *
   * @param identity identifies an item by its key attributes
   * @return the items that there are, by identity
   */
  static Flow<Map<Object, Map<String, AttributeValue>>> get(
      String table,
      List<Map<String, AttributeValue>> keys,
      Function<Map<String, AttributeValue>, Object> identity) {
    return get(table, consistent(keys).build(), identity);
  }

  /**
   * Reads up to 100 items that never change once they are there: at half the price, and again,
   * consistently, those that are not to be seen yet.
   *
   * @param identity identifies an item by its key attributes
   * @return the items that there are, by identity
   */
  static Flow<Map<Object, Map<String, AttributeValue>>> getUnchanging(
      String table,
      List<Map<String, AttributeValue>> keys,
      Function<Map<String, AttributeValue>, Object> identity) {
    return get(table, KeysAndAttributes.builder().keys(keys).build(), identity)
        .then(
            found -> {
              List<Map<String, AttributeValue>> unseen =
                  keys.stream().filter(key -> !found.containsKey(identity.apply(key))).toList();
              return unseen.isEmpty()
                  ? Flow.of(found)
                  : get(table, unseen, identity)
                      .map(
                          others -> {
                            found.putAll(others);
                            return found;
                          });
            });
  }

  /**
   * Reads some attributes of up to 100 items, consistently. It costs what reading them whole does.
   *
   * @param attributes to read, the key's not among them
   * @param identity identifies an item by its key attributes
   * @return the requested attributes of the items that exist, by identity
   */
  public static Flow<Map<Object, Map<String, AttributeValue>>> getSome(
      String table,
      List<Map<String, AttributeValue>> keys,
      Collection<String> attributes,
      Function<Map<String, AttributeValue>, Object> identity) {
    Map<String, String> names = new LinkedHashMap<>();
    Set<String> all = new LinkedHashSet<>(keys.get(0).keySet());
    all.addAll(attributes);
    all.forEach(name -> names.put("#k" + names.size(), name));
    KeysAndAttributes requested =
        consistent(keys)
            .projectionExpression(String.join(", ", names.keySet()))
            .expressionAttributeNames(names)
            .build();
    return get(table, requested, identity);
  }

  private static KeysAndAttributes.Builder consistent(List<Map<String, AttributeValue>> keys) {
    return KeysAndAttributes.builder().keys(keys).consistentRead(true);
  }

  /** Reads the keys of those items that there are. It costs what reading them whole does. */
  public static Flow<Map<Object, Map<String, AttributeValue>>> getKeys(
      String table,
      List<Map<String, AttributeValue>> keys,
      Function<Map<String, AttributeValue>, Object> identity) {
    return getSome(table, keys, List.of(), identity);
  }

  private static Flow<Map<Object, Map<String, AttributeValue>>> get(
      String table,
      KeysAndAttributes requested,
      Function<Map<String, AttributeValue>, Object> identity) {
    return Flow.defer(
        () -> {
          Map<Object, Map<String, AttributeValue>> found = new HashMap<>();
          return Retries.untilDone(
                  requested.keys(),
                  rest -> getOnce(table, requested.toBuilder().keys(rest).build(), identity, found),
                  times -> stuck("reads", table, times))
              .map(done -> found);
        });
  }

  private static Flow<List<Map<String, AttributeValue>>> getOnce(
      String table,
      KeysAndAttributes requested,
      Function<Map<String, AttributeValue>, Object> identity,
      Map<Object, Map<String, AttributeValue>> found) {
    return TableCall.batchGet(
            BatchGetItemRequest.builder().requestItems(Map.of(table, requested)).build())
        .map(
            response -> {
              response
                  .responses()
                  .values()
                  .forEach(items -> items.forEach(item -> found.put(identity.apply(item), item)));
              return unprocessed(response);
            });
  }

  private static List<Map<String, AttributeValue>> unprocessed(BatchGetItemResponse response) {
    return response.unprocessedKeys().values().stream()
        .map(KeysAndAttributes::keys)
        .filter(left -> !left.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  private static Throwable stuck(String what, String table, int times) {
    return new DecoratorException(
        "DynamoDB left %s of table '%s' unprocessed %d times in a row. The table is throttled: give it more capacity, or repeat later."
            .formatted(what, table, times));
  }
}
