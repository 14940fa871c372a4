package dev.evenkeel.sharding.internal.table;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.spec.IndexSpec;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardedIndexSpec.Layout;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexInfo;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;

/** The keys of sharded indexes as callers know them, and as the table has them. */
public final class ShardedIndexSchema {
  private final List<ShardedIndexSpec> indexes;
  private final Set<String> numbers;

  public ShardedIndexSchema(List<ShardedIndexSpec> indexes) {
    this.indexes = indexes;
    this.numbers = indexes.stream().map(index -> index.shard().name()).collect(Collectors.toSet());
  }

  private @Nullable ShardedIndexSpec named(String name) {
    return indexes.stream().filter(index -> index.name().equals(name)).findFirst().orElse(null);
  }

  /** Refuses an index of a declared name that has another key than the one callers see. */
  public void require(
      Call call,
      String name,
      IndexSpec.Scope scope,
      List<KeySchemaElement> key,
      List<AttributeDefinition> definitions) {
    ShardedIndexSpec index = named(name);
    boolean declared =
        index == null
            || (scope == IndexSpec.Scope.GLOBAL
                && key.equals(logicalKey(index))
                && agree(index.partition(), definitions)
                && agree(index.sort(), definitions));
    if (index != null && !declared) {
      throw call.refuse(
          "index '%s' is not the global index that the spec declares, with partition key '%s' of type %s and %s"
              .formatted(
                  name, index.partition().name(), index.partition().type(), sortOf(index.sort())),
          "Use the logical key of the spec, without the number that spreads it: that is added here");
    }
  }

  static String sortOf(@Nullable KeyAttribute sort) {
    return sort == null
        ? "no sort key"
        : "sort key '%s' of type %s".formatted(sort.name(), sort.type());
  }

  /** A missing definition is DynamoDB's to refuse. */
  static boolean agree(@Nullable KeyAttribute key, List<AttributeDefinition> definitions) {
    return key == null
        || definitions.stream()
            .filter(definition -> key.name().equals(definition.attributeName()))
            .allMatch(definition -> key.type() == definition.attributeType());
  }

  public List<GlobalSecondaryIndex> physical(List<GlobalSecondaryIndex> logical) {
    return logical.stream()
        .map(i -> i.toBuilder().keySchema(physical(i.indexName(), i.keySchema())).build())
        .toList();
  }

  public List<GlobalSecondaryIndexUpdate> physicalUpdates(
      List<GlobalSecondaryIndexUpdate> logical) {
    return logical.stream()
        .map(
            update ->
                update.create() == null
                    ? update
                    : update.toBuilder()
                        .create(
                            update.create().toBuilder()
                                .keySchema(
                                    physical(
                                        update.create().indexName(), update.create().keySchema()))
                                .build())
                        .build())
        .toList();
  }

  private List<KeySchemaElement> physical(String name, List<KeySchemaElement> logical) {
    ShardedIndexSpec index = named(name);
    return index == null ? logical : physicalKey(index);
  }

  public List<GlobalSecondaryIndexDescription> logical(
      List<GlobalSecondaryIndexDescription> physical) {
    return physical.stream()
        .map(i -> i.toBuilder().keySchema(logical(i.indexName(), i.keySchema())).build())
        .toList();
  }

  public List<GlobalSecondaryIndex> logicalCreations(List<GlobalSecondaryIndex> physical) {
    return physical.stream()
        .map(i -> i.toBuilder().keySchema(logical(i.indexName(), i.keySchema())).build())
        .toList();
  }

  public List<GlobalSecondaryIndexInfo> logicalInfos(List<GlobalSecondaryIndexInfo> physical) {
    return physical.stream()
        .map(i -> i.toBuilder().keySchema(logical(i.indexName(), i.keySchema())).build())
        .toList();
  }

  /** An index of a declared name with another key is shown as it is: the spec is wrong about it. */
  private List<KeySchemaElement> logical(String name, List<KeySchemaElement> physical) {
    ShardedIndexSpec index = named(name);
    return index == null || !physical.equals(physicalKey(index)) ? physical : logicalKey(index);
  }

  /** The definitions of a request, and those of the numbers that its indexes need. */
  public List<AttributeDefinition> physicalDefinitions(
      List<AttributeDefinition> logical, List<String> indexNames) {
    Set<AttributeDefinition> physical = new LinkedHashSet<>(logical);
    indexes.stream()
        .filter(index -> indexNames.contains(index.name()))
        .map(ShardedIndexSpec::shard)
        .map(
            key ->
                AttributeDefinition.builder()
                    .attributeName(key.name())
                    .attributeType(key.type())
                    .build())
        .forEach(physical::add);
    return List.copyOf(physical);
  }

  public List<AttributeDefinition> logicalDefinitions(List<AttributeDefinition> physical) {
    return physical.stream()
        .filter(definition -> !numbers.contains(definition.attributeName()))
        .toList();
  }

  private static List<KeySchemaElement> logicalKey(ShardedIndexSpec index) {
    List<KeySchemaElement> key = new ArrayList<>();
    key.add(element(index.partition(), KeyType.HASH));
    if (index.sort() != null) {
      key.add(element(index.sort(), KeyType.RANGE));
    }
    return key;
  }

  private static List<KeySchemaElement> physicalKey(ShardedIndexSpec index) {
    KeySchemaElement number = element(index.shard(), KeyType.HASH);
    if (index.layout() == Layout.NUMBER_FIRST) {
      return List.of(number, element(index.partition(), KeyType.RANGE));
    }
    List<KeySchemaElement> key = new ArrayList<>(logicalKey(index));
    key.add(1, number);
    return key;
  }

  private static KeySchemaElement element(KeyAttribute attribute, KeyType type) {
    return KeySchemaElement.builder().attributeName(attribute.name()).keyType(type).build();
  }
}
