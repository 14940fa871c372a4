package dev.evenkeel.timeseries.spec;

import static software.amazon.awssdk.enhanced.dynamodb.TableMetadata.primaryIndexName;

import dev.evenkeel.core.internal.mapping.IndexKeys;
import dev.evenkeel.core.internal.mapping.SchemaTags;
import dev.evenkeel.core.internal.mapping.VectorIndex;
import dev.evenkeel.core.item.KeyAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.enhanced.dynamodb.IndexMetadata;
import software.amazon.awssdk.enhanced.dynamodb.KeyAttributeMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Makes of a schema what its tables are created from, as the Enhanced Client would. */
final class MappedTemplate {
  private static final Projection ALL =
      Projection.builder().projectionType(ProjectionType.ALL).build();

  private final Map<String, ScalarAttributeType> definitions = new TreeMap<>();
  private final List<GlobalSecondaryIndex> global = new ArrayList<>();
  private final List<LocalSecondaryIndex> local = new ArrayList<>();
  private final IndexMetadata table;

  private MappedTemplate(TableMetadata metadata) {
    this.table = primary(metadata);
    define(table);
    metadata.indices().stream()
        .filter(index -> !index.name().equals(primaryIndexName()))
        .forEach(this::add);
  }

  /**
   * The template of a schema.
   *
   * @throws IllegalArgumentException if the schema has no partition key, or an index that a
   *     template cannot take over
   */
  static TableTemplate of(TableMetadata metadata) {
    for (VectorIndex index : VectorIndex.of(metadata)) {
      throw new IllegalArgumentException(
          "index '%s' is a vector index, which a schema does not tell whole: say the template in code"
              .formatted(index.name()));
    }
    return TableTemplate.of(new MappedTemplate(metadata).request());
  }

  private static IndexMetadata primary(TableMetadata metadata) {
    return metadata.indices().stream()
        .filter(index -> index.name().equals(primaryIndexName()))
        .filter(index -> !IndexKeys.partition(index).isEmpty())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no attribute is the table's partition key: mark one with @DynamoDbPartitionKey"));
  }

  private void define(IndexMetadata index) {
    for (List<KeyAttributeMetadata> part :
        List.of(IndexKeys.partition(index), IndexKeys.sort(index))) {
      for (KeyAttributeMetadata attribute : part) {
        KeyAttribute key = SchemaTags.key(attribute);
        definitions.put(key.name(), key.type());
      }
    }
  }

  /** The SDK knows a local index by having no partition key of its own. */
  private void add(IndexMetadata index) {
    define(index);
    if (IndexKeys.partition(index).isEmpty()) {
      local.add(
          LocalSecondaryIndex.builder()
              .indexName(index.name())
              .keySchema(key(IndexKeys.partition(table), IndexKeys.sort(index)))
              .projection(ALL)
              .build());
    } else {
      global.add(
          GlobalSecondaryIndex.builder()
              .indexName(index.name())
              .keySchema(key(IndexKeys.partition(index), IndexKeys.sort(index)))
              .projection(ALL)
              .build());
    }
  }

  private static List<KeySchemaElement> key(
      List<KeyAttributeMetadata> partition, List<KeyAttributeMetadata> sort) {
    List<KeySchemaElement> key = new ArrayList<>();
    partition.forEach(attribute -> key.add(element(attribute.name(), KeyType.HASH)));
    sort.forEach(attribute -> key.add(element(attribute.name(), KeyType.RANGE)));
    return key;
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private CreateTableRequest request() {
    CreateTableRequest.Builder request =
        CreateTableRequest.builder()
            .keySchema(key(IndexKeys.partition(table), IndexKeys.sort(table)))
            .attributeDefinitions(
                definitions.entrySet().stream()
                    .map(
                        definition ->
                            AttributeDefinition.builder()
                                .attributeName(definition.getKey())
                                .attributeType(definition.getValue())
                                .build())
                    .toList())
            .billingMode(BillingMode.PAY_PER_REQUEST);
    if (!global.isEmpty()) {
      request.globalSecondaryIndexes(global);
    }
    if (!local.isEmpty()) {
      request.localSecondaryIndexes(local);
    }
    return request.build();
  }
}
