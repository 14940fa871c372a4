package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.Equivalence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Random operations on the visits of three days, each compared with those on a table that is not
 * split.
 */
final class SplitScript {
  static final String TABLE = "visits";
  private static final String ONCE = "attribute_not_exists(x)";
  private static final String ANY = "attribute_exists(page) OR attribute_not_exists(page)";
  private static final int PAGES_MAX = 100;
  private static final int ATTEMPTS_MAX = 10;

  private final Equivalence both;
  private final Random random;
  private int operations;

  SplitScript(Equivalence both, Random random) {
    this.both = both;
    this.random = random;
  }

  /** How many there were: each item of a batch or of a transaction counts. */
  int operations() {
    return operations;
  }

  /** Compares all items. */
  void sameItems() {
    both.sameItems(ScanRequest.builder().tableName(TABLE).build());
  }

  /**
   * @param times how often an item may come in a scan: twice while a mover works
   */
  void run(int count, int times) {
    for (int i = 0; i < count; i++) {
      step(times);
    }
  }

  private void step(int times) {
    operations++;
    switch (random.nextInt(11)) {
      case 0, 1 -> both.same(put());
      case 2 -> both.same(update());
      case 3 -> both.same(delete());
      case 4 -> both.same(GetItemRequest.builder().tableName(TABLE).key(key()).build());
      case 5 -> both.same(batchWrite());
      case 6 -> both.same(batchGet());
      case 7 -> both.same(transactWrite());
      case 8 -> both.same(transactGet());
      case 9 -> query(times);
      default -> scan(times);
    }
  }

  private boolean once(int of) {
    return random.nextInt(of) == 0;
  }

  private Map<String, AttributeValue> key() {
    String at = "2026-11-%dT%02d:00:00Z#1".formatted(20 + random.nextInt(3), random.nextInt(4) * 6);
    return Map.of("page", fromS("/" + random.nextInt(3)), "at", fromS(at));
  }

  private Set<Map<String, AttributeValue>> keys() {
    Set<Map<String, AttributeValue>> keys = new LinkedHashSet<>();
    int count = 1 + random.nextInt(6);
    while (keys.size() < count) {
      keys.add(key());
    }
    operations += count - 1;
    return keys;
  }

