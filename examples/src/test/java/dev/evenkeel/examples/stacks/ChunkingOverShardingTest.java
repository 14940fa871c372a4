package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.ChunkingDynamoDbAsyncClient;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.OrphanSweeper;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.chunking.spec.ValueLimits;
import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Large values under a hot key: neither decorator knows of the other. */
@ExtendWith(LocalDynamoDbExtension.class)
class ChunkingOverShardingTest {
  private static final String HITS = "Hits";
  private static final String CHUNKS = "HitChunks";
  private static final String INTENTS = "Intents";
  private static final String DAY = "2015-05-17";
  private static final int ITEMS = 40;

  private static final ShardingSpec SHARDED =
      ShardingSpec.builder(HITS).partitionKey("day").sortKey("at").shards(8).build();
  private static final ChunkingSpec CHUNKED =
      ChunkingSpec.builder(HITS)
          .partitionKey("day")
          .sortKey("at")
          .attribute("body", AttributePolicy.chunked().updateInlineBytesMax(500))
          .chunkTable(ChunkTableSpec.of(CHUNKS).withChunkBytes(700))
          .intentTable(IntentTableSpec.of(INTENTS))
          .itemBytesMax(1500)
          .grace(Duration.ZERO)
          .build();

  private DynamoDbClient plain;
  private DynamoDbAsyncClient plainAsync;
  private DynamoDbClient sharding;
  private DynamoDbClient client;
  private DynamoDbAsyncClient asyncClient;

  @BeforeEach
  void open(LocalDynamoDb local) {
    LocalDynamoDb own = local.isolated();
    plain = own.client();
    plainAsync = own.asyncClient();
    ExampleTables.create(plain, HITS, "day", "at");
    ExampleTables.create(plain, CHUNKS, "Id");
    ExampleTables.createIntents(plain, INTENTS);
    sharding = ShardingDynamoDbClient.builder(plain).table(SHARDED).build();
    client = ChunkingDynamoDbClient.builder(sharding).table(CHUNKED).build();
    asyncClient =
        ChunkingDynamoDbAsyncClient.builder(
                ShardingDynamoDbAsyncClient.builder(plainAsync).table(SHARDED).build())
            .table(CHUNKED)
            .build();
  }

  @AfterEach
  void close() {
    plain.close();
    plainAsync.close();
  }

  private static Map<String, AttributeValue> key(int number) {
    return Map.of(
        "day", AttributeValue.fromS(DAY),
        "at", AttributeValue.fromS("10:%02d".formatted(number)));
  }

  /** Every third is small. */
  private static Map<String, AttributeValue> item(int number, int version) {
    byte[] body = new byte[number % 3 == 0 ? 100 : 2000 + 10 * number];
    new Random(1000L * version + number).nextBytes(body);
    Map<String, AttributeValue> item = new HashMap<>(key(number));
    item.put("body", AttributeValue.fromB(SdkBytes.fromByteArray(body)));
    return item;
  }

  private List<Map<String, AttributeValue>> pages(
      Function<QueryRequest, QueryResponse> query, boolean forward) {
    List<Map<String, AttributeValue>> all = new ArrayList<>();
    Map<String, AttributeValue> startKey = null;
    do {
      QueryResponse page =
          query.apply(
              QueryRequest.builder()
                  .tableName(HITS)
                  .keyConditionExpression("#d = :d")
                  .expressionAttributeNames(Map.of("#d", "day"))
                  .expressionAttributeValues(Map.of(":d", AttributeValue.fromS(DAY)))
                  .scanIndexForward(forward)
                  .consistentRead(true)
                  .limit(7)
                  .exclusiveStartKey(startKey)
                  .build());
      all.addAll(page.items());
      startKey = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
      if (startKey != null) {
        assertThat(startKey.keySet()).isEqualTo(Set.of("day", "at"));
      }
    } while (startKey != null);
    return all;
  }

