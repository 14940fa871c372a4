package dev.evenkeel.sharding.hostile;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.DuplicateKeyException;
import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeAction;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ExpectedAttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What cannot be honoured is refused with a documented exception, and nothing is sent. */
class BadInputTest {
  private static final String TABLE = "orders";
  private static final String TOKEN = "evenkeel.shard";

  private static final ShardingSpec HASHED =
      ShardingSpec.builder(TABLE).partitionKey("pk").sortKey("sk").shards(3).build();
  private static final ShardingSpec DETERMINED =
      HASHED.toBuilder().selector(ShardSelector.hashOf("det")).build();
  private static final ShardingSpec RANDOM =
      HASHED.toBuilder().selector(ShardSelector.random()).uniqueSortKeys().build();
  private static final ShardingSpec WIDE = RANDOM.toBuilder().shards(32).build();
  private static final ShardingSpec NUMBERS =
      ShardingSpec.builder(TABLE)
          .partitionKey("pk", ScalarAttributeType.N)
          .sortKey("sk", ScalarAttributeType.N)
          .shards(3)
          .build();

  /** A request, and why it is refused. */
  record Case(
      String name,
      ShardingSpec spec,
      DynamoDbRequest request,
      Class<? extends RuntimeException> type,
      String reason) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Case refused(
      String name, ShardingSpec spec, DynamoDbRequest request, String reason) {
    return new Case(name, spec, request, RefusedOperationException.class, reason);
  }

  private static void assertRefusedUnsent(Case bad) {
    for (Client client : Client.values()) {
      List<DynamoDbRequest> sent = new CopyOnWriteArrayList<>();
      Throwable failure =
          catchThrowable(
              () ->
                  client.call(
                      bad.spec(),
                      sub -> {
                        sent.add(sub);
                        throw new AssertionError("sent");
                      },
                      bad.request()));
      Throwable bare = failure instanceof CompletionException ? failure.getCause() : failure;
      assertThat(sent).isEmpty();
      assertThat(bare).isExactlyInstanceOf(bad.type()).hasMessageContaining(bad.reason());
    }
  }

  private static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  private static AttributeValue n(String number) {
    return AttributeValue.fromN(number);
  }

  private static Map<String, AttributeValue> key(String sk) {
    return Map.of("pk", s("a"), "sk", s(sk));
  }

  private static Map<String, AttributeValue> with(
      Map<String, AttributeValue> attributes, String name, AttributeValue value) {
    Map<String, AttributeValue> changed = new HashMap<>(attributes);
    changed.put(name, value);
    return changed;
  }

