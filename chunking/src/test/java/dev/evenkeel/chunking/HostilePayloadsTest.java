package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.chunking.spec.ValueCodec;
import dev.evenkeel.chunking.spec.ValueLimits;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Payloads written by another program, and values that look like stored forms. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostilePayloadsTest {
  private static final int VALUE_BYTES_MAX = 1_000_000;
  private static final int BOMB_BYTES = 20_000_000;

  /** Of a limit of a megabyte, with all that clients, copies and a codec's window take. */
  private static final long ALLOCATED_BYTES_MAX = 24_000_000;

  private Fixture fixture;
  private List<ClientUnderTest> clients;
  private int items;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3);
    clients =
        fixture.clients(
            fixture
                .spec()
                .attribute("small", AttributePolicy.compressed(Codecs.zstd()).compressFrom(1))
                .limits(ValueLimits.DEFAULT.withValueBytesMax(VALUE_BYTES_MAX))
                .build());
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  List<ClientUnderTest> clients() {
    return clients;
  }

  private Map<String, AttributeValue> freshKey() {
    return Fixture.key("item" + items++, 1);
  }

  private static AttributeValue b(byte... bytes) {
    return AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
  }

  private static AttributeValue noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(bytes).nextBytes(noise);
    return b(noise);
  }

  private static Map<String, AttributeValue> with(
      Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.putAll(attributes);
    return item;
  }

  private static void put(ClientUnderTest client, Map<String, AttributeValue> item) {
    client.call(PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build());
  }

  private static Map<String, AttributeValue> get(
      ClientUnderTest client, Map<String, AttributeValue> key) {
    GetItemRequest get = GetItemRequest.builder().tableName(Fixture.DOCS).key(key).build();
    return client.call(get).item();
  }

  /** The failure of a read, which must not address anything but the item's own values. */
  private Throwable failure(ClientUnderTest client, Map<String, AttributeValue> key) {
    fixture.sent.look();
    Throwable failure = catchThrowable(() -> get(client, key));
    List<SdkRequest> sent = fixture.sent.seen();
    new OwnTablesFixture(fixture, key).holds(sent);
    assertThat(sent).noneMatch(HostilePayloadsTest::writes);
    return failure;
  }

  private static boolean writes(SdkRequest request) {
    String name = request.getClass().getSimpleName();
    return name.contains("Put")
        || name.contains("Update")
        || name.contains("Write")
        || name.contains("Delete");
  }

  private void putRaw(String table, Map<String, AttributeValue> item) {
    fixture.plain.putItem(put -> put.tableName(table).item(item));
  }

  private Map<String, AttributeValue> stored(Map<String, AttributeValue> key) {
    return fixture.plain.getItem(get -> get.tableName(Fixture.DOCS).key(key)).item();
  }

  private List<Map<String, AttributeValue>> chunksOf(Map<String, AttributeValue> key) {
    String start = "1#Docs#body#S:" + key.get("id").s() + "#N:1#";
    return fixture.stored(Fixture.CHUNKS).stream()
        .filter(row -> row.get("Id").s().startsWith(start))
        .sorted((x, y) -> x.get("Id").s().compareTo(y.get("Id").s()))
        .toList();
  }

  private static Map<String, AttributeValue> changed(
      Map<String, AttributeValue> entries, String name, AttributeValue value) {
    Map<String, AttributeValue> changed = new HashMap<>(entries);
    changed.put(name, value);
    return changed;
  }

  List<Arguments> bombs() {
    List<Arguments> all = new ArrayList<>();
    for (ClientUnderTest client : clients) {
      Stream.of(Codecs.gzip(), Codecs.zstd(), Codecs.lz4(), Codecs.snappy(), Codecs.lzo())
          .forEach(codec -> all.add(Arguments.of(client, codec)));
    }
    return all;
  }

  private static byte[] bomb(ValueCodec codec) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream into = codec.compressing(packed, BOMB_BYTES)) {
      byte[] zeros = new byte[1_000_000];
      for (int i = 0; i < BOMB_BYTES / zeros.length; i++) {
        into.write(zeros);
      }
    }
    return packed.toByteArray();
  }

  /** The item says a little of it, or all that may be. */
  @ParameterizedTest
  @MethodSource("bombs")
  void read_bombInTheItem_isRefusedInBoundedMemory(ClientUnderTest client, ValueCodec codec)
      throws IOException {
    byte[] bomb = bomb(codec);
    assumeTrue(bomb.length < 380_000, "it fits into an item");
    for (int declared : List.of(10, VALUE_BYTES_MAX)) {
      Map<String, AttributeValue> key = freshKey();
      putRaw(
          Fixture.DOCS,
          with(key, Map.of("text", b(bomb), "evenkeel.text", inItem(codec, declared))));

      assertRefusedCheaply(client, key);
    }
  }

  @ParameterizedTest
  @MethodSource("bombs")
  void read_bombInAnObject_isRefusedInBoundedMemory(ClientUnderTest client, ValueCodec codec)
      throws IOException {
    byte[] bomb = bomb(codec);
    for (int declared : List.of(10, VALUE_BYTES_MAX)) {
      Map<String, AttributeValue> key = freshKey();
      String object = putObject(client, key);
      fixture.s3.putObject(
          put -> put.bucket(fixture.bucket).key(object), RequestBody.fromBytes(bomb));
      Map<String, AttributeValue> item = stored(key);
      Map<String, AttributeValue> marker = new HashMap<>(item.get("evenkeel.image").m());
      marker.put("c", AttributeValue.fromS(codec.name()));
      marker.put("n", AttributeValue.fromN("" + declared));
      marker.put("z", AttributeValue.fromN("" + bomb.length));
      putRaw(Fixture.DOCS, changed(item, "evenkeel.image", AttributeValue.fromM(marker)));

      assertRefusedCheaply(client, key);
    }
  }

  /** The sync client works on this thread, whose allocations are counted. */
  private void assertRefusedCheaply(ClientUnderTest client, Map<String, AttributeValue> key) {
    long before = allocated();
    assertThat(failure(client, key)).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
    assertThat(allocated() - before).isLessThan(ALLOCATED_BYTES_MAX);
  }

  @ParameterizedTest
  @MethodSource("bombs")
  void read_bombThatTellsItsSize_isRefusedUnpacked(ClientUnderTest client, ValueCodec codec)
      throws IOException {
    Map<String, AttributeValue> key = freshKey();
    putRaw(
        Fixture.DOCS,
        with(key, Map.of("text", b((byte) 1), "evenkeel.text", inItem(codec, BOMB_BYTES))));

    assertThat(failure(client, key)).hasFieldOrPropertyWithValue("reason", Reason.TOO_LARGE);
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private static AttributeValue inItem(ValueCodec codec, int originalBytes) {
    return AttributeValue.fromM(
        Map.of(
            "v", AttributeValue.fromN("1"),
            "at", AttributeValue.fromS("item"),
            "c", AttributeValue.fromS(codec.name()),
            "t", AttributeValue.fromS("B"),
            "n", AttributeValue.fromN(Integer.toString(originalBytes))));
  }

  @ParameterizedTest
  @MethodSource("clients")
  void read_chunksEditedOrSwapped_isRefused(ClientUnderTest client) {
    Map<String, AttributeValue> key = freshKey();
    put(client, with(key, Map.of("body", noise(2100))));
    List<Map<String, AttributeValue>> rows = chunksOf(key);
    assertThat(rows).hasSize(3);
    byte[] edited = rows.get(1).get("Data").b().asByteArray();
    edited[5]++;

    putRaw(Fixture.CHUNKS, changed(rows.get(1), "Data", b(edited)));
    assertThat(failure(client, key)).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);

    putRaw(Fixture.CHUNKS, changed(rows.get(0), "Data", rows.get(1).get("Data")));
    putRaw(Fixture.CHUNKS, changed(rows.get(1), "Data", rows.get(0).get("Data")));
    assertThat(failure(client, key)).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);

    putRaw(Fixture.CHUNKS, changed(rows.get(0), "Data", AttributeValue.fromN("7")));
    assertThat(failure(client, key)).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
  }

  /** The chunks of another value, with all lengths and counts made to fit. */
  @ParameterizedTest
  @MethodSource("clients")
  void read_chunksReusedWithLengthsRepaired_isRefused(ClientUnderTest client) {
    Map<String, AttributeValue> donor = freshKey();
    Map<String, AttributeValue> key = freshKey();
    put(client, with(donor, Map.of("body", noise(1500))));
    put(client, with(key, Map.of("body", noise(2800))));
    List<Map<String, AttributeValue>> given = chunksOf(donor);
    List<Map<String, AttributeValue>> rows = chunksOf(key);
    for (int i = 0; i < given.size(); i++) {
      putRaw(Fixture.CHUNKS, changed(rows.get(i), "Data", given.get(i).get("Data")));
    }
    Map<String, AttributeValue> item = stored(key);
    Map<String, AttributeValue> marker = new HashMap<>(item.get("evenkeel.body").m());
    for (String length : List.of("n", "z", "k", "s")) {
      marker.put(length, stored(donor).get("evenkeel.body").m().get(length));
    }
    putRaw(Fixture.DOCS, changed(item, "evenkeel.body", AttributeValue.fromM(marker)));

    assertThat(failure(client, key))
        .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT)
        .hasMessageContaining("SHA-256");
  }

  /** Puts an item with an object, and finds its key. */
  private String putObject(ClientUnderTest client, Map<String, AttributeValue> key) {
    List<String> before = fixture.objects();
    put(client, with(key, Map.of("image", noise(2200))));
    return fixture.objects().stream()
        .filter(name -> !before.contains(name))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void read_objectEditedCutSwappedOrGone_isRefused(ClientUnderTest client) {
    Map<String, AttributeValue> key = freshKey();
    String object = putObject(client, key);
    byte[] whole = noise(2200).b().asByteArray();
    byte[] edited = whole.clone();
    edited[100]++;
    byte[] another = new byte[2200];

    for (byte[] bytes :
        List.of(edited, another, Arrays.copyOf(whole, 2199), Arrays.copyOf(whole, 2201))) {
      fixture.s3.putObject(
          put -> put.bucket(fixture.bucket).key(object), RequestBody.fromBytes(bytes));
      assertThat(failure(client, key)).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
    }
    fixture.s3.deleteObject(delete -> delete.bucket(fixture.bucket).key(object));
    assertThat(failure(client, key)).hasFieldOrPropertyWithValue("reason", Reason.PAYLOAD_MISSING);
  }

  /** A chunk of another item's value, under a key that this item would ask for. */
  @ParameterizedTest
  @MethodSource("clients")
  void read_chunkOfAnotherItem_isRefused(ClientUnderTest client) {
    Map<String, AttributeValue> donor = freshKey();
    Map<String, AttributeValue> key = freshKey();
    put(client, with(donor, Map.of("body", AttributeValue.fromS("d".repeat(2000)))));
    put(client, with(key, Map.of("body", AttributeValue.fromS("k".repeat(2000)))));
    Map<String, AttributeValue> last = chunksOf(key).get(2);

    putRaw(Fixture.CHUNKS, changed(last, "Data", chunksOf(donor).get(2).get("Data")));
    assertThat(failure(client, key))
        .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT)
        .hasMessageContaining("SHA-256");

    fixture.plain.deleteItem(
        delete -> delete.tableName(Fixture.CHUNKS).key(Map.of("Id", last.get("Id"))));
    assertThat(failure(client, key)).hasFieldOrPropertyWithValue("reason", Reason.PAYLOAD_MISSING);
  }

  /** Values that look like compressed forms or markers. */
  static List<AttributeValue> imitations() throws IOException {
    List<AttributeValue> all = new ArrayList<>();
    all.add(b((byte) 0x1f, (byte) 0x8b));
    all.add(b((byte) 0x28, (byte) 0xb5, (byte) 0x2f, (byte) 0xfd));
    all.add(b(bomb(Codecs.zstd())));
    all.add(AttributeValue.fromS("{\"S\":\"text\"}"));
    all.add(AttributeValue.fromS("{\"M\":{\"v\":{\"N\":\"1\"},\"at\":{\"S\":\"chunks\"}}}"));
    all.add(AttributeValue.fromS("1#Docs#body#S:item0#N:1#00000000000000000000000000000000#1"));
    all.add(inItem(Codecs.gzip(), 10));
    all.add(AttributeValue.fromM(Map.of("evenkeel.body", inItem(Codecs.gzip(), 10))));
    all.add(AttributeValue.fromM(Map.of("S", AttributeValue.fromS("x"))));
    all.add(AttributeValue.fromL(List.of(inItem(Codecs.zstd(), 0))));
    return all;
  }

  List<Arguments> imitationsOnFaces() throws IOException {
    List<Arguments> all = new ArrayList<>();
    for (ClientUnderTest client : clients) {
      imitations().forEach(value -> all.add(Arguments.of(client, value)));
    }
    return all;
  }

  /** Inside the item and outside, in attributes that the spec names and in one that it does not. */
  @ParameterizedTest
  @MethodSource("imitationsOnFaces")
  void put_valueThatLooksStored_comesBackAsItWas(ClientUnderTest client, AttributeValue value) {
    Map<String, AttributeValue> key = freshKey();
    Map<String, AttributeValue> inside = new HashMap<>(key);
    List.of("text", "body", "image", "small", "other").forEach(name -> inside.put(name, value));
    put(client, inside);
    assertThat(get(client, key)).isEqualTo(inside);

    Map<String, AttributeValue> outside = changed(inside, "other", noise(4000));
    put(client, outside);
    assertThat(get(client, key)).isEqualTo(outside);
  }

  /** A value that is, byte for byte, what is stored of another. */
  @ParameterizedTest
  @MethodSource("clients")
  void put_storedFormsAsValues_comeBackAsTheyWere(ClientUnderTest client) {
    Map<String, AttributeValue> key = freshKey();
    AttributeValue text = AttributeValue.fromS("line ".repeat(500));
    put(client, with(key, Map.of("text", text, "small", text)));
    Map<String, AttributeValue> stored = stored(key);
    Map<String, AttributeValue> other = freshKey();
    Map<String, AttributeValue> again =
        with(
            other,
            Map.of(
                "text", stored.get("text"),
                "small", stored.get("small"),
                "body", stored.get("evenkeel.text"),
                "other", stored.get("evenkeel.small")));

    put(client, again);

    assertThat(get(client, other)).isEqualTo(again);
  }
}
