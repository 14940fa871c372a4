package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.s;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Votes in three indexes of one number, and in one table that may be sharded, too. */
@ExtendWith(LocalDynamoDbExtension.class)
abstract class FilmVotes {
  static final String TABLE = "votes";
  static final KeyAttribute MOOD = KeyAttribute.ofString("mood");

  /** Three indexes of one number: by two attributes, and by one in the order of the table's key. */
  static ShardingSpec spec(int shards, int numbers) {
    KeyAttribute number = KeyAttribute.ofNumber("num");
    ShardingSpec.Builder spec =
        ShardingSpec.builder(TABLE)
            .partitionKey("pk")
            .sortKey("sk")
            .shards(shards)
            .shardedIndex(
                ShardedIndexSpec.multiAttribute("byMood", MOOD.name(), MOOD.type(), numbers)
                    .shardAttribute(number.name(), number.type()))
            .shardedIndex(
                ShardedIndexSpec.multiAttribute("bySk", "sk", numbers)
                    .sortKey(MOOD.name(), MOOD.type())
                    .shardAttribute(number.name(), number.type()));
    return shards == 1
        ? spec.shardedIndex(
                ShardedIndexSpec.multiAttribute("byPk", MOOD.name(), MOOD.type(), numbers)
                    .sortKey("pk")
                    .shardAttribute(number.name(), number.type()))
            .build()
        : spec.build();
  }

  @BeforeEach
  void create(LocalDynamoDb local) {
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, spec(1, 3))) {
      client.call(
          CreateTableRequest.builder()
              .tableName(TABLE)
              .billingMode(BillingMode.PAY_PER_REQUEST)
              .keySchema(element("pk", KeyType.HASH), element("sk", KeyType.RANGE))
              .attributeDefinitions(text("pk"), text("sk"), text("mood"))
              .globalSecondaryIndexes(
                  index("byMood", element("mood", KeyType.HASH)),
                  index("bySk", element("sk", KeyType.HASH), element("mood", KeyType.RANGE)),
                  index("byPk", element("mood", KeyType.HASH), element("pk", KeyType.RANGE)))
              .build());
    }
  }

  @AfterEach
  void delete(DynamoDbClient plain) {
    plain.deleteTable(table -> table.tableName(TABLE));
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  static GlobalSecondaryIndex index(String name, KeySchemaElement... key) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(key)
        .projection(all -> all.projectionType(ProjectionType.ALL))
        .build();
  }

  static Map<String, AttributeValue> vote(int i) {
    return Map.of("pk", s("film"), "sk", s("vote" + i), "mood", s("new"));
  }

  static PutItemRequest put(Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(TABLE).item(item).build();
  }

  static QueryRequest query(String index, String attribute, String value) {
    return QueryRequest.builder()
        .tableName(TABLE)
        .indexName(index)
        .keyConditionExpression(attribute + " = :v")
        .expressionAttributeValues(Map.of(":v", s(value)))
        .build();
  }

  static List<Map<String, AttributeValue>> rest(ClientUnderTest client, QueryRequest query) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    QueryRequest next = query;
    while (true) {
      QueryResponse page = client.call(next);
      items.addAll(page.items());
      if (page.lastEvaluatedKey().isEmpty()) {
        return items;
      }
      next = next.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
    }
  }
}
