package dev.evenkeel.chunking.internal.read;

import static dev.evenkeel.chunking.internal.read.Docs.key;
import static dev.evenkeel.chunking.internal.read.Docs.n;
import static dev.evenkeel.chunking.internal.read.Docs.s;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.internal.operation.GetItem;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/** Every writer of an item, or of a chunk, can write any bytes. */
@ExtendWith(LocalDynamoDbExtension.class)
class ForgedMarkersTest {
  private static final String TEXT = "some text. ".repeat(50);
  private static Docs docs;
  private static int items;
  private final Driver driver = docs.driver();
  private final Map<String, AttributeValue> key = key("forged", ++items);

  @BeforeAll
  static void createTable(DynamoDbClient client) {
    docs = Docs.create(client, "forged");
  }

  @BeforeEach
  void limits() {
    docs.limits(limits -> limits.withValueBytesMax(100_000).withChunksMax(1000));
  }

  private Map<String, AttributeValue> get() {
    GetItemRequest request = GetItemRequest.builder().tableName(docs.table).key(key).build();
    return driver.run(requireNonNull(GetItem.of(docs.hydrator(), request))).item();
  }

  private static UnaryOperator<Map<String, AttributeValue>> set(Object... entries) {
    return marker -> {
      Map<String, AttributeValue> forged = new HashMap<>(marker);
      for (int i = 0; i < entries.length; i += 2) {
        forged.put((String) entries[i], (AttributeValue) entries[i + 1]);
      }
      return forged;
    };
  }

  private static UnaryOperator<Map<String, AttributeValue>> without(String entry) {
    return marker -> {
      Map<String, AttributeValue> forged = new HashMap<>(marker);
      forged.remove(entry);
      return forged;
    };
  }

  private static AttributeValue b(int length) {
    return AttributeValue.fromB(SdkBytes.fromByteArray(new byte[length]));
  }

