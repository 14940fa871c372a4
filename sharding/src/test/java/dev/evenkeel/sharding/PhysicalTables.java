package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Makes the physical table of a spec with the undecorated client. */
final class PhysicalTables {
  private PhysicalTables() {}

  static void create(DynamoDbClient plain, ShardingSpec spec) {
    ScalarAttributeType partitionType =
        spec.partitionType() == ScalarAttributeType.N
            ? ScalarAttributeType.S
            : spec.partitionType();
    plain.createTable(
        table ->
            table
                .tableName(spec.tableName())
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(
                    element(spec.partitionKey(), KeyType.HASH),
                    element(spec.sortKey(), KeyType.RANGE))
                .attributeDefinitions(
                    List.of(
                        definition(spec.partitionKey(), partitionType),
                        definition(spec.sortKey(), spec.sortType()))));
  }

  private static KeySchemaElement element(String attribute, KeyType type) {
    return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
  }

  private static AttributeDefinition definition(String attribute, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(attribute).attributeType(type).build();
  }
}
