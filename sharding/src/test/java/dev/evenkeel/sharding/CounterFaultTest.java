package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Counters.add;
import static dev.evenkeel.sharding.Counters.get;
import static dev.evenkeel.sharding.Counters.sums;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import dev.evenkeel.testkit.fault.ThrottleLimit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Counters under throttling, unprocessed keys and lost answers: sums are whole or not given. */
@ExtendWith(LocalDynamoDbExtension.class)
class CounterFaultTest {
  private static final long SEED = Long.getLong("evenkeel.seed", 20261123);
  private static final Fault THROTTLED = Fault.throttled(ThrottleLimit.PROVISIONED);
  private static final int COUNTERS = 6;
  private static final CounterSpec SPEC =
      Counters.sorted("votes", 9).selector(ShardSelector.rotating()).build();
  private static final ShardingSpec ITEMS =
      ShardingSpec.builder("items")
          .partitionKey("pk")
          .sortKey("sk")
          .shards(3)
          .selector(ShardSelector.rotating())
          .uniqueSortKeys()
          .build();
  private static final ShardingSpec PLAIN =
      ShardingSpec.builder("plain").partitionKey("pk").sortKey("sk").shards(1).build();
  private static final ShardedClients.Tables TABLES = ShardedClients.Tables.of(ITEMS).with(SPEC);

  private final LocalDynamoDb local;
  private final DynamoDbClient plain;

  CounterFaultTest(LocalDynamoDb shared) {
    this.local = shared.isolated();
    this.plain = local.client();
  }

