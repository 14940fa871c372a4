package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Families of tables, most of which are created after the clients were built. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
abstract class TableFamilies {
  static final Predicate<String> DAYS = days("events");

  /** An N key, which is an S in the table: it shows whether a table is managed. */
  static final ShardingSpec EVENTS =
      ShardingSpec.builder("days of events")
          .partitionKey("pk", ScalarAttributeType.N)
          .sortKey("sk")
          .shards(4)
          .build();

  /** The shard follows from an attribute outside the key, so that start keys carry a token. */
  static final ShardingSpec TIED =
      ShardingSpec.builder("days of ties")
          .partitionKey("pk")
          .sortKey("sk")
          .shards(3)
          .selector(ShardSelector.hashOf("id"))
          .build();

  static final CounterSpec HITS = Counters.lone("days of hits", 3).build();

  final List<SdkRequest> sent = new CopyOnWriteArrayList<>();
  final Map<Kind, ClientUnderTest> clients = new EnumMap<>(Kind.class);
  final Recorder recorder = new Recorder();
  DynamoDbClient plain;
  int days;

  static Predicate<String> days(String prefix) {
    return Pattern.compile(prefix + "_\\d{4}-\\d\\d-\\d\\d").asMatchPredicate();
  }

  @BeforeAll
  void open(LocalDynamoDb local, DynamoDbClient undecorated) {
    plain = undecorated;
    ShardingSpec own = EVENTS.forTable("events_2025-01-01").toBuilder().shards(2).build();
    ShardingSpec unsharded = EVENTS.forTable("events_2025-01-02").toBuilder().shards(1).build();
    ShardedClients.Tables tables =
        ShardedClients.Tables.of(own, unsharded)
            .and(builder -> builder.tables(DAYS, EVENTS))
            .and(builder -> builder.tables(days("ties"), TIED))
            .and(builder -> builder.tables(name -> name.startsWith("ties_2030"), TIED))
            .and(builder -> builder.counters(days("hits"), HITS))
            .and(builder -> builder.listener(recorder));
    for (Kind kind : Kind.values()) {
      clients.put(kind, ShardedClients.open(kind, local, sent::add, tables));
    }
  }

  @AfterAll
  void close() {
    clients.values().forEach(ClientUnderTest::close);
  }

  /** A table that was not there when the clients were built. */
  String created(ClientUnderTest tested, String prefix, ScalarAttributeType partitionType) {
    String name = "%s_2026-%02d-%02d".formatted(prefix, 1 + days / 28, 1 + days % 28);
    days++;
    CreateTableResponse created =
        (CreateTableResponse)
            tested.call(
                CreateTableRequest.builder()
                    .tableName(name)
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .keySchema(element("pk", KeyType.HASH), element("sk", KeyType.RANGE))
                    .attributeDefinitions(
                        definition("pk", partitionType), definition("sk", ScalarAttributeType.S))
                    .build());
    assertThat(created.tableDescription().attributeDefinitions())
        .as("shown with the logical type")
        .contains(definition("pk", partitionType));
    return name;
  }

  static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  static AttributeDefinition definition(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  static PutItemRequest put(String table, Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(table).item(item).build();
  }

  static GetItemRequest get(String table, Map<String, AttributeValue> key) {
    return GetItemRequest.builder().tableName(table).key(key).build();
  }

  static QueryRequest.Builder of(String table, AttributeValue pk) {
    return QueryRequest.builder()
        .tableName(table)
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", pk));
  }

  String twoDays(ClientUnderTest tested, List<String> tables) {
    tables.add(created(tested, "events", ScalarAttributeType.N));
    tables.add(created(tested, "events", ScalarAttributeType.N));
    for (String table : tables) {
      for (int i = 0; i < 20; i++) {
        tested.call(put(table, with(key(n(7), s("s%02d".formatted(i))), "table", s(table))));
      }
    }
    return tables.get(0);
  }
}
