package dev.evenkeel.sharding.internal.plan.table;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.internal.plan.layout.Call;
import dev.evenkeel.sharding.internal.plan.layout.ShardedTable;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.ImportTableDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableCreationParameters;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The key of a sharded table as callers know it, and as the table has it: a logical partition key
 * of type N is an S in the table, and sharded indexes have a number in their keys.
 *
 * <p>A table has one definition of each attribute, for itself and all its indexes (AWS: CreateTable
 * API reference, AttributeDefinitions). So an index keyed by the sharded attribute has the physical
 * type too, as it holds the physical values.
 */
final class LogicalSchema {
  private final ShardingSpec spec;
  private final ShardedIndexSchema indexes;

  LogicalSchema(ShardedTable table) {
    this.spec = table.spec();
    this.indexes = new ShardedIndexSchema(spec);
  }

  ShardingSpec spec() {
    return spec;
  }

  /** The sharded indexes of the table. */
  ShardedIndexSchema indexes() {
    return indexes;
  }

  /** Refuses a key that is not the one of the spec. */
  void requireKey(Call call, List<KeySchemaElement> key, List<AttributeDefinition> definitions) {
    String sort = spec.sortKey();
    String expected =
        key("'" + spec.partitionKey() + "'", sort == null ? "missing" : "'" + sort + "'");
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
    String names =
        key.stream()
            .filter(element -> element.keyType() == type)
            .map(KeySchemaElement::attributeName)
            .collect(Collectors.joining("', '", "'", "'"));
    return names.equals("''") ? "missing" : names;
  }

  /** Refuses other types than those of the spec. A missing definition is DynamoDB's to refuse. */
  void requireTypes(Call call, List<AttributeDefinition> definitions) {
    for (AttributeDefinition definition : definitions) {
      requireType(call, definition, spec.logicalKey().partitionKey());
      if (spec.logicalKey().sortKey() != null) {
        requireType(call, definition, spec.logicalKey().sortKey());
      }
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

  List<AttributeDefinition> physical(List<AttributeDefinition> definitions) {
    return replaced(definitions, ScalarAttributeType.N, ScalarAttributeType.S);
  }

  List<AttributeDefinition> logical(List<AttributeDefinition> definitions) {
    return replaced(
        indexes.logicalDefinitions(definitions), ScalarAttributeType.S, ScalarAttributeType.N);
  }

  TableDescription logical(TableDescription table) {
    TableDescription.Builder logical = table.toBuilder();
    if (table.hasAttributeDefinitions()) {
      logical.attributeDefinitions(logical(table.attributeDefinitions()));
    }
    if (table.hasGlobalSecondaryIndexes()) {
      logical.globalSecondaryIndexes(indexes.logical(table.globalSecondaryIndexes()));
    }
    return logical.build();
  }

  ImportTableDescription logical(ImportTableDescription imported) {
    TableCreationParameters table = imported.tableCreationParameters();
    if (table == null || !table.hasAttributeDefinitions()) {
      return imported;
    }
    TableCreationParameters.Builder logical =
        table.toBuilder().attributeDefinitions(logical(table.attributeDefinitions()));
    if (table.hasGlobalSecondaryIndexes()) {
      logical.globalSecondaryIndexes(indexes.logicalCreations(table.globalSecondaryIndexes()));
    }
    return imported.toBuilder().tableCreationParameters(logical.build()).build();
  }

  private List<AttributeDefinition> replaced(
      List<AttributeDefinition> definitions, ScalarAttributeType from, ScalarAttributeType to) {
    if (spec.partitionType() != ScalarAttributeType.N || spec.shardCounts().max() == 1) {
      return definitions;
    }
    Predicate<AttributeDefinition> concerned =
        definition ->
            spec.partitionKey().equals(definition.attributeName())
                && definition.attributeType() == from;
    return definitions.stream()
        .map(each -> concerned.test(each) ? each.toBuilder().attributeType(to).build() : each)
        .toList();
  }
}
