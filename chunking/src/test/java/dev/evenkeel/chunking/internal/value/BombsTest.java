package dev.evenkeel.chunking.internal.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.internal.value.Packing.UnpackLimits;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.chunking.spec.ValueCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Few bytes that ask for many, or for much memory: they get neither. */
class BombsTest {
  private static final int MIB = 1 << 20;
  private static final UnpackLimits LIMITS = new UnpackLimits(64 * MIB, 8 * MIB);

  /** Any codec's own buffers, and the little that is in fact there. */
  private static final long ALLOCATED_BYTES_MAX = 24 * MIB;

  private static byte[] zeros(ValueCodec codec, int mebibytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = codec.compressing(packed, ValueCodec.UNKNOWN)) {
      byte[] mebibyte = new byte[MIB];
      for (int i = 0; i < mebibytes; i++) {
        out.write(mebibyte, 0, MIB);
      }
    }
    return packed.toByteArray();
  }

  private static void assertCorruptAndCheap(byte[] packed, ValueCodec codec, long declared) {
    long before = Allocation.bytes();
    assertThatThrownBy(() -> Packing.unpack(packed, codec, declared, LIMITS))
        .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
    assertThat(Allocation.bytes() - before).isLessThan(ALLOCATED_BYTES_MAX);
  }

  /** Each at its ratio; the last is the 800 MiB in 25 KB that were seen in the wild. */
  @ParameterizedTest
  @CsvSource({
    "gzip,400,420000",
    "lz4,100,480000",
    "snappy,20,1100000",
    "lzo,100,500000",
    "zstd,800,80000"
  })
  void unpack_moreThanItSays_stopsThere(String name, int mebibytes, int packedBytesMax)
      throws IOException {
    byte[] packed = zeros(Codecs.named(name), mebibytes);
    assertThat(packed.length).isLessThan(packedBytesMax);
    CountingCodec codec = new CountingCodec(Codecs.named(name));
    assertCorruptAndCheap(packed, codec, MIB);
    assertThat(codec.decompressed()).isEqualTo(MIB + 1);
    assertThat(codec.open()).isZero();
  }

  /** Memory is allocated for the bytes that are there, not for the declared length. */
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4", "snappy", "lzo"})
  void unpack_lessThanItSays_takesNoMoreMemoryThanIsThere(String name) throws IOException {
    assertCorruptAndCheap(zeros(Codecs.named(name), 1), Codecs.named(name), 64 * MIB);
  }

  @Test
  void unpack_gzipInGzip_isUnpackedOnce() throws IOException {
    byte[] inner = zeros(Codecs.gzip(), 100);
    byte[] outer = Packing.pack(inner, Codecs.gzip(), any -> Long.MAX_VALUE);
    CountingCodec codec = new CountingCodec(Codecs.gzip());
    assertThat(Packing.unpack(outer, codec, inner.length, LIMITS)).isEqualTo(inner);
    assertThat(codec.decompressed()).isEqualTo(inner.length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4", "snappy", "lzo"})
  void unpack_thousandsOfEmptyForms_takesNoMemory(String name) throws IOException {
    byte[] empty = zeros(Codecs.named(name), 0);
    byte[] packed = repeated(empty, 400_000 / empty.length);
    assertCorruptAndCheap(packed, Codecs.named(name), 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "snappy"})
  void unpack_manyForms_stopWhereTheySay(String name) throws IOException {
    byte[] packed = repeated(zeros(Codecs.named(name), 1), 100);
    CountingCodec codec = new CountingCodec(Codecs.named(name));
    assertCorruptAndCheap(packed, codec, 3 * MIB);
    assertThat(codec.decompressed()).isEqualTo(3 * MIB + 1);
  }

  /** Bytes made by hand: what they ask for is said beside them. */
  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource({
    "zstd, 28b52ffd00a80100006100000000, a window of 2 GiB",
    "zstd, 28b52ffd00f80100006100000000, a window of 2 TiB",
    "zstd, 28b52ffde0ffffffffffffff0f090000 61, a single segment of 2^60 bytes",
    "zstd, 28b52ffd0158f0fefd0900006161, a dictionary",
    "snappy, ff060000734e61507059 000a0000 00000000 ffffffff07 00, a chunk of 2 GiB",
    "snappy, ff060000734e61507059 000a0000 00000000 808080800f 00, a chunk of less than 0 bytes",
    "snappy, ff060000734e61507059 000a0000 00000000 8180040000 00, a chunk of 65537 bytes",
    "snappy, ff060000734e61507059 01ffffff 00000000 00, a plain chunk of 16 MiB",
    "snappy, ff060000734e61507059 02000000, a reserved chunk",
    "snappy, ff060000734e61507059 80ffffff 00, a chunk to skip that is cut off",
    "snappy, ff060000734e61507059 00030000 000000, a chunk too short for its checksum",
    "lz4, 04224d186040 82 ffffff7f 00, a block of 2 GiB",
    "lz4, 04224d186040 82 ffffffff 00, a plain block of 2 GiB",
    "lz4, 04224d184040 c0 00000000, blocks that depend on each other",
    "lz4, 502a4d18 ffffffff 00, a frame to skip of 4 GiB",
    "lz4, 502a4d18 00000000, nothing but a frame to skip",
    "lz4, 02214c18 00000000, the format before frames",
  })
  void unpack_forgedSizes_areCorruptAndCheap(String codec, String hex, String asks) {
    byte[] packed = HexFormat.of().parseHex(hex.replace(" ", ""));
    assertCorruptAndCheap(packed, Codecs.named(codec), 1000);
  }

  @Test
  void unpack_forgedBlocksOfLzop_areCorruptAndCheap() throws IOException {
    byte[] header = zeros(Codecs.lzo(), 0);
    for (String block :
        new String[] {
          "7fffffff7ffffffe00000000", // 2 GiB
          "7fffffff7fffffff00000000", // 2 GiB as they are
          "fffffffbfffffffb00000000", // less than 0 bytes
          "000003e87fffffff00000000", // 1000 bytes in 2 GiB
          "000003e80000000000000000", // 1000 bytes in none
          "0004000100000001 0000000000", // a byte more than a block has
          "ffffffff"
        }) {
      byte[] forged = HexFormat.of().parseHex(block.replace(" ", ""));
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      packed.write(header, 0, header.length - Integer.BYTES);
      packed.writeBytes(forged);
      assertCorruptAndCheap(packed.toByteArray(), Codecs.lzo(), 1000);
    }
  }

  /** The library's own stream takes a level of the stack for each. */
  @Test
  void unpack_manySnappyChunksToSkip_areSkipped() {
    byte[] start = HexFormat.of().parseHex("ff060000734e61507059");
    byte[] skipped = repeated(HexFormat.of().parseHex("fe000000"), 200_000);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    packed.writeBytes(start);
    packed.writeBytes(skipped);
    assertThat(Packing.unpack(packed.toByteArray(), Codecs.snappy(), 0, LIMITS)).isEmpty();
  }

  private static byte[] repeated(byte[] part, int times) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < times; i++) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
