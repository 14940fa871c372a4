package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutFormatException;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A table in production gets shards for its hot key while clients read and write it. */
@ExtendWith(LocalDynamoDbExtension.class)
class LiveLayoutTest {
  private static final String TABLE = "clicks";
  private static final AttributeValue HOT = AttributeValue.fromS("hot");

  private final LocalDynamoDb local;
  private final DynamoDbClient plain;
  private final DynamoDbClient guarded;
  private final List<AutoCloseable> open = new ArrayList<>();

  LiveLayoutTest(LocalDynamoDb local) {
    this.local = local.isolated();
    this.plain = this.local.client();
    this.guarded =
        this.local
            .clientBuilder()
            .httpClientBuilder(Apache5HttpClient.builder())
            .overrideConfiguration(c -> c.addExecutionInterceptor(LayoutGuard.create()))
            .build();
  }

  @BeforeEach
  void create() {
    plain.createTable(
        TableFixture.named(TABLE)
            .partitionKey("pk", ScalarAttributeType.S)
            .sortKey("sk", ScalarAttributeType.S)
            .request());
    store().createTable();
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private LayoutStore store() {
    LayoutStore store =
        LayoutStore.builder(plain).times(Duration.ofSeconds(3), Duration.ofSeconds(1)).build();
    open.add(store);
    return store;
  }

  private static ShardingSpec spec(LayoutStore store) {
    return ShardingSpec.builder(TABLE)
        .partitionKey("pk")
        .sortKey("sk")
        .shards(1)
        .layoutFrom(store)
        .build();
  }

  private ShardingDynamoDbClient client() {
    return ShardingDynamoDbClient.builder(guarded).table(spec(store())).build();
  }

  private static Map<String, AttributeValue> key(String sort) {
    return Map.of("pk", HOT, "sk", AttributeValue.fromS(sort));
  }

  private static void put(DynamoDbClient client, String sort) {
    client.putItem(put -> put.tableName(TABLE).item(key(sort)));
  }

  private static List<String> all(DynamoDbClient client) {
    QueryRequest query =
        QueryRequest.builder()
            .tableName(TABLE)
            .keyConditionExpression("pk = :pk")
            .expressionAttributeValues(Map.of(":pk", HOT))
            .consistentRead(true)
            .build();
    return client.queryPaginator(query).items().stream().map(item -> item.get("sk").s()).toList();
  }

  private static String time(int i) {
    return "t%06d".formatted(i);
  }

  @Test
  void addPiece_toAPlainKey_spreadsItemsToComeAndMovesNone() {
    put(plain, time(1));
    put(plain, time(2));
    ShardingDynamoDbClient client = client();
    put(client, time(3));
    LayoutEditor editor = LayoutEditor.of(spec(store()), plain);
    Pieces pieces = editor.addPiece(HOT, 4);
    assertThat(pieces.list()).hasSize(2);
    assertThat(pieces.last().shards()).isEqualTo(4);
    for (int i = 4; i < 24; i++) {
      put(client, time(i));
    }
    List<String> times = new ArrayList<>();
    for (int i = 1; i < 24; i++) {
      times.add(time(i));
    }
    assertThat(all(client)).isEqualTo(times);
    assertThat(all(plain)).as("items below the piece are where they were").hasSize(3);
    assertThat(client.getItem(get -> get.tableName(TABLE).key(key(time(9)))).hasItem()).isTrue();
    assertThat(client.scan(scan -> scan.tableName(TABLE)).items())
        .extracting(item -> item.get("pk"))
        .containsOnly(HOT);
    assertThat(editor.show().state()).isEqualTo("READY");
    assertThat(editor.clients()).hasSize(1);
    Pieces more = editor.addPiece(HOT, 8);
    assertThat(more.list()).hasSize(3);
    put(client, time(30));
    assertThat(all(client)).hasSize(24).endsWith(time(30));
  }

  @Test
  void addPiece_underLoad_losesNothingAndHidesNothing() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger next = new AtomicInteger();
    Set<String> written = new ConcurrentSkipListSet<>();
    List<Future<?>> work = new ArrayList<>();
    for (int w = 0; w < 3; w++) {
      ShardingDynamoDbClient writer = client();
      work.add(
          threads.submit(
              () -> {
                while (!stop.get()) {
                  String sort = time(next.incrementAndGet());
                  put(writer, sort);
                  written.add(sort);
                }
              }));
    }
    for (int r = 0; r < 2; r++) {
      ShardingDynamoDbClient reader = client();
      work.add(
          threads.submit(
              () -> {
                while (!stop.get()) {
                  Set<String> before = Set.copyOf(written);
                  List<String> found = all(reader);
                  assertThat(found).isSorted().doesNotHaveDuplicates().containsAll(before);
                }
              }));
    }
    LayoutEditor editor = LayoutEditor.of(spec(store()), plain);
    for (int shards : new int[] {3, 6}) {
      AttributeValue from = editor.addPiece(HOT, shards).last().from();
      while (written.stream().filter(sort -> sort.compareTo(from.s()) >= 0).count() < 50
          && work.stream().noneMatch(Future::isDone)) {
        Thread.sleep(20);
      }
    }
    stop.set(true);
    for (Future<?> each : work) {
      each.get();
    }
    threads.shutdown();
    assertThat(all(client())).containsExactlyElementsOf(written);
    assertThat(editor.show().keys().get(HOT).list()).hasSize(3);
  }

  @Test
  @Tag("deep")
  void call_withoutItsRecord_failsAfterAWhile_andHeals() {
    ShardingDynamoDbClient client = client();
    put(client, time(1));
    plain.deleteTable(delete -> delete.tableName("evenkeel-layouts"));
    assertThatThrownBy(
            () -> {
              while (true) { // as long as the lease holds
                put(client, time(2));
                Thread.sleep(100);
              }
            })
        .isInstanceOf(LayoutUnknownException.class)
        .hasMessageContaining("could not be read for 20 s")
        .hasCauseInstanceOf(ResourceNotFoundException.class);
    store().createTable();
    put(client, time(3));
    assertThat(all(client)).contains(time(1), time(3));
  }

  @Test
  void call_ofARecordOfAnotherSpec_isRefused() {
    LayoutEditor.of(spec(store()), plain).ready();
    LayoutStore store = store();
    ShardingSpec other = spec(store).toBuilder().shards(4).build();
    assertThatThrownBy(() -> LayoutEditor.of(other, plain).show())
        .isInstanceOf(LayoutFormatException.class)
        .hasMessageContaining("this spec says");
  }

  @Test
  void addPiece_whereAPlainKeyReadsLikeAShard_isRefused() {
    put(plain, time(1));
    plain.putItem(
        put ->
            put.tableName(TABLE)
                .item(
                    Map.of("pk", AttributeValue.fromS("hot.2"), "sk", AttributeValue.fromS("a"))));
    LayoutEditor editor = LayoutEditor.of(spec(store()), plain);
    assertThatThrownBy(() -> editor.addPiece(HOT, 4))
        .isInstanceOf(LayoutChangeException.class)
        .hasMessageContaining("1 of the 4 partition keys of the new shards hold items already");
    assertThat(editor.show().state()).isEqualTo("SETTLED");
  }

  @Test
  void build_withoutGuard_isRefused() {
    assertThatThrownBy(() -> ShardingDynamoDbClient.builder(plain).table(spec(store())).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("LayoutGuard.create()");
  }
}