  static Stream<Arguments> forgeries() {
    return Stream.of(
        Arguments.of("newer version", set("v", n(2)), Reason.NEWER_FORMAT),
        Arguments.of("dictionary", set("d", n(2)), Reason.NEWER_FORMAT),
        Arguments.of("version of another type", set("v", s("1")), Reason.CORRUPT),
        Arguments.of("no such place", set("at", s("moon")), Reason.CORRUPT),
        Arguments.of("no such type", set("t", s("X")), Reason.CORRUPT),
        Arguments.of("type BOOL", set("t", s("BOOL")), Reason.CORRUPT),
        Arguments.of("codec", set("c", s("rot13")), Reason.UNKNOWN_CODEC),
        Arguments.of(
            "huge length", set("n", AttributeValue.fromN("900000000000000000")), Reason.TOO_LARGE),
        Arguments.of("negative length", set("n", n(-1)), Reason.CORRUPT),
        Arguments.of("other length", set("n", n(10)), Reason.CORRUPT),
        Arguments.of(
            "huge count",
            set(
                "k",
                n(1_000_000_000),
                "z",
                n(1_000_000_000),
                "s",
                n(1),
                "n",
                n(10),
                "c",
                s("gzip")),
            Reason.TOO_LARGE),
        Arguments.of(
            "count within limits of bytes, but not of chunks",
            set("k", n(2000), "z", n(2000), "s", n(1), "n", n(2000)),
            Reason.TOO_LARGE),
        Arguments.of("count that does not fit", set("k", n(5)), Reason.CORRUPT),
        Arguments.of("no count", without("k"), Reason.CORRUPT),
        Arguments.of("huge chunks", set("s", n(1 << 30), "k", n(1)), Reason.CORRUPT),
        Arguments.of("no digest", without("h"), Reason.CORRUPT),
        Arguments.of("short digest", set("h", b(31)), Reason.CORRUPT),
        Arguments.of("short write id", set("w", b(15)), Reason.CORRUPT),
        Arguments.of(
            "seed with more chunks than bytes", set("at", s("seed"), "k", n(600)), Reason.CORRUPT),
        Arguments.of("in the item, and not there", set("at", s("item")), Reason.CORRUPT));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("forgeries")
  void get_forgedMarker_isRefusedBeforeAnythingIsRead(
      String name, UnaryOperator<Map<String, AttributeValue>> forgery, Reason expected) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.putAll(docs.stored(key, "body", s(TEXT), Placement.CHUNKS, false));
    item.computeIfPresent(
        "evenkeel.body", (marker, value) -> AttributeValue.fromM(forgery.apply(value.m())));
    docs.putRaw(item);

    assertThatThrownBy(this::get)
        .as(name)
        .isInstanceOfSatisfying(
            LargeValueException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(expected);
              assertThat(e.table()).isEqualTo("forged");
              assertThat(e.attribute()).isEqualTo("body");
            });
    assertThat(driver.sent()).hasSize(1);
  }

  @Test
  void get_markerThatIsNoMap_isRefused() {
    putWith(Map.of("evenkeel.body", s("marker")));

    assertThatThrownBy(this::get).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
  }

  @Test
  void get_forgedDigest_isRefused() {
    forge(set("h", b(32)));

    assertThatThrownBy(this::get)
        .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT)
        .hasMessageContaining("SHA-256");
  }

  @Test
  void get_forgedWriteId_findsNothing() {
    forge(set("w", b(16)));

    assertThatThrownBy(this::get).hasFieldOrPropertyWithValue("reason", Reason.PAYLOAD_MISSING);
  }

  @Test
  void get_forgedType_isRefused() {
    forge(set("t", s("M")));

    assertThatThrownBy(this::get).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"61c3", "c328", "eda080"})
  void get_bytesThatAreNoText_areRefused(String hex) {
    AttributeValue bytes =
        AttributeValue.fromB(SdkBytes.fromByteArray(HexFormat.of().parseHex(hex)));
    Map<String, AttributeValue> stored = docs.stored(key, "body", bytes, Placement.CHUNKS, false);
    Map<String, AttributeValue> marker = requireNonNull(stored.get("evenkeel.body")).m();
    putWith(Map.of("evenkeel.body", AttributeValue.fromM(set("t", s("S")).apply(marker))));

    assertThatThrownBy(this::get).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
  }

  private void forge(UnaryOperator<Map<String, AttributeValue>> forgery) {
    Map<String, AttributeValue> stored = docs.stored(key, "body", s(TEXT), Placement.CHUNKS, false);
    putWith(
        Map.of(
            "evenkeel.body",
            AttributeValue.fromM(forgery.apply(requireNonNull(stored.get("evenkeel.body")).m()))));
  }

  private void putWith(Map<String, AttributeValue> others) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.putAll(others);
    docs.putRaw(item);
  }

  @Test
  void get_markerOfAnotherItem_findsNothing() {
    putWith(docs.stored(key("forged", -1), "body", s(TEXT), Placement.CHUNKS, false));

    assertThatThrownBy(this::get).hasFieldOrPropertyWithValue("reason", Reason.PAYLOAD_MISSING);
  }

  @Test
  void get_valueBesideItsMarker_isRefused() {
    Map<String, AttributeValue> stored =
        new HashMap<>(docs.stored(key, "body", s(TEXT), Placement.CHUNKS, false));
    stored.put("body", s("written past the library"));
    putWith(stored);

    assertThatThrownBy(this::get).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
  }

  @Test
  void get_compressedValueReplacedPastTheLibrary_isRefused() {
    Map<String, AttributeValue> stored =
        new HashMap<>(docs.stored(key, "body", s(TEXT), Placement.ITEM, true));
    stored.put("body", s("written past the library"));
    putWith(stored);

    assertThatThrownBy(this::get).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
  }

  @Test
  void get_bytesThatLookCompressed_areTheCallersWithoutAMarker() {
    AttributeValue gzip =
        requireNonNull(docs.stored(key, "body", s(TEXT), Placement.ITEM, true).get("body"));
    putWith(Map.of("body", gzip));

    assertThat(get().get("body")).isEqualTo(gzip);
  }

  @Test
  void get_chunksSwapped_isRefused() {
    putWith(
        docs.stored(key, "body", s("a".repeat(100) + "b".repeat(100)), Placement.CHUNKS, false));
    List<Map<String, AttributeValue>> chunks = chunks();
    rewrite(chunks.get(0), chunks.get(1).get("Data"));
    rewrite(chunks.get(1), chunks.get(0).get("Data"));

    assertThatThrownBy(this::get)
        .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT)
        .hasMessageContaining("SHA-256");
  }

  @Test
  void get_chunkEdited_isRefused() {
    putWith(docs.stored(key, "body", s(TEXT), Placement.CHUNKS, false));
    rewrite(chunks().get(0), b(100));

    assertThatThrownBy(this::get).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
  }

  @Test
  void get_chunkCutOff_isRefused() {
    putWith(docs.stored(key, "body", s(TEXT), Placement.CHUNKS, false));
    rewrite(chunks().get(0), b(99));

    assertThatThrownBy(this::get).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
  }

  @Test
  void get_oneChunkMissing_isNeverAPart() {
    putWith(docs.stored(key, "body", s(TEXT), Placement.CHUNKS, false));
    docs.client.deleteItem(
        d -> d.tableName(Docs.CHUNKS).key(Map.of("Id", requireNonNull(chunks().get(0).get("Id")))));

    assertThatThrownBy(this::get).hasFieldOrPropertyWithValue("reason", Reason.PAYLOAD_MISSING);
  }

  private List<Map<String, AttributeValue>> chunks() {
    return docs.chunksOf("1#forged#body#S:forged#N:%s#".formatted(key.get("at").n()));
  }

  private static void rewrite(Map<String, AttributeValue> chunk, AttributeValue data) {
    Map<String, AttributeValue> rewritten = new HashMap<>(chunk);
    rewritten.put("Data", data);
    docs.client.putItem(p -> p.tableName(Docs.CHUNKS).item(rewritten));
  }
}
