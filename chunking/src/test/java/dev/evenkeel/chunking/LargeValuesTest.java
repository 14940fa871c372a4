package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.chunking.spec.ValueLimits;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.gen.Rounds;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Streams in both directions, through both clients, into chunks and into S3. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LargeValuesTest {
  private Fixture fixture;
  private Streams sync;
  private Streams async;
  private LargeAsyncValues asyncValues;
  private int items;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3);
    ChunkingSpec spec = spec().build();
    ChunkingDynamoDbClient client =
        ChunkingDynamoDbClient.builder(fixture.plain).s3(fixture.s3).table(spec).build();
    ChunkingDynamoDbAsyncClient asyncClient =
        ChunkingDynamoDbAsyncClient.builder(fixture.plainAsync)
            .s3(fixture.s3Async)
            .table(spec)
            .build();
    sync = new Streams.SyncStreams(client.largeValues());
    asyncValues = asyncClient.largeValues();
    async = new Streams.AsyncStreams(asyncValues);
  }

  private ChunkingSpec.Builder spec() {
    return fixture
        .spec()
        .chunkTable(ChunkTableSpec.of(Fixture.CHUNKS).withChunkBytes(64 * 1024))
        .attribute("packed", AttributePolicy.compressed(Codecs.zstd()).thenOffloaded())
        .limits(ValueLimits.DEFAULT.withValueBytesMax(1000).withStreamBytesMax(4_000_000));
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  Stream<Streams> clients() {
    return Stream.of(sync, async);
  }

  List<Arguments> values() {
    return Rounds.inTurn(
        clients()
            .flatMap(
                streams ->
                    Stream.of("text", "body", "image", "packed")
                        .flatMap(
                            attribute ->
                                Stream.of(0, 1, 64 * 1024, 64 * 1024 + 1, 3_000_000)
                                    .map(bytes -> Arguments.of(streams, attribute, bytes))))
            .toList());
  }

  private Map<String, AttributeValue> key() {
    return Fixture.key("streamed", items++);
  }

  private static PutItemRequest put(Map<String, AttributeValue> key) {
    return PutItemRequest.builder().tableName(Fixture.DOCS).item(key).build();
  }

  private static byte[] noise(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  /** The size of chunks is the value's, whatever the spec says now. */
  @ParameterizedTest
  @MethodSource("clients")
  void read_moreChunksThanARequestTakes_areRead(Streams streams) {
    Map<String, AttributeValue> item = new HashMap<>(key());
    Map<String, AttributeValue> key = Map.copyOf(item);
    item.put("body", AttributeValue.fromB(SdkBytes.fromByteArray(noise(32 * 250 + 1))));
    ChunkTableSpec narrow = ChunkTableSpec.of(Fixture.CHUNKS).withChunkBytes(32);
    fixture.sync(fixture.spec().chunkTable(narrow).build()).call(put(item));

    assertThat(streams.read(key, "body")).isEqualTo(noise(32 * 250 + 1));
  }

  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("values")
  void put_anyLength_comesBackAsItWas(Streams streams, String attribute, int length) {
    Map<String, AttributeValue> key = key();
    byte[] value = noise(length);

    long put = streams.put(put(key), attribute, false, new ByteArrayInputStream(value));

    assertThat(put).isEqualTo(length);
    assertThat(streams.read(key, attribute)).isEqualTo(value);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void put_text_isAText(Streams streams) {
    Map<String, AttributeValue> key = key();
    String text = "häßlich \uD83D\uDE00 ".repeat(20);

    streams.put(
        put(key), "body", true, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));

    AttributeValue whole =
        ChunkingDynamoDbClient.builder(fixture.plain)
            .s3(fixture.s3)
            .table(spec().build())
            .build()
            .getItem(get -> get.tableName(Fixture.DOCS).key(key))
            .item()
            .get("body");
    assertThat(whole).isEqualTo(AttributeValue.fromS(text));
  }

  @ParameterizedTest
  @MethodSource("clients")
  void put_noText_isRefusedAndNothingIsVisible(Streams streams) {
    Map<String, AttributeValue> key = key();

    assertThatThrownBy(
            () ->
                streams.put(
                    put(key),
                    "body",
                    true,
                    new ByteArrayInputStream(new byte[] {'a', (byte) 0xC3, (byte) 0x28})))
        .hasFieldOrPropertyWithValue("reason", Reason.INVALID)
        .hasMessageContaining("'body'");
    assertThat(streams.read(key, "body")).isNull();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void put_longerThanAllowed_failsAndNothingIsVisible(Streams streams) {
    Map<String, AttributeValue> key = key();

    assertThatThrownBy(
            () -> streams.put(put(key), "image", false, new ByteArrayInputStream(noise(4_000_001))))
        .hasFieldOrPropertyWithValue("reason", Reason.TOO_LARGE);
    assertThat(streams.read(key, "image")).isNull();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void put_sourceFails_failsAsItDoesAndNothingIsVisible(Streams streams) {
    Map<String, AttributeValue> key = key();
    InputStream broken =
        new SequenceInputStream(
            new ByteArrayInputStream(noise(200_000)),
            new FilterInputStream(InputStream.nullInputStream()) {
              @Override
              public int read(byte[] target, int offset, int length) throws IOException {
                throw new IOException("the disk is gone");
              }
            });

    assertThatThrownBy(() -> streams.put(put(key), "body", false, broken))
        .hasStackTraceContaining("the disk is gone");
    assertThat(streams.read(key, "body")).isNull();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void put_attributeThatStays_isRefused(Streams streams) {
    assertThatThrownBy(() -> streams.put(put(key()), "small", false, InputStream.nullInputStream()))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("'small'");
  }

  @ParameterizedTest
  @MethodSource("clients")
  void read_chunkMissingOrChanged_failsBeforeTheEnd(Streams streams) {
    Map<String, AttributeValue> key = key();
    streams.put(put(key), "body", false, new ByteArrayInputStream(noise(150_000)));
    String own = "#N:" + key.get("rank").n() + "#";
    Map<String, AttributeValue> second =
        fixture.stored(Fixture.CHUNKS).stream()
            .filter(row -> row.get("Id").s().contains(own) && row.get("Id").s().endsWith("#2"))
            .findFirst()
            .orElseThrow();
    byte[] changed = second.get("Data").b().asByteArray();
    changed[5]++;

    fixture.plain.putItem(
        put ->
            put.tableName(Fixture.CHUNKS)
                .item(
                    Map.of(
                        "Id",
                        second.get("Id"),
                        "Data",
                        AttributeValue.fromB(SdkBytes.fromByteArray(changed)))));
    assertThatThrownBy(() -> streams.read(key, "body"))
        .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);

    fixture.plain.deleteItem(
        delete -> delete.tableName(Fixture.CHUNKS).key(Map.of("Id", second.get("Id"))));
    assertThatThrownBy(() -> streams.read(key, "body"))
        .hasFieldOrPropertyWithValue("reason", Reason.PAYLOAD_MISSING)
        .hasMessageContaining("'body'");
  }

  /** A publisher may hold a connection until then. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void asyncPut_thatEndsBeforeItsPublisher_cancelsIt(boolean isByCaller) throws Exception {
    CountDownLatch cancelled = new CountDownLatch(1);
    CountDownLatch reading = new CountDownLatch(3);
    AtomicInteger pieces = new AtomicInteger();
    Publisher<ByteBuffer> endless =
        subscriber ->
            subscriber.onSubscribe(
                new Subscription() {
                  @Override
                  public void request(long count) {
                    reading.countDown();
                    if (!isByCaller || pieces.getAndIncrement() < 2) {
                      subscriber.onNext(ByteBuffer.allocate(64 * 1024));
                    }
                  }

                  @Override
                  public void cancel() {
                    cancelled.countDown();
                  }
                });

    CompletableFuture<Long> put = asyncValues.putBinary(put(key()), "body", endless);
    if (isByCaller) {
      assertThat(reading.await(30, TimeUnit.SECONDS)).isTrue();
      put.cancel(true);
    } else {
      assertThatThrownBy(put::join).hasRootCauseInstanceOf(LargeValueException.class);
    }

    assertThat(cancelled.await(30, TimeUnit.SECONDS)).isTrue();
  }
}
