package dev.evenkeel.chunking.internal.expression;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.ManagedTables;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;

/**
 * Requests that make or change a table. One that contradicts the spec would lose rows later, and in
 * silence: an item whose index key is stored elsewhere is not in the index.
 */
public final class TableRules {
  private TableRules() {}

  /**
   * Looks at a request; any but those of tables is let pass.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if it makes a table, an index or a TTL
   *     attribute that contradicts the spec
   */
  public static void check(ManagedTables<ChunkedTable> tables, DynamoDbRequest request) {
    if (request instanceof CreateTableRequest create) {
      ChunkedTable table = tables.find(create.tableName());
      refuse("CreateTable", table, table == null ? List.of() : problems(table.spec(), create));
    } else if (request instanceof UpdateTableRequest update) {
      ChunkedTable table = tables.find(update.tableName());
      refuse("UpdateTable", table, table == null ? List.of() : problems(table.spec(), update));
    } else if (request instanceof UpdateTimeToLiveRequest update) {
      ChunkedTable table = tables.find(update.tableName());
      refuse("UpdateTimeToLive", table, table == null ? List.of() : problems(table.spec(), update));
    }
  }

  private static void refuse(
      String operation, @Nullable ChunkedTable table, List<String> problems) {
    if (table != null && !problems.isEmpty()) {
      throw new Call(operation, table.name())
          .refuse(
              "it contradicts the spec of large values: " + String.join("; ", problems),
              "Correct it, or leave the attribute out of the spec");
    }
  }

  private static List<String> problems(ChunkingSpec spec, CreateTableRequest create) {
    TableDescription.Builder made =
        TableDescription.builder()
            .tableName(create.tableName())
            .keySchema(create.keySchema())
            .attributeDefinitions(create.attributeDefinitions())
            .localSecondaryIndexes(
                create.localSecondaryIndexes().stream()
                    .map(
                        index ->
                            LocalSecondaryIndexDescription.builder()
                                .indexName(index.indexName())
                                .keySchema(index.keySchema())
                                .projection(index.projection())
                                .build())
                    .toList())
            .globalSecondaryIndexes(
                create.globalSecondaryIndexes().stream()
                    .map(
                        index ->
                            GlobalSecondaryIndexDescription.builder()
                                .indexName(index.indexName())
                                .keySchema(index.keySchema())
                                .projection(index.projection())
                                .build())
                    .toList());
    return spec.mismatchesOf(made.build());
  }

  private static List<String> problems(ChunkingSpec spec, UpdateTableRequest update) {
    List<GlobalSecondaryIndexDescription> made = new ArrayList<>();
    for (GlobalSecondaryIndexUpdate change : update.globalSecondaryIndexUpdates()) {
      CreateGlobalSecondaryIndexAction create = change.create();
      if (create != null) {
        made.add(
            GlobalSecondaryIndexDescription.builder()
                .indexName(create.indexName())
                .keySchema(create.keySchema())
                .projection(create.projection())
                .build());
      }
    }
    return spec.mismatchesOf(TableDescription.builder().globalSecondaryIndexes(made).build());
  }

  private static List<String> problems(ChunkingSpec spec, UpdateTimeToLiveRequest update) {
    boolean large =
        update.timeToLiveSpecification() != null
            && Boolean.TRUE.equals(update.timeToLiveSpecification().enabled())
            && spec.attributes().containsKey(update.timeToLiveSpecification().attributeName());
    return large
        ? List.of(
            "attribute '%s' is large, and would never expire"
                .formatted(update.timeToLiveSpecification().attributeName()))
        : List.of();
  }
}