  /** Six counters a to f, each with 1 on each of its nine rows; an item a to f elsewhere. */
  @BeforeEach
  void fill() {
    PhysicalTables.create(plain, ITEMS);
    PhysicalTables.create(plain, PLAIN);
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, none -> {}, TABLES)) {
      client.call(Counters.create(SPEC));
      for (Map<String, AttributeValue> key : keys()) {
        for (int i = 0; i < 9; i++) {
          client.call(add("votes", key, "likes", "1"));
        }
        Batches.writeAll(
            client, Map.of("items", List.of(Batches.put(key)), "plain", List.of(Batches.put(key))));
      }
    }
  }

  @AfterEach
  void close() {
    plain.close();
  }

  private static List<Map<String, AttributeValue>> keys() {
    return IntStream.range(0, COUNTERS)
        .mapToObj(i -> key("film", Character.toString('a' + i)))
        .toList();
  }

  private static FaultInjector faults(FaultRule... rules) {
    FaultPlan.Builder plan = FaultPlan.seeded(SEED);
    Stream.of(rules).forEach(plan::rule);
    return plan.build().injector();
  }

  @KindsInTurn
  void get_unprocessedKeys_areReadAgain(Kind kind) {
    try (ClientUnderTest client =
        ShardedClients.open(
            kind, local, faults(FaultRule.inject(Fault.unprocessed(0.7))), TABLES)) {
      for (Map<String, AttributeValue> key : keys()) {
        assertThat(client.call(get("votes", key)).item()).isEqualTo(sums(key, "likes", "9"));
      }
    }
  }

  /** A throttled read of 1,024 rows must not become 1,024 reads at once. */
  @KindsInTurn
  void get_manyRowsUnprocessed_asksForThemInFewRequests(Kind kind) {
    CounterSpec wide = Counters.sorted("wide" + kind.name().toLowerCase(Locale.ROOT), 1024).build();
    ShardedClients.Tables tables = ShardedClients.Tables.of().with(wide);
    Map<String, AttributeValue> key = key("film", "a");
    try (ClientUnderTest client = ShardedClients.open(kind, local, none -> {}, tables)) {
      client.call(Counters.create(wide));
      client.call(add(wide.tableName(), key, "likes", "9"));
    }
    FaultInjector faults =
        faults(FaultRule.inject(Fault.unprocessed(0.7)).into("BatchGetItem").first(22));
    try (ClientUnderTest client = ShardedClients.open(kind, local, faults, tables)) {
      assertThat(client.call(get(wide.tableName(), key)).item()).isEqualTo(sums(key, "likes", "9"));
    }
    assertThat(faults.requestCount()).isBetween(2 * 11L, 4 * 11L);
  }

  @KindsInTurn
  void get_oneRequestThrottled_failsAsDynamoDbDoes(Kind kind) {
    try (ClientUnderTest client =
        ShardedClients.open(kind, local, faults(FaultRule.inject(THROTTLED).first(1)), TABLES)) {
      assertThatThrownBy(() -> client.call(get("votes", key("film", "a"))))
          .isInstanceOf(ProvisionedThroughputExceededException.class);
      assertThat(client.call(get("votes", key("film", "a"))).hasItem()).isTrue();
    }
  }

  @KindsInTurn
  void batchGet_unprocessedAndThrottled_givesEachWholeSumOnce(Kind kind) {
    FaultInjector faults =
        faults(
            FaultRule.inject(Fault.unprocessed(0.2)).first(2),
            FaultRule.inject(THROTTLED).withProbability(0.2));
    Map<String, KeysAndAttributes> asked = new HashMap<>();
    KeysAndAttributes likes =
        Batches.keys(keys()).toBuilder().projectionExpression("likes").build();
    asked.put("votes", likes);
    asked.put("items", Batches.keys(keys()));
    asked.put("plain", Batches.keys(keys()));
    Map<String, List<Map<String, AttributeValue>>> found = new HashMap<>();
    try (ClientUnderTest client = ShardedClients.open(kind, local, faults, TABLES)) {
      assertThat(Batches.getAll(client, asked, found)).as("%s", faults.plan()).isGreaterThan(1);
    }
    assertThat(found.get("votes"))
        .as("%s", faults.plan())
        .hasSize(COUNTERS)
        .containsOnly(Map.of("likes", n(9)));
    assertThat(found.get("items")).containsExactlyInAnyOrderElementsOf(keys());
    assertThat(found.get("plain")).containsExactlyInAnyOrderElementsOf(keys());
  }

  @KindsInTurn
  void batchGet_unprocessedRow_leavesTheWholeCounterUnprocessed(Kind kind) {
    FaultRule rule =
        FaultRule.inject(Fault.unprocessed(1)).whereKey("pk", pk -> s("film.4").equals(pk));
    KeysAndAttributes asked = Batches.keys(keys());
    try (ClientUnderTest client = ShardedClients.open(kind, local, faults(rule), TABLES)) {
      BatchGetItemResponse answer = client.call(Batches.get(Map.of("votes", asked)));
      assertThat(answer.responses().getOrDefault("votes", List.of())).isEmpty();
      assertThat(answer.unprocessedKeys()).isEqualTo(Map.of("votes", asked));
    }
  }

  @KindsInTurn
  void batchWrite_unprocessedAndThrottled_removesEveryRow(Kind kind) {
    FaultInjector faults =
        faults(
            FaultRule.inject(Fault.unprocessed(0.3)).withProbability(0.5),
            FaultRule.inject(THROTTLED).withProbability(0.2));
    List<WriteRequest> deletes = new ArrayList<>();
    keys().subList(0, 4).forEach(key -> deletes.add(Batches.delete(key)));
    Map<String, List<WriteRequest>> writes =
        Map.of(
            "votes", deletes,
            "items", List.of(Batches.put(key("film", "z")), deletes.get(1)),
            "plain", List.of(deletes.get(2)));
    try (ClientUnderTest client = ShardedClients.open(kind, local, faults, TABLES)) {
      assertThat(Batches.writeAll(client, writes)).as("%s", faults.plan()).isGreaterThan(1);
    }
    assertThat(Counters.rows(plain, "votes"))
        .as("%s", faults.plan())
        .hasSize(2 * 9)
        .allMatch(row -> row.get("sk").s().matches("[ef]"));
    assertThat(Counters.rows(plain, "items")).hasSize(COUNTERS);
    assertThat(Counters.rows(plain, "plain")).hasSize(COUNTERS - 1);
  }

  @KindsInTurn
  void delete_someRowsFail_canBeRepeated(Kind kind) {
    DeleteItemRequest delete =
        DeleteItemRequest.builder().tableName("votes").key(key("film", "a")).build();
    FaultRule rule = FaultRule.inject(THROTTLED).into("DeleteItem").nth(4);
    try (ClientUnderTest client = ShardedClients.open(kind, local, faults(rule), TABLES)) {
      assertThatThrownBy(() -> client.call(delete))
          .isInstanceOf(ProvisionedThroughputExceededException.class);
      assertThat(client.call(get("votes", key("film", "a"))).item())
          .as("the row of the failed delete is left")
          .containsKey("likes");
      client.call(delete);
      assertThat(client.call(get("votes", key("film", "a"))).hasItem()).isFalse();
    }
    assertThat(Counters.rows(plain, "votes")).hasSize(5 * 9);
  }

  /** As documented for additions: a repetition counts again, as with a plain ADD. */
  @KindsInTurn
  void update_answerLostAndRepeated_countsTwice(Kind kind) {
    FaultRule lost =
        FaultRule.inject(Fault.timeout(Moment.AFTER_APPLY)).into("UpdateItem").first(1);
    try (ClientUnderTest client = ShardedClients.open(kind, local, faults(lost), TABLES)) {
      assertThatThrownBy(() -> client.call(add("votes", key("film", "new"), "likes", "1")))
          .isInstanceOf(SdkClientException.class);
      client.call(add("votes", key("film", "new"), "likes", "1"));
      assertThat(client.call(get("votes", key("film", "new"))).item().get("likes")).isEqualTo(n(2));
    }
  }

  @KindsInTurn
  void query_shortAndEmptyPages_losesNoRow(Kind kind) {
    FaultInjector faults =
        faults(
            FaultRule.inject(Fault.shortPage(1)).withProbability(0.4),
            FaultRule.inject(Fault.emptyPage()).withProbability(0.2));
    List<Map<String, AttributeValue>> found = new ArrayList<>();
    try (ClientUnderTest client = ShardedClients.open(kind, local, faults, TABLES)) {
      Map<String, AttributeValue> start = Map.of();
      do {
        var page = client.call(query().exclusiveStartKey(start.isEmpty() ? null : start).build());
        found.addAll(page.items());
        start = page.lastEvaluatedKey();
      } while (!start.isEmpty());
    }
    assertThat(found)
        .as("%s", faults.plan())
        .isEqualTo(keys().stream().map(key -> sums(key, "likes", "9")).toList());
  }

  private static QueryRequest.Builder query() {
    return QueryRequest.builder()
        .tableName("votes")
        .keyConditionExpression("pk = :p")
        .expressionAttributeValues(Map.of(":p", s("film")))
        .limit(4);
  }

  @KindsInTurn
  void query_oneShardThrottled_failsThePage(Kind kind) {
    FaultRule rule = FaultRule.inject(THROTTLED).into("Query").nth(5);
    try (ClientUnderTest client = ShardedClients.open(kind, local, faults(rule), TABLES)) {
      assertThatThrownBy(() -> client.call(query().build()))
          .isInstanceOf(ProvisionedThroughputExceededException.class);
    }
  }
}
