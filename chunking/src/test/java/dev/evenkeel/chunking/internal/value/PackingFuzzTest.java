package dev.evenkeel.chunking.internal.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.internal.value.Packing.UnpackLimits;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.chunking.spec.ValueCodec;
import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.testkit.gen.Property;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Damaged payloads: what comes back is the original or one of two exceptions, with little memory
 * and in the end. The allocation of each is counted, so that a forged length shows.
 */
class PackingFuzzTest {
  private static final int CONTENT_BYTES_MAX = 150_000;
  private static final long ALLOCATED_BYTES_MAX = 32L << 20;
  private static final UnpackLimits LIMITS = new UnpackLimits(1 << 20, 8 << 20);

  static List<ValueCodec> codecs() {
    return List.of(
        Codecs.gzip(),
        Codecs.zstd(),
        Codecs.lz4(),
        Codecs.snappy(),
        Codecs.lzo(),
        new UncheckedLz4());
  }

  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("codecs")
  void unpack_mutatedPayloads_giveTheOriginalOrATypedFailure(ValueCodec codec) {
    Property.check(5_000 / codecs().size(), gen -> check(codec, gen));
  }

  private static void check(ValueCodec codec, Gen gen) {
    byte[] original = Contents.mixed(gen, gen.chance(0.9) ? 2_000 : CONTENT_BYTES_MAX);
    byte[] packed = Packing.pack(original, codec, any -> Long.MAX_VALUE);
    byte[] mutated = Mutation.of(packed, gen);
    long declared = gen.chance(0.8) ? original.length : gen.between(-1, 2 << 20);
    long before = Allocation.bytes();
    try {
      byte[] unpacked = Packing.unpack(mutated, codec, declared, LIMITS);
      if (codec instanceof UncheckedLz4) {
        assertThat(unpacked).hasSize((int) declared);
      } else {
        assertThat(unpacked).isEqualTo(original);
      }
    } catch (LargeValueException expected) {
      assertThat(expected.reason()).isIn(Reason.CORRUPT, Reason.TOO_LARGE);
      assertThat(expected.problem()).contains("compressed");
    }
    assertThat(Allocation.bytes() - before).isLessThan(ALLOCATED_BYTES_MAX);
  }
}
