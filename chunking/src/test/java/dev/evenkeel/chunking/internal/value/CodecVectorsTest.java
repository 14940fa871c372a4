package dev.evenkeel.chunking.internal.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.internal.value.Packing.UnpackLimits;
import dev.evenkeel.chunking.spec.Codecs;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Formats written once, by Evenkeel or by common tools, stay readable. */
class CodecVectorsTest {
  private static final byte[] TEXT =
      "even keel, even keel, even keel: gr\u00f6\u00dfer, gr\u00f6\u00dfer, gr\u00f6\u00dfer"
          .getBytes(StandardCharsets.UTF_8);
  private static final UnpackLimits LIMITS = new UnpackLimits(1000, 8 << 20);

  @ParameterizedTest
  @CsvFileSource(resources = "/vectors/v1/codecs.csv", useHeadersInDisplayName = true)
  void unpack_goldenVector_isTheText(String codec, String writer, String compressed) {
    byte[] packed = HexFormat.of().parseHex(compressed);
    assertThat(Packing.unpack(packed, Codecs.named(codec), TEXT.length, LIMITS))
        .as(writer)
        .isEqualTo(TEXT);
  }
}
