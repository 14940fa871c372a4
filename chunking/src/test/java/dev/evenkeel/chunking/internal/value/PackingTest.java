package dev.evenkeel.chunking.internal.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.internal.value.Packing.UnpackLimits;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.testkit.gen.Property;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PackingTest {
  private static final int MIB = 1 << 20;
  private static final UnpackLimits LIMITS = new UnpackLimits(64 * MIB, 8 * MIB);

  private static byte[] pack(byte[] original, String codec) {
    return Packing.pack(original, Codecs.named(codec), any -> Long.MAX_VALUE);
  }

  private static void assertRoundTrip(byte[] original, String codec) {
    byte[] packed = pack(original, codec);
    assertThat(Packing.unpack(packed, Codecs.named(codec), original.length, LIMITS))
        .isEqualTo(original);
    assertThat(pack(original, codec)).as("the same again").isEqualTo(packed);
  }

  @Tag("rounds")
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4", "snappy", "lzo", "reversing-1"})
  void unpack_whatWasPacked_isTheOriginal(String codec) {
    assertRoundTrip(new byte[0], codec);
    assertRoundTrip(new byte[] {7}, codec);
    assertRoundTrip(Contents.random(1, MIB), codec);
    assertRoundTrip(Contents.text(2, MIB), codec);
    assertRoundTrip(new byte[MIB + 1], codec);
    Property.check(20, gen -> assertRoundTrip(Contents.mixed(gen, 300_000), codec));
  }

  /** Lengths at and beside those of blocks and buffers. */
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4", "snappy", "lzo"})
  void unpack_lengthsAroundBlocks_areTheOriginal(String codec) {
    for (int block : List.of(8 << 10, 16 << 10, 64 << 10, 128 << 10, 256 << 10)) {
      for (int bytes : List.of(block - 1, block, block + 1, 2 * block)) {
        assertRoundTrip(Contents.random(bytes, bytes), codec);
        assertRoundTrip(Contents.text(bytes, bytes), codec);
      }
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4", "snappy", "lzo"})
  void unpack_twentyMebibytes_areTheOriginal(String codec) {
    byte[] original = Contents.text(3, 20 * MIB);
    System.arraycopy(Contents.random(4, 5 * MIB), 0, original, 7 * MIB, 5 * MIB);
    byte[] packed = pack(original, codec);
    assertThat(packed.length).isLessThan(original.length);
    assertThat(Packing.unpack(packed, Codecs.named(codec), original.length, LIMITS))
        .isEqualTo(original);
  }

  /** 8 MiB is what every decoder of zstd supports, so no level may ask for more. */
  @Test
  void unpack_theHighestLevel_needsNoMoreThanEightMebibytes() throws IOException {
    byte[] original = Contents.text(5, 1000);
    byte[] packed;
    try (InputStream in =
        new PackingStream(new ByteArrayInputStream(original), Codecs.zstd(19), MIB)) {
      packed = in.readAllBytes();
    }
    assertThat(Packing.unpack(packed, Codecs.zstd(), 1000, LIMITS)).isEqualTo(original);

    UnpackLimits less = new UnpackLimits(MIB, 8 * MIB - 1);
    assertThatThrownBy(() -> Packing.unpack(packed, Codecs.zstd(), 1000, less))
        .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT)
        .hasMessageContaining("is damaged, or needs a larger window");
  }

  /** Of a length that is known, up to what level 1 has anyway. */
  @Tag("deep")
  @ParameterizedTest
  @CsvSource({"0,1024", "1023,1024", "1024,2048", "5000,8192", "524287,524288"})
  void unpack_fewBytes_needNoLargerWindowThanThey(int bytes, long windowBytes) {
    byte[] original = Contents.text(6, bytes);
    byte[] packed = Packing.pack(original, Codecs.zstd(19), any -> Long.MAX_VALUE);
    UnpackLimits enough = new UnpackLimits(MIB, windowBytes);
    assertThat(Packing.unpack(packed, Codecs.zstd(), bytes, enough)).isEqualTo(original);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4", "snappy", "lzo"})
  void pack_contentThatDoesNotShrink_stopsEarlyAndKeepsNothing(String codec) {
    CountingCodec counting = new CountingCodec(Codecs.named(codec));
    byte[] original = Contents.random(6, 4 * MIB);
    assertThat(Packing.pack(original, counting, any -> 100_000)).isNull();
    assertThat(counting.compressed()).isLessThan(MIB);
    assertThat(counting.open()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4", "snappy", "lzo", "reversing-1"})
  void unpack_anotherLength_isCorrupt(String name) {
    byte[] packed = pack(Contents.text(7, 100_000), name);
    CountingCodec codec = new CountingCodec(Codecs.named(name));
    assertThatThrownBy(() -> Packing.unpack(packed, codec, 100_001, LIMITS))
        .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT)
        .hasMessageContaining("ends 1 bytes before the length that was stored with it");
    assertThatThrownBy(() -> Packing.unpack(packed, codec, 99_999, LIMITS))
        .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT)
        .hasMessageContaining("goes on beyond the length that was stored with it");
    assertThatThrownBy(() -> Packing.unpack(packed, codec, 0, LIMITS))
        .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
    assertThatThrownBy(() -> Packing.unpack(packed, codec, -1, LIMITS))
        .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
    assertThat(codec.open()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4", "snappy", "lzo"})
  void unpack_cutOffAnywhere_isCorrupt(String codec) {
    byte[] original = Contents.text(8, 500);
    byte[] packed = pack(original, codec);
    for (int length = 0; length < packed.length; length++) {
      byte[] cut = Arrays.copyOf(packed, length);
      assertThatThrownBy(() -> Packing.unpack(cut, Codecs.named(codec), 500, LIMITS))
          .as("%d of %d bytes", length, packed.length)
          .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4", "snappy", "lzo"})
  void unpack_bytesAfterTheEnd_isCorrupt(String codec) {
    byte[] original = Contents.text(9, 500);
    byte[] packed = pack(original, codec);
    for (byte[] garbage :
        List.of(
            new byte[1],
            new byte[100],
            new byte[] {-1},
            Contents.random(1, 30),
            Arrays.copyOf(packed, 3),
            Arrays.copyOf(packed, 12),
            Arrays.copyOf(packed, packed.length - 1))) {
      byte[] longer = joined(packed, garbage);
      assertThatThrownBy(() -> Packing.unpack(longer, Codecs.named(codec), 500, LIMITS))
          .as("%d bytes after", garbage.length)
          .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
    }
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    Arrays.stream(parts).forEach(joined::writeBytes);
    return joined.toByteArray();
  }

  /** GZIP, zstd and Snappy say that several forms in a row are the form of all in a row. */
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "snappy"})
  void unpack_twoFormsInARow_areBothContents(String codec) {
    byte[] packed = joined(pack(Contents.text(1, 500), codec), pack(Contents.text(2, 300), codec));
    assertThat(Packing.unpack(packed, Codecs.named(codec), 800, LIMITS))
        .isEqualTo(joined(Contents.text(1, 500), Contents.text(2, 300)));
    assertThatThrownBy(() -> Packing.unpack(packed, Codecs.named(codec), 500, LIMITS))
        .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4", "snappy", "lzo"})
  void unpack_theFormOfAnotherCodec_isCorrupt(String codec) {
    for (String other : List.of("gzip", "zstd", "lz4", "snappy", "lzo", "reversing-1")) {
      byte[] packed = pack(Contents.text(10, 500), other);
      if (!other.equals(codec)) {
        assertThatThrownBy(() -> Packing.unpack(packed, Codecs.named(codec), 500, LIMITS))
            .as(other)
            .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
      }
    }
  }

  @Test
  void unpack_moreThanTheLimitBySaying_isRefusedUnread() {
    CountingCodec codec = new CountingCodec(Codecs.gzip());
    byte[] packed = pack(new byte[1001], "gzip");
    UnpackLimits limits = new UnpackLimits(1000, MIB);
    assertThatThrownBy(() -> Packing.unpack(packed, codec, 1001, limits))
        .hasFieldOrPropertyWithValue("reason", Reason.TOO_LARGE)
        .hasMessage(
            "A compressed value says that it had 1001 bytes, and at most 1000 are decompressed."
                + " Raise the limit if it may be that large.");
    assertThat(codec.decompressed()).isZero();
    assertThat(Packing.unpack(pack(new byte[1000], "gzip"), codec, 1000, limits)).hasSize(1000);
  }
}
