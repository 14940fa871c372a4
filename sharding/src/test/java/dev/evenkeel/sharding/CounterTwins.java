package dev.evenkeel.sharding;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.gen.Gen;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** A table of sharded counters and a plain one of the same name, which must answer alike. */
final class CounterTwins implements AutoCloseable {
  private static final CounterSpec ELSEWHERE = Counters.lone("elsewhere", 2).build();

  private final CounterSpec spec;
  private final Face sharded;
  private final Face plain;
  private final Gen gen;
  private final boolean sorted;
  private final List<AttributeValue> partitions;
  private final List<AttributeValue> sorts;
  private final List<String> differences = new ArrayList<>();

  CounterTwins(LocalDynamoDb local, Face.Kind kind, CounterSpec spec, Gen gen) {
    this.spec = spec;
    this.gen = gen;
    this.sorted = spec.logicalKey().sortKey() != null;
    this.sharded = kind.open(local.isolated(), none -> {}, Face.Tables.of().with(spec));
    this.plain = kind.open(local.isolated(), none -> {}, Face.Tables.of().with(ELSEWHERE));
    sharded.call(Counters.create(spec));
    plain.call(Counters.create(spec));
    this.partitions = some(2, spec.logicalKey().partitionKey().type());
    this.sorts = sorted ? some(12, spec.logicalKey().sort().get(0).type()) : List.of();
  }

  /** Different values of one type. */
  private List<AttributeValue> some(int count, ScalarAttributeType type) {
    Map<Object, AttributeValue> different = new HashMap<>();
    while (different.size() < count) {
      AttributeValue value = gen.keyValue();
      if (value.type().name().equals(type.name())) {
        different.put(
            value.n() == null ? value : new BigDecimal(value.n()).stripTrailingZeros(), value);
      }
    }
    return List.copyOf(different.values());
  }

  /** Where the two have answered differently. */
  List<String> differences() {
    return List.copyOf(differences);
  }

  private void compare(Object request, Object actual, Object expected) {
    if (!Objects.equals(actual, expected)) {
      differences.add("%s: %s where plainly it is %s".formatted(request, actual, expected));
    }
  }

  private Map<String, AttributeValue> key() {
    Map<String, AttributeValue> key = new HashMap<>(Map.of("pk", gen.oneOf(partitions)));
    if (sorted) {
      key.put("sk", gen.oneOf(sorts));
    }
    return key;
  }

  /** Small enough that no sum is out of range, often below zero and with decimals. */
  private String number() {
    return BigDecimal.valueOf(gen.between(-1_000_000, 1_000_000), gen.between(0, 6))
        .toPlainString();
  }

  void addSome(int additions) {
    for (int i = 0; i < additions; i++) {
      var add = Counters.add(spec.tableName(), key(), gen.chance(0.8) ? "likes" : "hits", number());
      sharded.update(add);
      plain.update(add);
    }
  }

  void deleteOne() {
    DeleteItemRequest delete =
        DeleteItemRequest.builder().tableName(spec.tableName()).key(key()).build();
    compare(delete, sharded.delete(delete).hasAttributes(), plain.delete(delete).hasAttributes());
  }

  private String projection() {
    List<String> attributes = new ArrayList<>(List.of("pk", "likes", "hits", "nosuch"));
    if (sorted) {
      attributes.add("sk");
    }
    attributes.removeIf(each -> gen.chance(0.5));
    return attributes.isEmpty() ? "hits" : String.join(", ", attributes);
  }

  void getOne() {
    GetItemRequest get =
        Counters.get(spec.tableName(), key()).toBuilder()
            .projectionExpression(gen.chance(0.5) ? projection() : null)
            .build();
    GetItemResponse actual = sharded.get(get);
    GetItemResponse expected = plain.get(get);
    compare(get, actual.hasItem(), expected.hasItem());
    compare(get, actual.item(), canonical(expected.item()));
  }