  private void expect(List<Map<String, AttributeValue>> items) {
    List<Map<String, AttributeValue>> descending = new ArrayList<>(items);
    Collections.reverse(descending);
    assertThat(pages(client::query, true)).isEqualTo(items);
    assertThat(pages(request -> asyncClient.query(request).join(), false)).isEqualTo(descending);
  }

  @Tag("deep")
  @Test
  void largeValues_underAHotKey_areMergedInOrderAndSwept() {
    List<Map<String, AttributeValue>> items =
        new ArrayList<>(IntStream.range(0, ITEMS).mapToObj(i -> item(i, 1)).toList());
    items.forEach(item -> client.putItem(put -> put.tableName(HITS).item(item)));
    expect(items);

    items.set(4, item(4, 2));
    items.set(5, item(5, 2));
    client.transactWriteItems(
        write ->
            write.transactItems(
                Stream.of(4, 5)
                    .map(
                        i ->
                            TransactWriteItem.builder()
                                .put(put -> put.tableName(HITS).item(items.get(i)))
                                .build())
                    .toList()));
    items.set(7, item(7, 2));
    asyncClient
        .updateItem(
            update ->
                update
                    .tableName(HITS)
                    .key(key(7))
                    .updateExpression("SET body = :b")
                    .expressionAttributeValues(Map.of(":b", items.get(7).get("body"))))
        .join();
    client.deleteItem(delete -> delete.tableName(HITS).key(key(8)));
    items.remove(8);
    expect(items);

    assertThat(
            OrphanSweeper.builder(sharding).table(CHUNKED).dryRun(false).build().sweep().failure())
        .isNull();
    expect(items);
    assertThat(stored(INTENTS)).isEmpty();
    long rows = items.stream().mapToLong(ChunkingOverShardingTest::chunks).sum();
    assertThat(stored(CHUNKS)).hasSize((int) rows);
    assertThat(new HashSet<>(stored(HITS).stream().map(row -> row.get("day")).toList())).hasSize(8);
  }

  private static long chunks(Map<String, AttributeValue> item) {
    int bytes = item.get("body").b().asByteArrayUnsafe().length;
    return bytes < 1500 ? 0 : (bytes + 699) / 700;
  }

  private List<Map<String, AttributeValue>> stored(String table) {
    return plain.scanPaginator(scan -> scan.tableName(table)).items().stream().toList();
  }

  /** Pages that end early begin again where no page of the sharding client ended. */
  @Test
  void pages_withMoreBytesThanAreReadAtATime_areEndedEarlyAndGoOn() {
    List<Map<String, AttributeValue>> items =
        IntStream.range(0, ITEMS).mapToObj(i -> item(i, 1)).toList();
    items.forEach(item -> client.putItem(put -> put.tableName(HITS).item(item)));
    ChunkingSpec few =
        CHUNKED.toBuilder().limits(ValueLimits.DEFAULT.withHydrateBytesMax(9000)).build();
    DynamoDbClient ending = ChunkingDynamoDbClient.builder(sharding).table(few).build();

    assertThat(ending.scan(scan -> scan.tableName(HITS)).items()).hasSizeLessThan(ITEMS / 2);
    assertThat(pages(ending::query, true)).isEqualTo(items);
    assertThat(ending.scanPaginator(scan -> scan.tableName(HITS)).items())
        .containsExactlyInAnyOrderElementsOf(items);
  }

  @Test
  void build_theOtherWayRound_isRefused() {
    DynamoDbClient chunking = ChunkingDynamoDbClient.builder(plain).table(CHUNKED).build();
    DynamoDbAsyncClient chunkingAsync =
        ChunkingDynamoDbAsyncClient.builder(plainAsync).table(CHUNKED).build();

    assertThatThrownBy(() -> ShardingDynamoDbClient.builder(chunking).table(SHARDED).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SHARDING stands over CHUNKING");
    assertThatThrownBy(
            () -> ShardingDynamoDbAsyncClient.builder(chunkingAsync).table(SHARDED).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SHARDING stands over CHUNKING");
  }
}
