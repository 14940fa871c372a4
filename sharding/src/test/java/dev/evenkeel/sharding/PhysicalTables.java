package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.IndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Makes the physical table of a spec with the undecorated client. */
public final class PhysicalTables {
  private PhysicalTables() {}

  public static void create(DynamoDbClient plain, ShardingSpec spec) {
    create(plain, spec, Projection.builder().projectionType(ProjectionType.ALL).build());
  }

  /** With the indexes that the spec declares. */
  static void create(DynamoDbClient plain, ShardingSpec spec, Projection projection) {
    ScalarAttributeType partitionType =
        spec.partitionType() == ScalarAttributeType.N && spec.shardCounts().max() > 1
            ? ScalarAttributeType.S
            : spec.partitionType();
    Set<AttributeDefinition> definitions = new LinkedHashSet<>();
    definitions.add(definition(spec.partitionKey(), partitionType));
    definitions.add(definition(spec.sortKey(), spec.sortType()));
    List<LocalSecondaryIndex> locals = new ArrayList<>();
    List<GlobalSecondaryIndex> globals = new ArrayList<>();
    for (IndexSpec index : spec.indexes()) {
      List<KeySchemaElement> key = new ArrayList<>();
      key.add(element(spec.partitionKey(), KeyType.HASH));
      if (index.sort() != null) {
        key.add(element(index.sort().name(), KeyType.RANGE));
        definitions.add(definition(index.sort().name(), index.sort().type()));
      }
      if (index.scope() == IndexSpec.Scope.LOCAL) {
        locals.add(
            LocalSecondaryIndex.builder()
                .indexName(index.name())
                .keySchema(key)
                .projection(projection)
                .build());
      } else {
        globals.add(
            GlobalSecondaryIndex.builder()
                .indexName(index.name())
                .keySchema(key)
                .projection(projection)
                .build());
      }
    }
    plain.createTable(
        table ->
            table
                .tableName(spec.tableName())
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(
                    element(spec.partitionKey(), KeyType.HASH),
                    element(spec.sortKey(), KeyType.RANGE))
                .attributeDefinitions(definitions)
                .localSecondaryIndexes(locals.isEmpty() ? null : locals)
                .globalSecondaryIndexes(globals.isEmpty() ? null : globals));
  }

  private static KeySchemaElement element(String attribute, KeyType type) {
    return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
  }

  private static AttributeDefinition definition(String attribute, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(attribute).attributeType(type).build();
  }
}
