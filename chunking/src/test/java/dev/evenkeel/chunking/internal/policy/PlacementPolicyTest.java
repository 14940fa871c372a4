package dev.evenkeel.chunking.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.internal.policy.ItemLayout.ExternalValue;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.WriteId;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.chunking.spec.ValueCodec;
import dev.evenkeel.core.item.ItemSize;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The size from which each placement applies, to the byte. */
class PlacementPolicyTest {
  private static final int DYNAMODB_BYTES_MAX = 400 * 1024;

  private static ChunkingSpec.Builder spec() {
    return ChunkingSpec.builder("Docs")
        .partitionKey("id")
        .chunkTable("Chunks")
        .intentTable("Intents");
  }

  private static ChunkedTable table(AttributePolicy body) {
    return new ChunkedTable(spec().attribute("body", body).build());
  }

  private static AttributeValue noise(long bytes) {
    byte[] noise = new byte[Math.toIntExact(bytes)];
    new Random(bytes).nextBytes(noise);
    return AttributeValue.fromB(SdkBytes.fromByteArray(noise));
  }

  /** An item that has so many bytes in all, all but a few in one attribute. */
  private static Map<String, AttributeValue> item(String attribute, long itemBytes) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("id", AttributeValue.fromS("größer"));
    item.put("count", AttributeValue.fromN("-12.5"));
    item.put(attribute, noise(itemBytes - ItemSize.bytes(item) - attribute.length()));
    assertThat(ItemSize.bytes(item)).isEqualTo(itemBytes);
    return item;
  }

  private static List<String> moved(ChunkedTable table, Map<String, AttributeValue> item) {
    return PlacementPolicy.ofItem(table, item).moved().stream()
        .map(ExternalValue::attribute)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, ChunkingSpec.ITEM_BYTES_MAX_DEFAULT, DYNAMODB_BYTES_MAX})
  void ofItem_exactlyTheLimit_stays_andOneByteMoreLeaves(int limit) {
    ChunkedTable table =
        new ChunkedTable(
            spec().attribute("body", AttributePolicy.chunked()).itemBytesMax(limit).build());

    Map<String, AttributeValue> fits = item("body", limit);
    assertThat(PlacementPolicy.ofItem(table, fits))
        .isEqualTo(new ItemLayout(fits, List.of(), Map.of()));
    assertThat(moved(table, item("body", limit + 1L))).containsExactly("body");
  }

  /** Room for later updates is no reason to refuse what DynamoDB takes. */
  @Test
  void ofItem_nothingMayLeave_isTakenUpToWhatDynamoDbTakes() {
    ChunkedTable table = table(AttributePolicy.asTheyAre());
    Map<String, AttributeValue> fits = item("body", DYNAMODB_BYTES_MAX);

    assertThat(PlacementPolicy.ofItem(table, fits).staying()).isEqualTo(fits);
    assertThatThrownBy(() -> PlacementPolicy.ofItem(table, item("body", DYNAMODB_BYTES_MAX + 1L)))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.ITEM_TOO_LARGE)
        .hasMessageContainingAll("'Docs'", "409601 bytes", "409600", "body (4095");
  }

  @Test
  void ofItem_tooLargeAfterEveryRung_isRefusedWithTheSizesThatWereLeft() {
    ChunkedTable table = table(AttributePolicy.chunked());
    Map<String, AttributeValue> item = item("other", DYNAMODB_BYTES_MAX - 100L);
    item.put("body", noise(1_000_000));

    assertThatThrownBy(() -> PlacementPolicy.ofItem(table, item))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.ITEM_TOO_LARGE)
        .message()
        .containsPattern("other \\(409\\d\\d\\d bytes\\), body \\(\\d\\d\\d bytes\\)");
  }

  /** The largest first, and no more than must. */
  @Test
  void ofItem_severalMayLeave_asFewAsPossibleDo() {
    ChunkedTable table =
        new ChunkedTable(
            spec()
                .attribute("a", AttributePolicy.chunked())
                .attribute("b", AttributePolicy.chunked())
                .attribute("c", AttributePolicy.chunked())
                .itemBytesMax(5000)
                .build());
    Map<String, AttributeValue> item = new HashMap<>(item("other", 1000));
    item.put("a", noise(2000));
    item.put("b", noise(3000));
    item.put("c", noise(1200));
    assertThat(moved(table, item)).containsExactly("b");

    item.put("a", noise(3600));
    item.put("b", noise(3600));
    assertThat(moved(table, item)).containsExactly("a", "b");
  }

  /** A marker outside is not free: a value that is smaller gains nothing by leaving. */
  @Test
  void ofItem_smallerThanItsMarkerOutside_stays() {
    ChunkedTable table = table(AttributePolicy.chunked());
    Map<String, AttributeValue> item = item("other", DYNAMODB_BYTES_MAX - 80L);
    item.put("body", noise(50));

    assertThat(moved(table, item)).isEmpty();
  }

  /** Makes so many bytes of anything. */
  private record To(int packedBytes) implements ValueCodec {
    @Override
    public String name() {
      return "to";
    }

    @Override
    public OutputStream compressing(OutputStream compressed, long originalBytes) {
      return new FilterOutputStream(compressed) {
        @Override
        public void write(byte[] bytes, int from, int length) {}

        @Override
        public void close() throws IOException {
          out.write(new byte[packedBytes]);
          super.close();
        }
      };
    }

    @Override
    public InputStream decompressing(InputStream compressed, long windowBytesMax) {
      throw new UnsupportedOperationException("nothing is read here");
    }
  }

  /** The marker counts as a part of what is compressed. */
  @Test
  void ofItem_compressedToJustNineTenths_isKept_andNotOneByteMore() {
    int most = (int) (9000 - EncodedValue.inItemMarkerBytes("evenkeel.body"));
    Map<String, AttributeValue> item =
        Map.of("id", AttributeValue.fromS("x"), "body", noise(10_000));

    ItemLayout kept = PlacementPolicy.ofItem(table(AttributePolicy.compressed(new To(most))), item);
    assertThat(kept.staying()).containsKey("evenkeel.body");
    assertThat(kept.staying().get("body").b().asByteArray()).hasSize(most);

    ItemLayout not =
        PlacementPolicy.ofItem(table(AttributePolicy.compressed(new To(most + 1))), item);
    assertThat(not.staying()).isEqualTo(item);
  }

  @ParameterizedTest
  @ValueSource(ints = {511, 512})
  void ofItem_lessThanIsWorthTheTime_isNotTried(int bytes) {
    Map<String, AttributeValue> item =
        Map.of("id", AttributeValue.fromS("x"), "body", AttributeValue.fromS("x".repeat(bytes)));

    ItemLayout laid =
        PlacementPolicy.ofItem(table(AttributePolicy.compressed(Codecs.gzip())), item);

    assertThat(laid.staying().containsKey("evenkeel.body")).isEqualTo(bytes == 512);
  }

  /** Without a store, and with one that then is not needed. */
  @Test
  void ofItem_fitsCompressedOnly_staysCompressed() {
    Map<String, AttributeValue> item =
        Map.of(
            "id", AttributeValue.fromS("x"),
            "body", AttributeValue.fromS("line ".repeat(DYNAMODB_BYTES_MAX)));

    for (AttributePolicy policy :
        List.of(
            AttributePolicy.compressed(Codecs.gzip()),
            AttributePolicy.compressed(Codecs.gzip()).thenChunked())) {
      ItemLayout laid = PlacementPolicy.ofItem(table(policy), item);
      assertThat(laid.moved()).isEmpty();
      assertThat(ItemSize.bytes(laid.staying())).isLessThan(DYNAMODB_BYTES_MAX);
    }
    assertThatThrownBy(() -> PlacementPolicy.ofItem(table(AttributePolicy.asTheyAre()), item))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.ITEM_TOO_LARGE);
  }

  /** A value leaves the item in the form in which it would have stayed. */
  @Test
  void ofItem_fitsNotEvenCompressed_leavesCompressed() {
    byte[] half = new byte[2 * DYNAMODB_BYTES_MAX];
    System.arraycopy(noise(DYNAMODB_BYTES_MAX).b().asByteArray(), 0, half, 0, DYNAMODB_BYTES_MAX);
    Map<String, AttributeValue> item =
        Map.of(
            "id", AttributeValue.fromS("x"),
            "body", AttributeValue.fromB(SdkBytes.fromByteArray(half)));

    ExternalValue moved =
        PlacementPolicy.ofItem(table(AttributePolicy.compressed(Codecs.zstd()).thenChunked()), item)
            .moved()
            .get(0);

    assertThat(moved.codec()).isEqualTo("zstd");
    assertThat(moved.placement()).isEqualTo(Placement.CHUNKS);
    assertThat(moved.stored().length).isBetween(DYNAMODB_BYTES_MAX, DYNAMODB_BYTES_MAX + 1000);
    assertThat(moved.marker(WriteId.of(new byte[16])).originalBytes()).isEqualTo(half.length);
  }

  @Test
  void ofItem_moveFrom_leavesFromThatSizeOn() {
    ChunkedTable table = table(AttributePolicy.chunked().moveFrom(4096));

    assertThat(moved(table, Map.of("id", AttributeValue.fromS("x"), "body", noise(4095))))
        .isEmpty();
    assertThat(moved(table, Map.of("id", AttributeValue.fromS("x"), "body", noise(4096))))
        .containsExactly("body");
  }

  @Test
  void ofItem_oneByteMoreThanAValueMayHave_isRefused() {
    ChunkingSpec spec = spec().attribute("body", AttributePolicy.chunked()).build();
    ChunkedTable table =
        new ChunkedTable(spec.toBuilder().limits(spec.limits().withValueBytesMax(500_000)).build());

    assertThat(moved(table, Map.of("id", AttributeValue.fromS("x"), "body", noise(500_000))))
        .containsExactly("body");
    assertThatThrownBy(
            () -> moved(table, Map.of("id", AttributeValue.fromS("x"), "body", noise(500_001))))
        .hasFieldOrPropertyWithValue("reason", Reason.TOO_LARGE)
        .hasMessageContainingAll("'body'", "'Docs'", "500001", "500000");
  }

  @Test
  void ofUpdate_asMuchAsAnUpdateLeaves_stays_andOneByteMoreLeaves() {
    ChunkedTable table = table(AttributePolicy.chunked().updateInlineBytesMax(500));

    assertThat(PlacementPolicy.ofUpdate(table, Map.of("body", noise(500))).moved()).isEmpty();
    assertThat(PlacementPolicy.ofUpdate(table, Map.of("body", noise(501))).moved()).hasSize(1);
  }

  /** The rest of the item is not known; the updated values alone must fit. */
  @Test
  void ofUpdate_moreThanAnyItemHas_isRefused() {
    ChunkedTable table = table(AttributePolicy.asTheyAre());

    assertThat(
            PlacementPolicy.ofUpdate(table, Map.of("body", noise(DYNAMODB_BYTES_MAX - 4))).moved())
        .isEmpty();
    assertThatThrownBy(
            () -> PlacementPolicy.ofUpdate(table, Map.of("body", noise(DYNAMODB_BYTES_MAX - 3))))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.ITEM_TOO_LARGE)
        .hasMessageContainingAll("409601", "body (409601 bytes)");
  }
}
