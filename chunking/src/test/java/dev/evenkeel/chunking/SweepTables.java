package dev.evenkeel.chunking;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The tables of specs, which are emptied and made. */
record SweepTables(DynamoDbClient client) {
  /** Empties and makes the tables of specs. */
  void create(ChunkingSpec... specs) {
    Set<String> done = new TreeSet<>();
    for (ChunkingSpec spec : specs) {
      List<AttributeDefinition> keys = new ArrayList<>();
      Stream.concat(spec.key().partition().stream(), spec.key().sort().stream())
          .forEach(key -> keys.add(definition(key.name(), key.type())));
      table(spec.tableName(), keys, done);
      ChunkTableSpec chunks = spec.chunkTable();
      if (chunks != null) {
        List<AttributeDefinition> chunkKeys = new ArrayList<>();
        chunkKeys.add(definition(chunks.partitionKey(), ScalarAttributeType.S));
        if (chunks.sortKey() != null) {
          chunkKeys.add(definition(chunks.sortKey(), ScalarAttributeType.S));
        }
        table(chunks.tableName(), chunkKeys, done);
      }
      table(
          requireNonNull(spec.intentTable()).tableName(),
          List.of(
              definition("Bucket", ScalarAttributeType.N),
              definition("Due", ScalarAttributeType.S)),
          done);
    }
  }

  private static AttributeDefinition definition(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private void table(String name, List<AttributeDefinition> keys, Set<String> done) {
    if (!done.add(name)) {
      return;
    }
    drop(name);
    client.createTable(
        request ->
            request
                .tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(keys)
                .keySchema(
                    keys.stream()
                        .map(
                            key ->
                                KeySchemaElement.builder()
                                    .attributeName(key.attributeName())
                                    .keyType(keys.indexOf(key) == 0 ? KeyType.HASH : KeyType.RANGE)
                                    .build())
                        .toList()));
  }

  void drop(String table) {
    try {
      client.deleteTable(request -> request.tableName(table));
    } catch (ResourceNotFoundException | ResourceInUseException notThere) {
      return;
    }
  }
}