  void batchGet() {
    Set<Map<String, AttributeValue>> keys = new HashSet<>();
    for (int i = gen.between(1, 8); i > 0; i--) {
      keys.add(key());
    }
    KeysAndAttributes asked =
        Batches.keys(List.copyOf(keys)).toBuilder()
            .projectionExpression(gen.chance(0.5) ? projection() : null)
            .build();
    Map<String, KeysAndAttributes> items = Map.of(spec.tableName(), asked);
    compare(
        asked,
        inAnyOrder(Batches.getAll(sharded, items).getOrDefault(spec.tableName(), List.of())),
        inAnyOrder(
            canonical(Batches.getAll(plain, items).getOrDefault(spec.tableName(), List.of()))));
  }

  /** How often each item is there. */
  private static Map<Map<String, AttributeValue>, Long> inAnyOrder(
      List<Map<String, AttributeValue>> items) {
    return items.stream().collect(groupingBy(Function.identity(), counting()));
  }

  private static List<Map<String, AttributeValue>> canonical(
      List<Map<String, AttributeValue>> items) {
    return items.stream().map(CounterTwins::canonical).toList();
  }

  /** DynamoDB Local leaves zeros behind the point when it adds; everywhere else it drops them. */
  private static Map<String, AttributeValue> canonical(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> canonical = new HashMap<>(item);
    canonical.replaceAll(
        (name, value) ->
            value.n() == null ? value : AttributeValue.fromN(CanonicalNumber.of(value.n())));
    return canonical;
  }

  /** A random query, page by page, each page like its twin; some start at a key made by hand. */
  void query() {
    QueryRequest next = randomQuery();
    for (int page = 0; page < 100; page++) {
      QueryResponse actual = sharded.query(next);
      QueryResponse expected = plain.query(next);
      compare(next, seen(actual, actual.items()), seen(expected, canonical(expected.items())));
      if (expected.lastEvaluatedKey().isEmpty()) {
        compareEnd(next, actual);
        return;
      }
      compare(next, actual.lastEvaluatedKey(), expected.lastEvaluatedKey());
      if (!differences.isEmpty()) {
        return; // from here on they read different pages
      }
      next = after(next, actual);
    }
    differences.add("a query does not end: " + next);
  }

  private static QueryRequest after(QueryRequest query, QueryResponse page) {
    return query.toBuilder().exclusiveStartKey(JsonKeys.roundTrip(page.lastEvaluatedKey())).build();
  }

  /** DynamoDB Local sees that a full page ends at the bound of the condition; a merge need not. */
  private void compareEnd(QueryRequest query, QueryResponse last) {
    if (!last.lastEvaluatedKey().isEmpty()) {
      compare(query, last.count(), query.limit());
      QueryResponse rest = sharded.query(after(query, last));
      compare(query, rest.count(), 0);
      compare(query, rest.lastEvaluatedKey(), Map.of());
    }
  }

  private record Seen(
      boolean hasItems,
      List<Map<String, AttributeValue>> items,
      Integer count,
      Integer scannedCount) {}

  private static Seen seen(QueryResponse response, List<Map<String, AttributeValue>> items) {
    return new Seen(response.hasItems(), items, response.count(), response.scannedCount());
  }

  private QueryRequest randomQuery() {
    Map<String, AttributeValue> key = key();
    Map<String, AttributeValue> values = new HashMap<>(Map.of(":p", key.get("pk")));
    String condition = "#p = :p";
    boolean startsByHand = gen.chance(0.3);
    if (sorted && !startsByHand && gen.chance(0.6)) {
      values.put(":a", key.get("sk"));
      condition += gen.oneOf(List.of(" AND sk = :a", " AND sk >= :a", " AND sk < :a"));
    }
    boolean counts = gen.chance(0.2);
    return QueryRequest.builder()
        .tableName(spec.tableName())
        .keyConditionExpression(condition)
        .expressionAttributeNames(Map.of("#p", "pk"))
        .expressionAttributeValues(values)
        .consistentRead(true)
        .scanIndexForward(gen.chance(0.5))
        .limit(gen.chance(0.3) ? null : gen.between(1, 6))
        .select(counts ? Select.COUNT : null)
        .projectionExpression(!counts && gen.chance(0.5) ? projection() : null)
        .exclusiveStartKey(startsByHand ? key : null)
        .build();
  }

  @Override
  public void close() {
    sharded.close();
    plain.close();
  }
}
