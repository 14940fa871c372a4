package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.s;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** An index of invoices by country, as AWS's text on choosing a partition key lays it out. */
@ExtendWith(LocalDynamoDbExtension.class)
abstract class Invoices {
  static final String TABLE = "invoices";
  static final String INDEX = "byCountry";
  static final int SHARDS = 4;
  private static final ShardedIndexSpec BY_COUNTRY =
      ShardedIndexSpec.numberFirst(INDEX, "tx_country", SHARDS)
          .shardAttribute("prefix", ScalarAttributeType.N)
          .firstNumber(1);
  static final ShardingSpec SPEC = spec(BY_COUNTRY);

  static ShardingSpec spec(ShardedIndexSpec index) {
    return ShardingSpec.builder(TABLE)
        .partitionKey("invoice")
        .sortKey("row")
        .shards(1)
        .shardedIndex(index)
        .build();
  }

  @BeforeEach
  void create(LocalDynamoDb local) {
    try (ClientUnderTest tested = ShardedClients.open(Kind.SYNC, local, SPEC)) {
      tested.call(create("tx_country"));
    }
  }

  @AfterEach
  void delete(DynamoDbClient plain) {
    plain.deleteTable(table -> table.tableName(TABLE));
  }

  static CreateTableRequest create(String indexed) {
    return CreateTableRequest.builder()
        .tableName(TABLE)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .keySchema(key("invoice", KeyType.HASH), key("row", KeyType.RANGE))
        .attributeDefinitions(text("invoice"), text("row"), text(indexed))
        .globalSecondaryIndexes(
            GlobalSecondaryIndex.builder()
                .indexName(INDEX)
                .keySchema(key(indexed, KeyType.HASH))
                .projection(all -> all.projectionType(ProjectionType.ALL))
                .build())
        .build();
  }

  static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  static Map<String, AttributeValue> invoice(int i, @Nullable String country) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("invoice", s("InvoiceNumber#" + i));
    item.put("row", s("root"));
    if (country != null) {
      item.put("tx_country", s(country));
    }
    return item;
  }

  static Map<String, AttributeValue> key(int i) {
    return invoice(i, null);
  }

  static PutItemRequest put(Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(TABLE).item(item).build();
  }

  static QueryRequest query(String condition, Map<String, AttributeValue> values) {
    return QueryRequest.builder()
        .tableName(TABLE)
        .indexName(INDEX)
        .keyConditionExpression(condition)
        .expressionAttributeValues(values)
        .build();
  }

  static List<Map<String, AttributeValue>> stored(DynamoDbClient plain) {
    return plain.scanPaginator(scan -> scan.tableName(TABLE)).items().stream()
        .sorted((a, b) -> a.get("invoice").s().compareTo(b.get("invoice").s()))
        .toList();
  }

  static void refused(Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfAny(RefusedOperationException.class, DynamoDbException.class)
        .hasMessageContaining(" refused: ");
  }
}
