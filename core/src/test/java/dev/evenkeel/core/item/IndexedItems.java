package dev.evenkeel.core.item;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A table with one index of each projection, and random items that come and go in them. */
final class IndexedItems {
  static final KeySchema TABLE_KEY =
      KeySchema.of(KeyAttribute.ofString("k"), KeyAttribute.ofNumber("r"));
  static final Map<String, SecondaryIndex> INDEXES =
      Map.of(
          "all", index(List.of("g"), List.of(), ProjectionType.ALL),
          "keys", index(List.of("g"), List.of("h"), ProjectionType.KEYS_ONLY),
          "include", index(List.of("h"), List.of(), ProjectionType.INCLUDE),
          "wide", index(List.of("g", "h"), List.of("l", "k"), ProjectionType.INCLUDE),
          "local", index(List.of("k"), List.of("l"), ProjectionType.KEYS_ONLY));

  /** The attributes of items besides their key. */
  static final List<String> ATTRIBUTES = List.of("g", "h", "l", "p", "o");

  private IndexedItems() {}

  static Map<String, AttributeValue> key(String k, int r) {
    return Map.of("k", AttributeValue.fromS(k), "r", AttributeValue.fromN(Integer.toString(r)));
  }

  /** The key and a random choice of the attributes that the indexes look at. */
  static Map<String, AttributeValue> item(Map<String, AttributeValue> key, RandomItems random) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    for (String name : ATTRIBUTES) {
      if (random.below(4) > 0) {
        item.put(name, value(name, random));
      }
    }
    return item;
  }

  static AttributeValue value(String name, RandomItems random) {
    return switch (name) {
      case "g" -> AttributeValue.fromS("g" + random.below(3));
      case "h" -> AttributeValue.fromN(List.of("1", "1.0", "2").get(random.below(3)));
      case "l" -> AttributeValue.fromS("l" + random.below(2));
      case "p" -> AttributeValue.fromS("p".repeat(random.below(6_000)));
      default -> random.value(3);
    };
  }

  private static SecondaryIndex index(
      List<String> partition, List<String> sort, ProjectionType type) {
    return SecondaryIndex.of(
        TABLE_KEY,
        KeySchema.of(elements(partition, sort), definition().attributeDefinitions()),
        projection(type));
  }

  private static Projection projection(ProjectionType type) {
    Projection.Builder projection = Projection.builder().projectionType(type);
    return type == ProjectionType.INCLUDE
        ? projection.nonKeyAttributes("p").build()
        : projection.build();
  }

  private static List<KeySchemaElement> elements(List<String> partition, List<String> sort) {
    return Stream.concat(
            partition.stream().map(name -> LocalTable.element(name, KeyType.HASH)),
            sort.stream().map(name -> LocalTable.element(name, KeyType.RANGE)))
        .toList();
  }

  static CreateTableRequest definition() {
    return LocalTable.definition(ScalarAttributeType.N)
        .attributeDefinitions(
            LocalTable.define("k", ScalarAttributeType.S),
            LocalTable.define("r", ScalarAttributeType.N),
            LocalTable.define("g", ScalarAttributeType.S),
            LocalTable.define("h", ScalarAttributeType.N),
            LocalTable.define("l", ScalarAttributeType.S))
        .globalSecondaryIndexes(
            global("all", List.of("g"), List.of(), ProjectionType.ALL),
            global("keys", List.of("g"), List.of("h"), ProjectionType.KEYS_ONLY),
            global("include", List.of("h"), List.of(), ProjectionType.INCLUDE),
            global("wide", List.of("g", "h"), List.of("l", "k"), ProjectionType.INCLUDE))
        .localSecondaryIndexes(
            LocalSecondaryIndex.builder()
                .indexName("local")
                .keySchema(elements(List.of("k"), List.of("l")))
                .projection(projection(ProjectionType.KEYS_ONLY))
                .build())
        .build();
  }

  private static GlobalSecondaryIndex global(
      String name, List<String> partition, List<String> sort, ProjectionType type) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(elements(partition, sort))
        .projection(projection(type))
        .build();
  }
}
