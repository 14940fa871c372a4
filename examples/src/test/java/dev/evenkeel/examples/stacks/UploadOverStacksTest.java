package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.upload.DistributedUpload;
import dev.evenkeel.upload.UploadSources;
import dev.evenkeel.upload.spec.UploadListener;
import dev.evenkeel.upload.spec.UploadProgress;
import dev.evenkeel.upload.spec.UploadReport.RejectedItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Uploads over clients that refuse some items, and store others outside. */
@ExtendWith(LocalDynamoDbExtension.class)
class UploadOverStacksTest {
  private static final ChunkingSpec DOCUMENTS =
      ChunkingSpec.builder("documents")
          .partitionKey("id")
          .attribute("text", AttributePolicy.chunked().moveFrom(4096))
          .chunkTable(ChunkTableSpec.of("chunks"))
          .intentTable("intents")
          .build();

  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

  private final List<Long> rejected = new ArrayList<>();
  private DynamoDbClient plain;

  @BeforeEach
  void open(LocalDynamoDb local) {
    plain = local.isolated().client();
  }

  @AfterEach
  void close() {
    plain.close();
  }

  private static Map<String, AttributeValue> item(int i, AttributeValue text) {
    return Map.of("id", AttributeValue.fromS("d" + i), "text", text);
  }

  private UploadProgress uploaded(
      DynamoDbClient client, String table, KeySchema key, List<Map<String, AttributeValue>> items) {
    return DistributedUpload.builder(client)
        .table(table, key)
        .source(UploadSources.items("items", items))
        .rejectedMax(10)
        .listener(
            new UploadListener() {
              @Override
              public void rejected(RejectedItem item) {
                rejected.add(item.position());
              }
            })
        .build()
        .run()
        .progress();
  }

  private DynamoDbClient chunking() {
    ExampleTables.create(plain, "documents", "id");
    ExampleTables.create(plain, "chunks", "Id");
    ExampleTables.createIntents(plain, "intents");
    return ChunkingDynamoDbClient.builder(plain).table(DOCUMENTS).build();
  }

  @Test
  void overChunking_valuesThatItRefuses_areRejectedOneByOne() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      items.add(item(i, AttributeValue.fromS("small")));
    }
    AttributeValue deep = AttributeValue.fromS("x");
    for (int i = 0; i < 40; i++) {
      deep = AttributeValue.fromL(List.of(deep));
    }
    items.set(3, item(3, AttributeValue.fromSs(List.of())));
    items.set(11, item(11, AttributeValue.fromSs(List.of("a", "a"))));
    items.set(20, item(20, deep));
    items.set(
        33,
        item(
            33,
            AttributeValue.fromL(
                List.of(
                    AttributeValue.fromS("evenkeel.reference"), AttributeValue.fromM(Map.of())))));
    items.set(39, item(39, AttributeValue.fromS("half \ud83d")));

    UploadProgress progress =
        uploaded(chunking(), "documents", KeySchema.of(KeyAttribute.ofString("id")), items);

    assertThat(rejected).containsExactlyInAnyOrder(3L, 11L, 20L, 33L, 39L);
    assertThat(progress.itemsStored()).isEqualTo(35);
    assertThat(plain.scan(scan -> scan.tableName("documents")).count()).isEqualTo(35);
  }

  @Test
  void overChunking_largeItems_areStoredAndCountTheirSize() {
    List<Map<String, AttributeValue>> items =
        List.of(
            item(0, AttributeValue.fromS("x".repeat(20_000))),
            item(1, AttributeValue.fromS("y".repeat(600_000))));
    DynamoDbClient client = chunking();

    UploadProgress progress =
        uploaded(client, "documents", KeySchema.of(KeyAttribute.ofString("id")), items);

    assertThat(rejected).isEmpty();
    assertThat(progress.units()).isBetween(600.0, 630.0);
    assertThat(client.getItem(get -> get.tableName("documents").key(keyOf(items.get(1)))).item())
        .isEqualTo(items.get(1));
  }

  private static Map<String, AttributeValue> keyOf(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = new HashMap<>(item);
    key.keySet().retainAll(List.of("id"));
    return key;
  }

  @Test
  void overTimeSeries_timesThatNoTableTakes_areRejectedOneByOne() {
    TimeSeriesSpec spec =
        TimeSeriesSpec.builder("readings")
            .time(ItemTime.iso("at"))
            .period(Period.DAY)
            .since(NOON)
            .template(ExampleTables.provisioned(5, 5, "id", "at"))
            .build();
    ExampleTables.create(plain, spec.tables().nameAt(NOON), "id", "at");
    DynamoDbClient client =
        TimeSeriesDynamoDbClient.builder(plain).table(spec).clock(() -> NOON).build();
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      String at = i == 7 ? "no time" : i == 21 ? "2026-11-21T00:00:00Z" : "2026-11-20T10:00:00Z";
      items.add(Map.of("id", AttributeValue.fromS("r" + i), "at", AttributeValue.fromS(at)));
    }
    KeySchema key = KeySchema.of(KeyAttribute.ofString("id"), KeyAttribute.ofString("at"));

    assertThat(uploaded(client, "readings", key, items).itemsStored()).isEqualTo(28);
    assertThat(rejected).containsExactlyInAnyOrder(7L, 21L);
  }
}
