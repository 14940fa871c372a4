package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.caching.CachingDynamoDbAsyncClient;
import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.chunking.ChunkingDynamoDbAsyncClient;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.OrphanSweeper;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A cache below chunking keeps items with references to their values, and not these. */
@ExtendWith(LocalDynamoDbExtension.class)
class ChunkingOverCachingTest {
  private static final String TABLE = "documents";
  private static final Map<String, AttributeValue> KEY = Map.of("id", AttributeValue.fromS("a"));
  private static final ChunkingSpec CHUNKED =
      ChunkingSpec.builder(TABLE)
          .partitionKey("id")
          .attribute("body", AttributePolicy.chunked())
          .chunkTable(ChunkTableSpec.of("chunks"))
          .intentTable("intents")
          .grace(Duration.ZERO)
          .build();
  private static final CachingSpec CACHED =
      CachingSpec.builder(TABLE)
          .partitionKey("id", ScalarAttributeType.S)
          .timeToLive(Duration.ofMinutes(1))
          .popular(1, Duration.ofMinutes(1))
          .build();

  private final DynamoDbClient plain;
  private final DynamoDbAsyncClient plainAsync;
  private final CachingDynamoDbClient caching;
  private final DynamoDbClient client;

  ChunkingOverCachingTest(LocalDynamoDb local) {
    LocalDynamoDb own = local.isolated();
    this.plain = own.client();
    this.plainAsync = own.asyncClient();
    this.caching = CachingDynamoDbClient.builder(plain).table(CACHED).build();
    this.client = ChunkingDynamoDbClient.builder(caching).table(CHUNKED).build();
  }

  @BeforeEach
  void create() {
    ExampleTables.create(plain, TABLE, "id");
    ExampleTables.create(plain, "chunks", "Id");
    ExampleTables.createIntents(plain, "intents");
  }

  @AfterEach
  void close() {
    plain.close();
    plainAsync.close();
  }

  private static void put(DynamoDbClient client, char letter) {
    client.putItem(
        put ->
            put.tableName(TABLE)
                .item(
                    Map.of(
                        "id",
                        AttributeValue.fromS("a"),
                        "body",
                        AttributeValue.fromS(Character.toString(letter).repeat(500_000)))));
  }

  private static char letter(DynamoDbClient client) {
    String body = client.getItem(get -> get.tableName(TABLE).key(KEY)).item().get("body").s();
    assertThat(body).hasSize(500_000);
    return body.charAt(0);
  }

  private long hits() {
    return caching.cache().stats().get(TABLE).hits();
  }

  @Test
  void largeValue_isReadThroughItsReference_andTakesNoMemory() {
    put(client, 'x');
    assertThat(letter(client)).isEqualTo('x');
    long before = hits();
    assertThat(letter(client)).isEqualTo('x');
    assertThat(hits()).isEqualTo(before + 1);
    assertThat(caching.cache().bytes()).isBetween(1L, 10_000L);

    put(client, 'y');
    assertThat(letter(client)).isEqualTo('y');
  }

  @Test
  void valueThatAnotherProcessHasReplacedAndSwept_isReadAnew() {
    put(client, 'x');
    assertThat(letter(client)).isEqualTo('x');
    try (DynamoDbClient other = ChunkingDynamoDbClient.builder(plain).table(CHUNKED).build()) {
      put(other, 'y');
    }
    assertThat(letter(client)).as("chunks of the reference in memory are there").isEqualTo('x');
    OrphanSweeper.builder(plain)
        .table(CHUNKED)
        .clock(() -> Instant.now().plus(Duration.ofHours(1)))
        .dryRun(false)
        .build()
        .sweep();
    assertThat(letter(client)).as("they are gone").isEqualTo('y');
  }

  @Test
  void async_isTheSame() {
    put(client, 'x');
    CachingDynamoDbAsyncClient cachingAsync =
        CachingDynamoDbAsyncClient.builder(plainAsync).table(CACHED).build();
    ChunkingDynamoDbAsyncClient async =
        ChunkingDynamoDbAsyncClient.builder(cachingAsync).table(CHUNKED).build();
    for (int i = 0; i < 2; i++) {
      String body =
          async.getItem(get -> get.tableName(TABLE).key(KEY)).join().item().get("body").s();
      assertThat(body).isEqualTo("x".repeat(500_000));
    }
    assertThat(cachingAsync.cache().stats().get(TABLE).hits()).isEqualTo(1);
  }

  @Test
  void sweeper_overACache_isRefused() {
    assertThatThrownBy(() -> OrphanSweeper.builder(caching).table(CHUNKED).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("give it the client below");
  }
}
