package dev.evenkeel.sharding.hostile;

import static dev.evenkeel.sharding.hostile.BadInput.DETERMINED;
import static dev.evenkeel.sharding.hostile.BadInput.HASHED;
import static dev.evenkeel.sharding.hostile.BadInput.TABLE;
import static dev.evenkeel.sharding.hostile.BadInput.TOKEN;
import static dev.evenkeel.sharding.hostile.BadInput.assertRefusedUnsent;
import static dev.evenkeel.sharding.hostile.BadInput.key;
import static dev.evenkeel.sharding.hostile.BadInput.n;
import static dev.evenkeel.sharding.hostile.BadInput.s;
import static dev.evenkeel.sharding.hostile.BadInput.with;
import static dev.evenkeel.sharding.hostile.BadInput.without;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.sharding.hostile.BadInput.Case;
import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** Start keys of other requests are refused with a documented exception, and nothing is sent. */
class BadStartKeyTest {
  private static QueryRequest query() {
    return QueryRequest.builder()
        .tableName(TABLE)
        .keyConditionExpression("pk = :pk AND sk > :from")
        .expressionAttributeValues(Map.of(":pk", s("a"), ":from", s("c")))
        .limit(1)
        .build();
  }

  private static QueryRequest after(Map<String, AttributeValue> startKey) {
    return query().toBuilder().exclusiveStartKey(startKey).build();
  }

  private static ScanRequest scanAfter(Map<String, AttributeValue> startKey) {
    return ScanRequest.builder().tableName(TABLE).exclusiveStartKey(startKey).build();
  }

  /** A start key with a token, of a page that ends among items with one sort key. */
  private static Map<String, AttributeValue> tiedStartKey(Client client, ShardingSpec spec) {
    DynamoDbResponse page =
        client.call(
            spec,
            sub -> {
              AttributeValue physical =
                  ((QueryRequest) sub)
                      .expressionAttributeValues().values().stream()
                          .filter(value -> value.s().startsWith("a."))
                          .findFirst()
                          .orElseThrow();
              Map<String, AttributeValue> row = Map.of("pk", physical, "sk", s("d"));
              return QueryResponse.builder()
                  .items(List.of(row))
                  .lastEvaluatedKey(row)
                  .count(1)
                  .build();
            },
            query());
    Map<String, AttributeValue> startKey = ((QueryResponse) page).lastEvaluatedKey();
    assertThat(startKey).containsOnlyKeys("pk", "sk", TOKEN);
    return startKey;
  }

  static List<Case> startKeys() {
    Map<String, AttributeValue> tied = tiedStartKey(Client.SYNC, DETERMINED);
    assertThat(tiedStartKey(Client.ASYNC, DETERMINED)).isEqualTo(tied);
    String token = tied.get(TOKEN).s();
    ShardingSpec other = DETERMINED.toBuilder().shards(4).build();
    List<Map.Entry<Map<String, AttributeValue>, String>> bad =
        List.of(
            entry(with(key("d"), "pk", s("b")), "another value of 'pk'"),
            entry(with(key("d"), "x", s("y")), "[x], which is no part of the key"),
            entry(with(key("d"), "pk", n("1")), "is of type N"),
            entry(with(key("d"), "sk", n("1")), "is of type N"),
            entry(without(key("d"), "sk"), "lacks 'sk'"),
            entry(without(key("d"), "pk"), "'pk' is missing"),
            entry(key("b"), "outside the key condition"),
            entry(with(tied, TOKEN, s(token.substring(0, token.length() - 1))), TOKEN),
            entry(with(tied, TOKEN, s(token.substring(0, 3))), TOKEN),
            entry(with(tied, TOKEN, s("")), TOKEN),
            entry(with(tied, TOKEN, s("2" + token.substring(1))), TOKEN),
            entry(with(tied, TOKEN, s("1.1" + token.substring(3))), TOKEN),
            entry(with(tied, TOKEN, n("1")), TOKEN),
            entry(with(tied, "sk", s("e")), TOKEN),
            entry(tiedStartKey(Client.SYNC, other), TOKEN));
    List<Case> cases = new ArrayList<>();
    bad.forEach(
        one ->
            cases.add(
                new Case(
                    "query after " + one.getKey(),
                    DETERMINED,
                    after(one.getKey()),
                    one.getValue().equals(TOKEN)
                        ? InvalidStartKeyException.class
                        : DynamoDbException.class,
                    one.getValue())));
    ShardingSpec log = DETERMINED.toBuilder().order(ScatterOrder.SHARD_BY_SHARD).build();
    cases.add(
        startKey("shard by shard without token", log, after(without(tied, TOKEN)), "the shard"));
    cases.add(startKey("scan without token", DETERMINED, scanAfter(key("d")), "tell the shard"));
    cases.add(startKey("scan, edited", DETERMINED, scanAfter(with(tied, "sk", s("e"))), TOKEN));
    cases.add(
        new Case(
            "scan, other type",
            HASHED,
            scanAfter(with(key("d"), "pk", n("1"))),
            DynamoDbException.class,
            "type N"));
    return cases;
  }

  private static Case startKey(
      String name, ShardingSpec spec, DynamoDbRequest request, String reason) {
    return new Case(name, spec, request, InvalidStartKeyException.class, reason);
  }

  @ParameterizedTest
  @MethodSource("startKeys")
  void startKey_notOfThisRequest_isRefusedUnsent(Case bad) {
    assertRefusedUnsent(bad);
  }
}
