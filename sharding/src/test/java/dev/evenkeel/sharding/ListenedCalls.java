package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.s;

import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.ThrottleLimit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Calls of both clients, whose events are recorded. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
abstract class ListenedCalls {
  private static final ShardingSpec SEEN =
      ShardingSpec.builder("seen").partitionKey("pk").sortKey("sk").shards(4).build();
  private static final ShardingSpec DRAWN =
      ShardingSpec.builder("drawn")
          .partitionKey("pk")
          .sortKey("sk")
          .shards(4)
          .selector(ShardSelector.rotating())
          .uniqueSortKeys()
          .build();

  /** All rows of one kind are on one shard. */
  private static final ShardingSpec SKEWED =
      ShardingSpec.builder("skewed")
          .partitionKey("pk")
          .sortKey("sk")
          .shards(4)
          .selector(ShardSelector.hashOf("kind"))
          .build();

  private static final FaultPlan FAULTS =
      FaultPlan.seeded(7)
          .rule(
              FaultRule.inject(Fault.throttled(ThrottleLimit.KEY_RANGE))
                  .into("Query")
                  .onTable("seen")
                  .whereKey("pk", value -> "broken.3".equals(value.s())))
          .rule(FaultRule.inject(Fault.unprocessed(0.5)).into("BatchWriteItem"))
          .build();

  final Recorder recorder = new Recorder();
  final Map<Kind, ClientUnderTest> clients = new EnumMap<>(Kind.class);

  @BeforeAll
  void open(LocalDynamoDb local, DynamoDbClient plain) {
    for (ShardingSpec spec : List.of(SEEN, DRAWN, SKEWED)) {
      PhysicalTables.create(plain, spec);
    }
    PhysicalTables.create(
        plain, ShardingSpec.builder("plain").partitionKey("pk").sortKey("sk").shards(2).build());
    for (Kind kind : Kind.values()) {
      ClientUnderTest client =
          ShardedClients.open(
              kind, local, FAULTS.injector(), List.of(recorder), SEEN, DRAWN, SKEWED);
      clients.put(kind, client);
    }
  }

  @AfterAll
  void close() {
    clients.values().forEach(ClientUnderTest::close);
  }

  @BeforeEach
  void forget() {
    recorder.forget();
  }

  ClientUnderTest client(Kind kind) {
    return clients.get(kind);
  }

  static PutItemRequest put(String table, Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(table).item(item).build();
  }

  static QueryRequest query(String table, String key, int limit) {
    return QueryRequest.builder()
        .tableName(table)
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", s(key)))
        .limit(limit)
        .build();
  }
}
