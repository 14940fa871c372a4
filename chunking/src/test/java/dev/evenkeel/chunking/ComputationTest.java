package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.WatchedCodec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Where values are compressed and unpacked, and how many at a time. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ComputationTest {
  private static final String TABLE = Fixture.DOCS;
  private static final int ROWS = 4;

  private Fixture fixture;
  private ClientUnderTest sync;
  private ClientUnderTest async;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3);
    ChunkingSpec spec =
        fixture
            .spec()
            .attribute(
                "packed", AttributePolicy.compressed(Codecs.named(WatchedCodec.NAME)).thenChunked())
            .itemBytesMax(390_000)
            .build();
    sync = fixture.sync(spec);
    async = fixture.async(spec);
    for (int i = 0; i < ROWS; i++) {
      sync.call(put("page", i, text(i)));
    }
  }

  @AfterEach
  void unwatch() {
    WatchedCodec.onWork(() -> {});
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  Stream<ClientUnderTest> clients() {
    return Stream.of(sync, async);
  }

  /** Text of 140 KB that compresses to more than half. */
  private static AttributeValue text(long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append(random.nextInt(1_000_000)).append(' ');
    }
    return AttributeValue.fromS(text.toString());
  }

  private static Map<String, AttributeValue> item(String id, int rank, AttributeValue value) {
    Map<String, AttributeValue> item = new HashMap<>(Fixture.key(id, rank));
    item.put("packed", value);
    return item;
  }

  private static PutItemRequest put(String id, int rank, AttributeValue value) {
    return PutItemRequest.builder().tableName(TABLE).item(item(id, rank, value)).build();
  }

  private static QueryRequest query() {
    return QueryRequest.builder()
        .tableName(TABLE)
        .keyConditionExpression("id = :id")
        .expressionAttributeValues(Map.of(":id", AttributeValue.fromS("page")))
        .build();
  }

  private static List<Map<String, AttributeValue>> keys() {
    return IntStream.range(0, ROWS).mapToObj(rank -> Fixture.key("page", rank)).toList();
  }

  private static BatchGetItemRequest batchGet() {
    return BatchGetItemRequest.builder()
        .requestItems(Map.of(TABLE, KeysAndAttributes.builder().keys(keys()).build()))
        .build();
  }

  static Stream<DynamoDbRequest> requests() {
    AttributeValue value = text(77);
    return Stream.of(
        put("one", 1, value),
        UpdateItemRequest.builder()
            .tableName(TABLE)
            .key(Fixture.key("one", 2))
            .updateExpression("SET packed = :v")
            .expressionAttributeValues(Map.of(":v", value))
            .build(),
        BatchWriteItemRequest.builder()
            .requestItems(
                Map.of(
                    TABLE,
                    List.of(
                        WriteRequest.builder()
                            .putRequest(PutRequest.builder().item(item("one", 3, value)).build())
                            .build())))
            .build(),
        TransactWriteItemsRequest.builder()
            .transactItems(
                TransactWriteItem.builder()
                    .put(Put.builder().tableName(TABLE).item(item("one", 4, value)).build())
                    .build())
            .build(),
        GetItemRequest.builder().tableName(TABLE).key(Fixture.key("page", 0)).build(),
        query(),
        batchGet(),
        TransactGetItemsRequest.builder()
            .transactItems(
                TransactGetItem.builder()
                    .get(Get.builder().tableName(TABLE).key(Fixture.key("page", 0)).build())
                    .build())
            .build(),
        DeleteItemRequest.builder()
            .tableName(TABLE)
            .key(Fixture.key("one", 1))
            .returnValues(ReturnValue.ALL_OLD)
            .build());
  }

  @ParameterizedTest
  @MethodSource("requests")
  void asyncCall_ofLargeValues_computesNeitherOnCallersNorOnCompletingThreads(
      DynamoDbRequest request) {
    Set<String> threads = ConcurrentHashMap.newKeySet();
    WatchedCodec.onWork(() -> threads.add(Thread.currentThread().getName()));

    async.call(request);

    assertThat(threads)
        .isNotEmpty()
        .doesNotContain(Thread.currentThread().getName())
        .noneMatch(name -> name.startsWith("sdk-async-response") || name.contains("EventLoop"));
  }

  @ParameterizedTest
  @MethodSource("clients")
  void query_ofSeveralLargeRows_unpacksThemSideBySide(ClientUnderTest client) {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1);
    meetInPairs();

    QueryResponse page = client.call(query());

    assertThat(page.items()).hasSize(ROWS);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void batchGet_ofSeveralLargeRows_unpacksThemSideBySide(ClientUnderTest client) {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1);
    meetInPairs();

    BatchGetItemResponse batch = client.call(batchGet());

    assertThat(batch.responses().get(TABLE)).hasSize(ROWS);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void batchWrite_ofSeveralLargeItems_compressesThemSideBySide(ClientUnderTest client) {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1);
    meetInPairs();

    client.call(
        BatchWriteItemRequest.builder()
            .requestItems(
                Map.of(
                    TABLE,
                    IntStream.range(0, ROWS)
                        .mapToObj(
                            i ->
                                WriteRequest.builder()
                                    .putRequest(put -> put.item(item("batch", i, text(i))))
                                    .build())
                        .toList()))
            .build());
  }

  /** Work that waits for other work of its kind: done one after the other it would fail. */
  private static void meetInPairs() {
    CyclicBarrier pair = new CyclicBarrier(2);
    WatchedCodec.onWork(
        () -> {
          try {
            pair.await(20, TimeUnit.SECONDS);
          } catch (Exception e) {
            throw new IllegalStateException("nobody else works meanwhile", e);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("clients")
  void query_ofManyLargeRows_unpacksNoMoreAtATimeThanThereAreProcessors(ClientUnderTest client) {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    WatchedCodec.onWork(
        () -> {
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          now.decrementAndGet();
        });

    client.call(query());

    assertThat(most.get()).isBetween(1, Runtime.getRuntime().availableProcessors());
  }
}
