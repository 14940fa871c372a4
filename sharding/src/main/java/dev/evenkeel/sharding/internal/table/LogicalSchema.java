package dev.evenkeel.sharding.internal.table;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.spec.IndexSpec;
import dev.evenkeel.sharding.spec.IndexSpec.Scope;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BackupDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexInfo;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.ImportTableDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.SourceTableFeatureDetails;
import software.amazon.awssdk.services.dynamodb.model.TableCreationParameters;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/**
 * The key of a sharded table as callers know it, and as the table has it: a logical partition key
 * of type N is an S in the table, and sharded indexes have a number in their keys.
 *
 * <p>A table has one definition of each attribute, for itself and all its indexes (AWS: CreateTable
 * API reference, AttributeDefinitions). So an index keyed by the sharded attribute has the physical
 * type too, as it holds the physical values.
 */
public final class LogicalSchema {
  private static final String MISSING = "missing";

  private final ManagedTable table;
  private final ShardedIndexSchema indexes;

  public LogicalSchema(ManagedTable table) {
    this.table = table;
    this.indexes = new ShardedIndexSchema(table.shardedIndexes());
  }

  public ManagedTable table() {
    return table;
  }

  /** The sharded indexes of the table. */
  public ShardedIndexSchema indexes() {
    return indexes;
  }

  /** Refuses a key that is not the one of the spec. */
  public void requireKey(
      Call call, List<KeySchemaElement> key, List<AttributeDefinition> definitions) {
    String sortKey = table.sortKey();
    String expected =
        key("'" + table.partitionKey() + "'", sortKey == null ? MISSING : "'" + sortKey + "'");
    String given = key(named(key, KeyType.HASH), named(key, KeyType.RANGE));
    if (!given.equals(expected)) {
      throw call.refuse(
          "the table's %s, but the spec's %s".formatted(given, expected),
          "Use the key of the spec, or give the client a spec for this key");
    }
    requireTypes(call, definitions);
  }

  private static String key(String partition, String sort) {
    return "partition key is %s and its sort key %s".formatted(partition, sort);
  }

  private static String named(List<KeySchemaElement> key, KeyType type) {
    String names = names(key, type).stream().collect(Collectors.joining("', '", "'", "'"));
    return names.equals("''") ? MISSING : names;
  }

  private static List<String> names(List<KeySchemaElement> key, KeyType type) {
    return key.stream()
        .filter(element -> element.keyType() == type)
        .map(KeySchemaElement::attributeName)
        .toList();
  }

  /**
   * Refuses indexes that are not as the spec declares them: with another key, queries on them would
   * be merged in an order they do not have.
   *
   * @param definitions those of the request
   */
  public void requireIndexes(
      Call call,
      List<AttributeDefinition> definitions,
      List<LocalSecondaryIndex> local,
      List<GlobalSecondaryIndex> global) {
    local.forEach(i -> requireIndex(call, definitions, i.indexName(), Scope.LOCAL, i.keySchema()));
    global.forEach(
        i -> requireIndex(call, definitions, i.indexName(), Scope.GLOBAL, i.keySchema()));
  }

  /** The same of those that an update creates. */
  public void requireIndexes(Call call, UpdateTableRequest request) {
    List<AttributeDefinition> definitions = request.attributeDefinitions();
    request.globalSecondaryIndexUpdates().stream()
        .map(GlobalSecondaryIndexUpdate::create)
        .filter(Objects::nonNull)
        .forEach(i -> requireIndex(call, definitions, i.indexName(), Scope.GLOBAL, i.keySchema()));
  }

  private void requireIndex(
      Call call,
      List<AttributeDefinition> definitions,
      String name,
      Scope scope,
      List<KeySchemaElement> key) {
    indexes.require(call, name, scope, key, definitions);
    for (IndexSpec index : table.indexes()) {
      if (index.name().equals(name) && !(index.scope() == scope && isOf(index, key, definitions))) {
        throw call.refuse(
            "index '%s' is not the %s index that the spec declares, with partition key '%s' and %s"
                .formatted(
                    name,
                    index.scope() == Scope.LOCAL ? "local" : "global",
                    table.partitionKey(),
                    ShardedIndexSchema.sortOf(index.sort())),
            "Use the key of the spec, or declare the index as it is");
      }
    }
  }