  private Map<String, AttributeValue> item(Map<String, AttributeValue> key) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put(once(2) ? "x" : "y", fromN(Integer.toString(random.nextInt(4))));
    return item;
  }

  private @Nullable String condition() {
    return once(3) ? ONCE : null;
  }

  private PutItemRequest put() {
    return PutItemRequest.builder()
        .tableName(TABLE)
        .item(item(key()))
        .conditionExpression(condition())
        .returnValues(once(2) ? ReturnValue.ALL_OLD : null)
        .build();
  }

  private UpdateItemRequest update() {
    List<ReturnValue> returned =
        List.of(ReturnValue.NONE, ReturnValue.ALL_NEW, ReturnValue.UPDATED_OLD);
    return UpdateItemRequest.builder()
        .tableName(TABLE)
        .key(key())
        .updateExpression(once(4) ? "REMOVE y ADD x :one" : "ADD x :one")
        .conditionExpression(condition())
        .expressionAttributeValues(Map.of(":one", fromN("1")))
        .returnValues(returned.get(random.nextInt(3)))
        .build();
  }

  private DeleteItemRequest delete() {
    return DeleteItemRequest.builder()
        .tableName(TABLE)
        .key(key())
        .conditionExpression(condition())
        .returnValues(once(2) ? ReturnValue.ALL_OLD : null)
        .build();
  }

  private BatchWriteItemRequest batchWrite() {
    List<WriteRequest> writes =
        keys().stream()
            .map(
                key ->
                    once(3)
                        ? WriteRequest.builder().deleteRequest(delete -> delete.key(key)).build()
                        : WriteRequest.builder().putRequest(put -> put.item(item(key))).build())
            .toList();
    return BatchWriteItemRequest.builder().requestItems(Map.of(TABLE, writes)).build();
  }

  private BatchGetItemRequest batchGet() {
    KeysAndAttributes keys =
        KeysAndAttributes.builder().keys(keys()).consistentRead(random.nextBoolean()).build();
    return BatchGetItemRequest.builder().requestItems(Map.of(TABLE, keys)).build();
  }

  private TransactWriteItemsRequest transactWrite() {
    List<TransactWriteItem> actions =
        keys().stream()
            .map(
                key -> {
                  TransactWriteItem.Builder action = TransactWriteItem.builder();
                  String condition = once(6) ? ONCE : null;
                  return switch (random.nextInt(4)) {
                    case 0 ->
                        action.put(
                            put ->
                                put.tableName(TABLE)
                                    .item(item(key))
                                    .conditionExpression(condition));
                    case 1 ->
                        action.update(
                            update ->
                                update
                                    .tableName(TABLE)
                                    .key(key)
                                    .updateExpression("ADD x :one")
                                    .conditionExpression(condition)
                                    .expressionAttributeValues(Map.of(":one", fromN("1"))));
                    case 2 ->
                        action.delete(
                            delete ->
                                delete.tableName(TABLE).key(key).conditionExpression(condition));
                    default ->
                        action.conditionCheck(
                            check ->
                                check
                                    .tableName(TABLE)
                                    .key(key)
                                    .conditionExpression(once(3) ? ONCE : ANY));
                  };
                })
            .map(TransactWriteItem.Builder::build)
            .toList();
    return TransactWriteItemsRequest.builder().transactItems(actions).build();
  }

  private TransactGetItemsRequest transactGet() {
    List<TransactGetItem> reads =
        keys().stream()
            .map(key -> TransactGetItem.builder().get(get -> get.tableName(TABLE).key(key)).build())
            .toList();
    return TransactGetItemsRequest.builder().transactItems(reads).build();
  }

  private void query(int times) {
    Map<String, AttributeValue> values = new HashMap<>(Map.of(":page", key().get("page")));
    String range = "";
    if (once(2)) {
      range = " AND #at %s :at".formatted(List.of("<", "<=", ">=", ">").get(random.nextInt(4)));
      values.put(":at", key().get("at"));
    }
    QueryRequest query =
        QueryRequest.builder()
            .tableName(TABLE)
            .keyConditionExpression("page = :page" + range)
            .expressionAttributeNames(range.isEmpty() ? null : Map.of("#at", "at"))
            .expressionAttributeValues(values)
            .filterExpression(once(3) ? "attribute_exists(x)" : null)
            .scanIndexForward(random.nextBoolean())
            .consistentRead(random.nextBoolean())
            .limit(once(2) ? 1 + random.nextInt(4) : null)
            .build();
    both.same(query, query, (client, first) -> read(times, () -> found(client, first)));
  }

  private static List<Map<String, AttributeValue>> found(ClientUnderTest client, QueryRequest all) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    client.pages(all, PAGES_MAX).forEach(page -> items.addAll(page.items()));
    return items;
  }

  private void scan(int times) {
    ScanRequest scan =
        ScanRequest.builder()
            .tableName(TABLE)
            .filterExpression(once(3) ? "attribute_exists(x)" : null)
            .limit(once(2) ? 1 + random.nextInt(9) : null)
            .build();
    both.same(scan, scan, (client, first) -> read(times, () -> found(client, first, times)));
  }

  /** Whatever their order: that of a table is not that of several. */
  private static Set<Map<String, AttributeValue>> found(
      ClientUnderTest client, ScanRequest all, int times) {
    Map<Map<String, AttributeValue>, Integer> items = new HashMap<>();
    client
        .pages(all, PAGES_MAX)
        .forEach(page -> page.items().forEach(item -> items.merge(item, 1, Integer::sum)));
    assertThat(items.values()).allMatch(each -> each <= times);
    return items.keySet();
  }

  /** A read of all pages, which begins anew where a move has made an end of its start keys. */
  private static <R> R read(int times, Supplier<R> pages) {
    for (int attempt = 0; times > 1 && attempt < ATTEMPTS_MAX; attempt++) {
      try {
        return pages.get();
      } catch (InvalidStartKeyException e) {
        assertThat(e).hasMessageContaining("were moved");
      }
    }
    return pages.get();
  }
}
