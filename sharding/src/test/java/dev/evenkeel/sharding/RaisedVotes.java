package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.s;

import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Votes in an index of two numbers, which gets seven. */
@ExtendWith(LocalDynamoDbExtension.class)
abstract class RaisedVotes {
  static final String TABLE = "raised";
  static final int ITEMS = 16;
  static final ShardedIndexSpec INDEX = ShardedIndexSpec.multiAttribute("byMood", "mood", 2);
  static final ShardingSpec BEFORE = spec(INDEX);
  static final ShardingSpec AFTER = spec(ofSeven().raisedFrom(2));

  static final QueryRequest QUERY =
      QueryRequest.builder()
          .tableName(TABLE)
          .indexName(INDEX.name())
          .keyConditionExpression("mood = :v")
          .expressionAttributeValues(Map.of(":v", s("new")))
          .build();

  static ShardedIndexSpec ofSeven() {
    return ShardedIndexSpec.multiAttribute("byMood", "mood", 7);
  }

  static ShardingSpec spec(ShardedIndexSpec index) {
    return ShardingSpec.builder(TABLE).partitionKey("pk").shards(1).shardedIndex(index).build();
  }

  @BeforeEach
  void fill(LocalDynamoDb local) {
    try (ClientUnderTest tested = ShardedClients.open(Kind.SYNC, local, BEFORE)) {
      tested.call(
          CreateTableRequest.builder()
              .tableName(TABLE)
              .billingMode(BillingMode.PAY_PER_REQUEST)
              .keySchema(hash("pk"))
              .attributeDefinitions(text("pk"), text("mood"))
              .globalSecondaryIndexes(
                  GlobalSecondaryIndex.builder()
                      .indexName(INDEX.name())
                      .keySchema(hash("mood"))
                      .projection(all -> all.projectionType(ProjectionType.ALL))
                      .build())
              .build());
      put(tested, 0, ITEMS);
    }
  }

  private static KeySchemaElement hash(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.HASH).build();
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  @AfterEach
  void delete(DynamoDbClient plain) {
    plain.deleteTable(table -> table.tableName(TABLE));
  }

  /** An item, which is its own key of index and table. */
  static Map<String, AttributeValue> vote(int i) {
    return Map.of("pk", s("vote" + i), "mood", s("new"));
  }

  static void put(ClientUnderTest tested, int from, int to) {
    for (int i = from; i < to; i++) {
      tested.call(PutItemRequest.builder().tableName(TABLE).item(vote(i)).build());
    }
  }

  static List<Map<String, AttributeValue>> from(
      ClientUnderTest tested, QueryRequest query, Map<String, AttributeValue> start) {
    return tested.call(query.toBuilder().exclusiveStartKey(start).build()).items();
  }

  static int number(ShardingSpec spec, Map<String, AttributeValue> vote) {
    return new ShardedTable(spec)
        .indexShards()
        .shardOf(spec.shardedIndexes().get(0), vote)
        .getAsInt();
  }

  static boolean countsAgree(Map<String, AttributeValue> vote) {
    return number(BEFORE, vote) == number(AFTER, vote);
  }

  static List<Map<String, AttributeValue>> votes() {
    return IntStream.range(0, ITEMS).mapToObj(RaisedVotes::vote).toList();
  }
}
