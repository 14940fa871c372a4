package dev.evenkeel.chunking.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.ServiceConfigurationError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodecsTest {

  private record Named(String name) implements ValueCodec {
    @Override
    public OutputStream compressing(OutputStream compressed, long originalBytes) {
      return compressed;
    }

    @Override
    public InputStream decompressing(InputStream compressed, long windowBytesMax) {
      return compressed;
    }
  }

  @Test
  void named_aBuiltInName_isTheCodecOfItsMethod() {
    assertThat(
            List.of(
                Codecs.named("gzip"),
                Codecs.named("zstd"),
                Codecs.named("lz4"),
                Codecs.named("snappy"),
                Codecs.named("lzo")))
        .isEqualTo(
            List.of(Codecs.gzip(), Codecs.zstd(), Codecs.lz4(), Codecs.snappy(), Codecs.lzo()))
        .extracting(ValueCodec::name)
        .containsExactly("gzip", "zstd", "lz4", "snappy", "lzo");
  }

  @Test
  void named_aService_isFound() {
    assertThat(Codecs.named("reversing-1")).isInstanceOf(ReversingCodec.class);
  }

  @Test
  void named_unknown_listsWhatThereIs() {
    assertThatThrownBy(() -> Codecs.named("brotli"))
        .hasFieldOrPropertyWithValue("reason", Reason.UNKNOWN_CODEC)
        .hasMessage(
            "There is no codec 'brotli'. There are gzip, lz4, lzo, reversing-1, snappy, watched-1, zstd."
                + " Others are found as services of type dev.evenkeel.chunking.spec.ValueCodec.");
  }

  /** The name of a stored value's codec may be any text, even a secret. */
  @ParameterizedTest
  @ValueSource(strings = {"", "GZIP", "gzip ", "a\nb", "123456789012345678901234567890123"})
  void named_aTextThatIsNoName_isNotRepeated(String name) {
    assertThatThrownBy(() -> Codecs.named(name))
        .hasFieldOrPropertyWithValue("reason", Reason.UNKNOWN_CODEC)
        .hasMessageStartingWith("A codec was asked for by a text that is no codec name. There are");
  }

  @Test
  void zstd_levels_areOneToNineteen() {
    assertThat(Codecs.zstd(19)).hasToString("zstd(19)").isNotEqualTo(Codecs.zstd());
    assertThat(Codecs.zstd(19).name()).isEqualTo("zstd");
    for (int level : new int[] {0, 20}) {
      assertThatThrownBy(() -> Codecs.zstd(level))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("level must be 1 to 19 but was " + level);
    }
  }

  @Test
  void checked_aGoodName_isTheCodec() {
    ValueCodec codec = new Named("a-1");
    assertThat(Codecs.checked(codec)).isSameAs(codec);
    assertThat(Codecs.checked(Codecs.zstd(7))).isEqualTo(Codecs.zstd(7));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "a_b", "a\u0000", "gr\u00f6\u00dfe"})
  void checked_aBadName_isRefused(String name) {
    assertThatThrownBy(() -> Codecs.checked(new Named(name)))
        .hasFieldOrPropertyWithValue("reason", Reason.UNKNOWN_CODEC)
        .hasMessageContaining("CodecsTest$Named has a name that is none");
  }

  @Test
  void checked_theNameOfABuiltIn_isRefused() {
    assertThatThrownBy(() -> Codecs.checked(new Named("lzo")))
        .hasFieldOrPropertyWithValue("reason", Reason.UNKNOWN_CODEC)
        .hasMessageContaining("has the name 'lzo', which is Evenkeel's own");
  }

  @Test
  void services_twoOfOneName_areRefused() {
    List<ValueCodec> services = List.of(new Named("a"), new ReversingCodec(), new Named("a"));
    assertThatThrownBy(() -> ServiceCodecs.byName(services))
        .hasFieldOrPropertyWithValue("reason", Reason.UNKNOWN_CODEC)
        .hasMessageStartingWith("Two services have the codec name 'a': ");
  }

  @Test
  void services_oneThatCannotBeLoaded_isATypedFailure() {
    Iterable<ValueCodec> services =
        () -> {
          throw new ServiceConfigurationError("no such class");
        };
    assertThatThrownBy(() -> ServiceCodecs.byName(services))
        .hasFieldOrPropertyWithValue("reason", Reason.UNKNOWN_CODEC)
        .hasMessageContaining("dev.evenkeel.chunking.spec.ValueCodec cannot be loaded")
        .hasCauseInstanceOf(ServiceConfigurationError.class);
  }
}
