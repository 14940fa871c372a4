package dev.evenkeel.testkit.equivalence;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

/**
 * The table of a test in a few words: on-demand, with indexes that project all attributes by
 * default.
 *
 * <pre>{@code
 * TableFixture.named("orders").partitionKey("customer", S).sortKey("at", N)
 *     .globalIndex("byState", KeyPart.of("state", S)).request()
 * }</pre>
 */
public final class TableFixture {
  private static final Projection ALL =
      Projection.builder().projectionType(ProjectionType.ALL).build();

  private final String name;
  private final List<KeySchemaElement> key = new ArrayList<>();
  private final Map<String, ScalarAttributeType> types = new LinkedHashMap<>();
  private final List<GlobalSecondaryIndex> globals = new ArrayList<>();
  private final List<LocalSecondaryIndex> locals = new ArrayList<>();

  private TableFixture(String name) {
    this.name = name;
  }

  /** A table without a key as yet. */
  public static TableFixture named(String name) {
    return new TableFixture(name);
  }

  /** A key attribute of an index. */
  public record KeyPart(String attribute, ScalarAttributeType type) {
    /** A key attribute. */
    public static KeyPart of(String attribute, ScalarAttributeType type) {
      return new KeyPart(attribute, type);
    }
  }

  /** The attribute of the partition key. */
  public TableFixture partitionKey(String attribute, ScalarAttributeType type) {
    key.add(0, element(attribute, type, KeyType.HASH));
    return this;
  }

  /** The attribute of the sort key. */
  public TableFixture sortKey(String attribute, ScalarAttributeType type) {
    key.add(element(attribute, type, KeyType.RANGE));
    return this;
  }

  /** A global index by one attribute. */
  public TableFixture globalIndex(String index, KeyPart partition) {
    return globalIndex(index, ALL, partition);
  }

  /** A global index by a partition and a sort key. */
  public TableFixture globalIndex(String index, KeyPart partition, KeyPart sort) {
    return globalIndex(index, ALL, partition, sort);
  }

  /**
   * A global index with a projection of its own.
   *
   * @param indexKey the partition key, and the sort key if there is one
   */
  public TableFixture globalIndex(String index, Projection projection, KeyPart... indexKey) {
    List<KeySchemaElement> schema = new ArrayList<>();
    for (KeyPart part : indexKey) {
      KeyType type = schema.isEmpty() ? KeyType.HASH : KeyType.RANGE;
      schema.add(element(part.attribute(), part.type(), type));
    }
    globals.add(
        GlobalSecondaryIndex.builder()
            .indexName(index)
            .keySchema(schema)
            .projection(projection)
            .build());
    return this;
  }

  /** A local index: the partition key of the table, which is named before, and a sort key. */
  public TableFixture localIndex(String index, KeyPart sort) {
    locals.add(
        LocalSecondaryIndex.builder()
            .indexName(index)
            .keySchema(key.get(0), element(sort.attribute(), sort.type(), KeyType.RANGE))
            .projection(ALL)
            .build());
    return this;
  }

  private KeySchemaElement element(String attribute, ScalarAttributeType type, KeyType as) {
    types.put(attribute, type);
    return KeySchemaElement.builder().attributeName(attribute).keyType(as).build();
  }

  /** The request that creates it. */
  public CreateTableRequest request() {
    List<AttributeDefinition> definitions = new ArrayList<>();
    types.forEach(
        (attribute, type) ->
            definitions.add(
                AttributeDefinition.builder()
                    .attributeName(attribute)
                    .attributeType(type)
                    .build()));
    return CreateTableRequest.builder()
        .tableName(name)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .keySchema(key)
        .attributeDefinitions(definitions)
        .globalSecondaryIndexes(globals.isEmpty() ? null : globals)
        .localSecondaryIndexes(locals.isEmpty() ? null : locals)
        .build();
  }
}