  private boolean isOf(
      IndexSpec index, List<KeySchemaElement> key, List<AttributeDefinition> definitions) {
    List<String> sort = index.sort() == null ? List.of() : List.of(index.sort().name());
    return names(key, KeyType.HASH).equals(List.of(table.partitionKey()))
        && names(key, KeyType.RANGE).equals(sort)
        && ShardedIndexSchema.agree(index.sort(), definitions);
  }

  /** Refuses other types than those of the spec. A missing definition is DynamoDB's to refuse. */
  public void requireTypes(Call call, List<AttributeDefinition> definitions) {
    for (AttributeDefinition definition : definitions) {
      requireType(call, definition, table.key().partitionKey());
      table.key().sort().forEach(sort -> requireType(call, definition, sort));
    }
  }

  private static void requireType(Call call, AttributeDefinition definition, KeyAttribute key) {
    if (key.name().equals(definition.attributeName()) && key.type() != definition.attributeType()) {
      throw call.refuse(
          "key attribute '%s' is defined as %s, but the spec says %s"
              .formatted(key.name(), definition.attributeTypeAsString(), key.type()),
          "Define it with the type that callers see: the table gets the physical one");
    }
  }

  public List<AttributeDefinition> physical(List<AttributeDefinition> definitions) {
    return replaced(definitions, ScalarAttributeType.N, ScalarAttributeType.S);
  }

  public List<AttributeDefinition> logical(List<AttributeDefinition> definitions) {
    return replaced(
        indexes.logicalDefinitions(definitions), ScalarAttributeType.S, ScalarAttributeType.N);
  }

  public TableDescription logical(TableDescription description) {
    TableDescription.Builder logical = description.toBuilder();
    if (description.hasAttributeDefinitions()) {
      logical.attributeDefinitions(logical(description.attributeDefinitions()));
    }
    if (description.hasGlobalSecondaryIndexes()) {
      logical.globalSecondaryIndexes(indexes.logical(description.globalSecondaryIndexes()));
    }
    return logical.build();
  }

  public ImportTableDescription logical(ImportTableDescription imported) {
    TableCreationParameters creation = imported.tableCreationParameters();
    if (creation == null || !creation.hasAttributeDefinitions()) {
      return imported;
    }
    TableCreationParameters.Builder logical =
        creation.toBuilder().attributeDefinitions(logical(creation.attributeDefinitions()));
    if (creation.hasGlobalSecondaryIndexes()) {
      logical.globalSecondaryIndexes(indexes.logicalCreations(creation.globalSecondaryIndexes()));
    }
    return imported.toBuilder().tableCreationParameters(logical.build()).build();
  }

  public BackupDescription logical(BackupDescription backup) {
    SourceTableFeatureDetails features = backup.sourceTableFeatureDetails();
    if (features == null || !features.hasGlobalSecondaryIndexes()) {
      return backup;
    }
    List<GlobalSecondaryIndexInfo> logical =
        indexes.logicalInfos(features.globalSecondaryIndexes());
    return backup.toBuilder()
        .sourceTableFeatureDetails(features.toBuilder().globalSecondaryIndexes(logical).build())
        .build();
  }

  private List<AttributeDefinition> replaced(
      List<AttributeDefinition> definitions, ScalarAttributeType from, ScalarAttributeType to) {
    if (table.plain() || table.key().partitionKey().type() != ScalarAttributeType.N) {
      return definitions;
    }
    Predicate<AttributeDefinition> concerned =
        definition ->
            table.partitionKey().equals(definition.attributeName())
                && definition.attributeType() == from;
    return definitions.stream()
        .map(each -> concerned.test(each) ? each.toBuilder().attributeType(to).build() : each)
        .toList();
  }
}
