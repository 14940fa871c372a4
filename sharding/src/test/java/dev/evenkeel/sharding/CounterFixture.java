package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Equivalence;
import dev.evenkeel.testkit.equivalence.Outcome;
import dev.evenkeel.testkit.gen.Gen;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** A table of sharded counters and a plain one of the same name, which must answer alike. */
final class CounterFixture implements AutoCloseable {
  private static final CounterSpec ELSEWHERE = Counters.lone("elsewhere", 2).build();

  private final CounterSpec spec;
  private final Equivalence both;
  private int countersSeen;
  private final Gen gen;
  private final boolean sorted;
  private final List<AttributeValue> partitions;
  private final List<AttributeValue> sorts;

  CounterFixture(LocalDynamoDb local, Kind kind, CounterSpec spec, Gen gen) {
    this.spec = spec;
    this.gen = gen;
    this.sorted = spec.logicalKey().sortKey() != null;
    this.both =
        Equivalence.of(
            kind.open(local.isolated(), ShardedClients.Tables.of().with(spec)),
            kind.open(local.isolated(), ShardedClients.Tables.of().with(ELSEWHERE)));
    both.prepare(Counters.create(spec));
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

  /** The number of counters that queries have returned; a test that saw none proves nothing. */
  int countersSeen() {
    return countersSeen;
  }

  void addSome(int additions) {
    for (int i = 0; i < additions; i++) {
      both.prepare(
          Counters.add(spec.tableName(), key(), gen.chance(0.8) ? "likes" : "hits", number()));
    }
  }

  void deleteOne() {
    Outcome unused =
        both.same(DeleteItemRequest.builder().tableName(spec.tableName()).key(key()).build());
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
    Outcome unused =
        both.same(
            Counters.get(spec.tableName(), key()).toBuilder()
                .projectionExpression(gen.chance(0.5) ? projection() : null)
                .build());
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
    Outcome unused =
        both.same(
            BatchGetItemRequest.builder().requestItems(Map.of(spec.tableName(), asked)).build());
  }

  /** A random query, page by page, each page like its twin; some start at a key made by hand. */
  void query() {
    QueryRequest next = randomQuery();
    for (int page = 0; page < 100; page++) {
      QueryResponse actual = both.decorated().call(next);
      countersSeen += actual.count();
      QueryResponse expected = both.plain().call(next);
      if (expected.lastEvaluatedKey().isEmpty() && !actual.lastEvaluatedKey().isEmpty()) {
        sameButForTheEnd(next, actual);
        return;
      }
      Outcome unused = both.same(next);
      if (expected.lastEvaluatedKey().isEmpty()) {
        return;
      }
      next = after(next, actual);
    }
    throw new AssertionError("a query does not end: " + next);
  }

  private static QueryRequest after(QueryRequest query, QueryResponse page) {
    return query.toBuilder().exclusiveStartKey(JsonKeys.roundTrip(page.lastEvaluatedKey())).build();
  }

  /** DynamoDB Local sees that a full page ends at the bound of the condition; a merge need not. */
  private void sameButForTheEnd(QueryRequest query, QueryResponse last) {
    assertThat(last.count()).as("%s", query).isEqualTo(query.limit());
    QueryResponse rest = both.decorated().call(after(query, last));
    assertThat(rest.count()).as("%s", query).isZero();
    assertThat(rest.lastEvaluatedKey()).as("%s", query).isEmpty();
    assertThat(both.sameItems(query)).as("%s", query).hasSize(last.items().size());
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
  public String toString() {
    return spec.toString();
  }

  @Override
  public void close() {
    both.close();
  }
}