  private static Map<String, AttributeValue> without(
      Map<String, AttributeValue> attributes, String name) {
    Map<String, AttributeValue> changed = new HashMap<>(attributes);
    changed.remove(name);
    return changed;
  }

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
                    InvalidStartKeyException.class,
                    one.getValue())));
    ShardingSpec arrival = DETERMINED.toBuilder().order(ScatterOrder.ARRIVAL).build();
    cases.add(startKey("arrival without token", arrival, after(without(tied, TOKEN)), "the shard"));
    cases.add(startKey("scan without token", DETERMINED, scanAfter(key("d")), "tell the shard"));
    cases.add(startKey("scan, edited", DETERMINED, scanAfter(with(tied, "sk", s("e"))), TOKEN));
    cases.add(
        startKey("scan, other type", HASHED, scanAfter(with(key("d"), "pk", n("1"))), "type N"));
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

  private static BatchGetItemRequest batchGet(List<Map<String, AttributeValue>> keys) {
    return BatchGetItemRequest.builder()
        .requestItems(Map.of(TABLE, KeysAndAttributes.builder().keys(keys).build()))
        .build();
  }

  private static BatchWriteItemRequest batchWrite(WriteRequest... writes) {
    return BatchWriteItemRequest.builder().requestItems(Map.of(TABLE, List.of(writes))).build();
  }

  private static WriteRequest put(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(put -> put.item(item)).build();
  }

  private static WriteRequest delete(Map<String, AttributeValue> key) {
    return WriteRequest.builder().deleteRequest(delete -> delete.key(key)).build();
  }

  private static Map<String, AttributeValue> numbers(String pk, String sk) {
    return Map.of("pk", n(pk), "sk", n(sk));
  }

  static List<Case> duplicates() {
    Map<String, AttributeValue> one = with(key("x"), "det", s("1"));
    Map<String, AttributeValue> two = with(key("x"), "det", s("2"));
    return List.of(
        duplicate("get 1, 1.0", NUMBERS, batchGet(List.of(numbers("1", "5"), numbers("1.0", "5")))),
        duplicate("get 5, 5e0", NUMBERS, batchGet(List.of(numbers("1", "5"), numbers("1", "5e0")))),
        duplicate(
            "get 0, -0", NUMBERS, batchGet(List.of(numbers("0", "0"), numbers("-0", "-0.0")))),
        duplicate(
            "put 10, 1E1", NUMBERS, batchWrite(put(numbers("10", "5")), put(numbers("1E1", "5")))),
        duplicate(
            "put and delete",
            NUMBERS,
            batchWrite(put(numbers("1", "5")), delete(numbers("1.00", "5")))),
        duplicate("get, two determinants", DETERMINED, batchGet(List.of(one, two))),
        duplicate("put, two determinants", DETERMINED, batchWrite(put(one), put(two))),
        duplicate(
            "put, drawn", RANDOM, batchWrite(put(key("x")), put(with(key("x"), "v", s("2"))))));
  }

  private static Case duplicate(String name, ShardingSpec spec, DynamoDbRequest request) {
    return new Case(name, spec, request, DuplicateKeyException.class, "same");
  }

  @ParameterizedTest
  @MethodSource("duplicates")
  void batch_keysThatBecomeOne_isRefusedUnsent(Case bad) {
    assertRefusedUnsent(bad);
  }

  private static TransactWriteItemsRequest transact(TransactWriteItem action) {
    return TransactWriteItemsRequest.builder().transactItems(action).build();
  }

  static List<Case> missingDeterminants() {
    String reason = "attribute 'det', from which the shard is calculated, is missing";
    Map<String, AttributeValue> key = key("x");
    return List.of(
        refused(
            "put", DETERMINED, PutItemRequest.builder().tableName(TABLE).item(key).build(), reason),
        refused("batch put", DETERMINED, batchWrite(put(key)), reason),
        refused(
            "transact put",
            DETERMINED,
            transact(TransactWriteItem.builder().put(p -> p.tableName(TABLE).item(key)).build()),
            reason),
        refused(
            "transact update",
            DETERMINED,
            transact(
                TransactWriteItem.builder()
                    .update(u -> u.tableName(TABLE).key(key).updateExpression("REMOVE v"))
                    .build()),
            reason),
        refused(
            "transact delete",
            DETERMINED,
            transact(TransactWriteItem.builder().delete(d -> d.tableName(TABLE).key(key)).build()),
            reason),
        refused(
            "transact check",
            DETERMINED,
            transact(
                TransactWriteItem.builder()
                    .conditionCheck(
                        c -> c.tableName(TABLE).key(key).conditionExpression("attribute_exists(v)"))
                    .build()),
            reason),
        refused("batch delete", DETERMINED, batchWrite(delete(key)), "does not tell the shard"));
  }

  @ParameterizedTest
  @MethodSource("missingDeterminants")
  void write_withoutItsDeterminant_isRefusedUnsent(Case bad) {
    assertRefusedUnsent(bad);
  }

  static List<Case> determinantUpdates() {
    String reason = "attribute 'det', from which the item's shard is calculated";
    List<Case> cases = new ArrayList<>();
    for (String expression :
        List.of(
            "SET det = :v",
            "SET #d = :v",
            "SET w = :v, #d = if_not_exists(w, :v)",
            "SET #d.x[0] = :v",
            "SET det[1] = :v",
            "REMOVE det",
            "REMOVE #d.x",
            "ADD det :v",
            "DELETE #d :v")) {
      boolean named = expression.contains("#d");
      Map<String, String> names = named ? Map.of("#d", "det") : Map.of();
      Map<String, AttributeValue> values =
          expression.contains(":v") ? Map.of(":v", s("1")) : Map.of();
      for (Map<String, AttributeValue> key : List.of(key("x"), with(key("x"), "det", s("1")))) {
        UpdateItemRequest.Builder update =
            UpdateItemRequest.builder().tableName(TABLE).key(key).updateExpression(expression);
        update.expressionAttributeNames(names.isEmpty() ? null : names);
        update.expressionAttributeValues(values.isEmpty() ? null : values);
        cases.add(refused(expression + " of " + key.keySet(), DETERMINED, update.build(), reason));
      }
      TransactWriteItem action =
          TransactWriteItem.builder()
              .update(
                  u ->
                      u.tableName(TABLE)
                          .key(with(key("x"), "det", s("1")))
                          .updateExpression(expression)
                          .expressionAttributeNames(names)
                          .expressionAttributeValues(values))
              .build();
      cases.add(refused("transact " + expression, DETERMINED, transact(action), reason));
    }
    cases.add(
        refused(
            "AttributeUpdates",
            DETERMINED,
            UpdateItemRequest.builder()
                .tableName(TABLE)
                .key(key("x"))
                .attributeUpdates(
                    Map.of(
                        "det",
                        AttributeValueUpdate.builder()
                            .action(AttributeAction.PUT)
                            .value(s("1"))
                            .build()))
                .build(),
            "legacy parameter AttributeUpdates"));
    return cases;
  }

  @ParameterizedTest
  @MethodSource("determinantUpdates")
  void update_ofADeterminant_isRefusedUnsent(Case bad) {
    assertRefusedUnsent(bad);
  }

  static List<Case> drawnPuts() {
    PutItemRequest put = PutItemRequest.builder().tableName(TABLE).item(key("x")).build();
    return List.of(
        refused(
            "condition",
            RANDOM,
            put.toBuilder().conditionExpression("attribute_not_exists(pk)").build(),
            "where a condition sees nothing"),
        refused(
            "ALL_OLD",
            RANDOM,
            put.toBuilder().returnValues(ReturnValue.ALL_OLD).build(),
            "ALL_OLD could not be told"),
        refused(
            "Expected",
            RANDOM,
            put.toBuilder()
                .expected(Map.of("v", ExpectedAttributeValue.builder().exists(false).build()))
                .build(),
            "legacy parameter Expected"),
        refused(
            "transact condition",
            RANDOM,
            transact(
                TransactWriteItem.builder()
                    .put(
                        p ->
                            p.tableName(TABLE)
                                .item(key("x"))
                                .conditionExpression("attribute_not_exists(pk)"))
                    .build()),
            "where a condition sees nothing"));
  }

  @ParameterizedTest
  @MethodSource("drawnPuts")
  void put_thatADrawnShardCannotJudge_isRefusedUnsent(Case bad) {
    assertRefusedUnsent(bad);
  }

  static List<Case> wideProbes() {
    String reason = "all 32 shards is above maxProbe 16";
    Map<String, AttributeValue> key = key("x");
    return List.of(
        refused("get", WIDE, GetItemRequest.builder().tableName(TABLE).key(key).build(), reason),
        refused(
            "update",
            WIDE,
            UpdateItemRequest.builder()
                .tableName(TABLE)
                .key(key)
                .updateExpression("REMOVE v")
                .build(),
            reason),
        refused(
            "delete", WIDE, DeleteItemRequest.builder().tableName(TABLE).key(key).build(), reason),
        refused("batch get", WIDE, batchGet(List.of(key)), reason),
        refused("batch delete", WIDE, batchWrite(put(key("y")), delete(key)), reason),
        refused(
            "transact get",
            WIDE,
            TransactGetItemsRequest.builder()
                .transactItems(
                    TransactGetItem.builder().get(get -> get.tableName(TABLE).key(key)).build())
                .build(),
            reason));
  }

  @ParameterizedTest
  @MethodSource("wideProbes")
  void key_ofMoreShardsThanMaxProbe_isRefusedUnsent(Case bad) {
    assertRefusedUnsent(bad);
  }

  /** The delegate is not deaf: what is in order does arrive there. */
  @ParameterizedTest
  @EnumSource
  void goodInput_isSent(Client client) {
    List<DynamoDbRequest> sent = new CopyOnWriteArrayList<>();
    Throwable failure =
        catchThrowable(
            () ->
                client.call(
                    HASHED,
                    sub -> {
                      sent.add(sub);
                      throw new AssertionError("sent");
                    },
                    PutItemRequest.builder().tableName(TABLE).item(key("x")).build()));
    assertThat(failure).isNotNull();
    assertThat(sent).hasSize(1);
  }
}
