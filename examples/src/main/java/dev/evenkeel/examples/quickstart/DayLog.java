package dev.evenkeel.examples.quickstart;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.examples.ExampleTables;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A day's log as one item, however long it is, on tables of its own. */
final class DayLog {
  private static final String DAY = "day";
  private static final String LOG = "log";
  private static final int WRITE_UNIT_BYTES = 1024;

  private final DynamoDbClient plain;
  private final String table;
  private final String chunkTable;
  private final String intentTable;
  private final DynamoDbClient client;

  /**
   * @param policy whether logs are compressed, or kept in chunks
   */
  DayLog(DynamoDbClient plain, String table, AttributePolicy policy) {
    this.plain = plain;
    this.table = table;
    this.chunkTable = table + "_chunks";
    this.intentTable = table + "_intents";
    ChunkingSpec spec =
        ChunkingSpec.builder(table)
            .partitionKey(DAY)
            .attribute(LOG, policy)
            .chunkTable(chunkTable)
            .intentTable(intentTable)
            .build();
    this.client = ChunkingDynamoDbClient.builder(plain).table(spec).build();
  }

  /**
   * The stored form of a log.
   *
   * @param items how many items it takes
   * @param bytes of all of them
   * @param writeUnits of writing each of them once
   */
  record Stored(String table, int items, long bytes, long writeUnits) {
    private Stored plus(long itemBytes) {
      return new Stored(
          table,
          items + 1,
          bytes + itemBytes,
          writeUnits + (itemBytes + WRITE_UNIT_BYTES - 1) / WRITE_UNIT_BYTES);
    }
  }

  void createTables() {
    ExampleTables.create(plain, table, DAY);
    ExampleTables.create(plain, chunkTable, "Id");
    ExampleTables.createIntents(plain, intentTable);
  }

  Stored put(String day, String log) {
    client.putItem(
        put -> put.tableName(table).item(Map.of(DAY, HitItem.text(day), LOG, HitItem.text(log))));
    Stored stored = new Stored(table, 0, 0, 0);
    for (Map<String, AttributeValue> item :
        Stream.of(table, chunkTable)
            .flatMap(name -> plain.scanPaginator(scan -> scan.tableName(name)).items().stream())
            .toList()) {
      stored = stored.plus(ItemSize.bytes(item));
    }
    return stored;
  }

  String get(String day) {
    Map<String, AttributeValue> key = Map.of(DAY, HitItem.text(day));
    return requireNonNull(
            client
                .getItem(get -> get.tableName(table).key(key).consistentRead(true))
                .item()
                .get(LOG))
        .s();
  }
}
