package dev.evenkeel.upload;

import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The tables that uploads go to, all with keys pk and sk: one as it is, the others sharded. */
final class UploadTables {
  static final String PLAIN = "plain";

  /** Sort key N, so that one key has several spellings. */
  static final ShardingSpec CALCULATED = spec("calculated").build();

  static final ShardingSpec DRAWN =
      spec("drawn").selector(ShardSelector.random()).uniqueSortKeys().build();

  /** Keys are plain, but for those that begin with hot. */
  static final ShardingSpec RULED =
      spec("ruled")
          .shards(1)
          .shards(KeyRule.startingWith("hot", 16))
          .selector(ShardSelector.rotating())
          .uniqueSortKeys()
          .build();

  private UploadTables() {}

  private static ShardingSpec.Builder spec(String table) {
    return ShardingSpec.builder(table)
        .partitionKey("pk")
        .sortKey("sk", ScalarAttributeType.N)
        .shards(16);
  }

  static void create(DynamoDbClient plain, String name) {
    plain.createTable(
        table ->
            table
                .tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(element("pk", KeyType.HASH), element("sk", KeyType.RANGE))
                .attributeDefinitions(
                    definition("pk", ScalarAttributeType.S),
                    definition("sk", ScalarAttributeType.N)));
  }

  /** Everything stored in a table, with physical keys. */
  static List<Map<String, AttributeValue>> stored(DynamoDbClient plain, String table) {
    return plain.scanPaginator(scan -> scan.tableName(table)).items().stream().toList();
  }

  private static KeySchemaElement element(String attribute, KeyType type) {
    return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
  }

  private static AttributeDefinition definition(String attribute, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(attribute).attributeType(type).build();
  }
}
