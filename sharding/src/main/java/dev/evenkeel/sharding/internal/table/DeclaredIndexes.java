package dev.evenkeel.sharding.internal.table;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.spec.IndexSpec;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/**
 * Holds the indexes that a request makes against those that the spec declares: with another key,
 * queries on them would be merged in an order they do not have.
 */
public final class DeclaredIndexes {
  private final Call call;
  private final ManagedTable table;
  private final ShardedIndexSchema sharded;
  private final List<AttributeDefinition> definitions;

  private DeclaredIndexes(Call call, LogicalSchema schema, List<AttributeDefinition> definitions) {
    this.call = call;
    this.table = schema.table();
    this.sharded = schema.indexes();
    this.definitions = definitions;
  }

  public static void require(Call call, LogicalSchema schema, CreateTableRequest request) {
    new DeclaredIndexes(call, schema, request.attributeDefinitions())
        .require(request.localSecondaryIndexes(), request.globalSecondaryIndexes());
  }

  /** For a request that defines no attributes. */
  public static void require(
      Call call,
      LogicalSchema schema,
      List<LocalSecondaryIndex> local,
      List<GlobalSecondaryIndex> global) {
    new DeclaredIndexes(call, schema, List.of()).require(local, global);
  }

  private void require(List<LocalSecondaryIndex> local, List<GlobalSecondaryIndex> global) {
    local.forEach(i -> require(i.indexName(), IndexSpec.Scope.LOCAL, i.keySchema()));
    global.forEach(i -> require(i.indexName(), IndexSpec.Scope.GLOBAL, i.keySchema()));
  }

  public static void require(Call call, LogicalSchema schema, UpdateTableRequest request) {
    DeclaredIndexes declared = new DeclaredIndexes(call, schema, request.attributeDefinitions());
    request.globalSecondaryIndexUpdates().stream()
        .map(GlobalSecondaryIndexUpdate::create)
        .filter(create -> create != null)
        .forEach(i -> declared.require(i.indexName(), IndexSpec.Scope.GLOBAL, i.keySchema()));
  }

  private void require(String name, IndexSpec.Scope scope, List<KeySchemaElement> key) {
    sharded.require(call, name, scope, key, definitions);
    for (IndexSpec index : table.indexes()) {
      if (index.name().equals(name) && !(index.scope() == scope && same(index, key))) {
        throw call.refuse(
            "index '%s' is not the %s index that the spec declares, with partition key '%s' and %s"
                .formatted(
                    name,
                    text(index.scope()),
                    table.partitionKey(),
                    ShardedIndexSchema.sortOf(index.sort())),
            "Use the key of the spec, or declare the index as it is");
      }
    }
  }

  private boolean same(IndexSpec index, List<KeySchemaElement> key) {
    List<String> sort = index.sort() == null ? List.of() : List.of(index.sort().name());
    return named(key, KeyType.HASH).equals(List.of(table.partitionKey()))
        && named(key, KeyType.RANGE).equals(sort)
        && ShardedIndexSchema.agree(index.sort(), definitions);
  }

  private static List<String> named(List<KeySchemaElement> key, KeyType type) {
    return key.stream()
        .filter(element -> element.keyType() == type)
        .map(KeySchemaElement::attributeName)
        .toList();
  }

  private static String text(IndexSpec.Scope scope) {
    return scope == IndexSpec.Scope.LOCAL ? "local" : "global";
  }
}
