package dev.evenkeel.chunking.internal.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.internal.value.Packing.UnpackLimits;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.testkit.gen.Property;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.exception.AbortedException;

/** Values as streams, larger than memory. */
class PackingStreamsTest {
  private static final int MIB = 1 << 20;
  private static final UnpackLimits LIMITS = new UnpackLimits(2000L * MIB, 8 * MIB);

  /** The same mebibyte again and again. */
  private static final class Repeated extends InputStream {
    private final byte[] part;
    private long left;
    private boolean closed;

    Repeated(byte[] part, int times) {
      this.part = part;
      this.left = (long) part.length * times;
    }

    @Override
    public int read() {
      throw new AssertionError("bytes are read one by one");
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      if (left == 0) {
        return -1;
      }
      int from = (int) ((part.length - left % part.length) % part.length);
      int bytes = Math.min(length, part.length - from);
      System.arraycopy(part, from, target, offset, bytes);
      left -= bytes;
      return bytes;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** A stream holds a few slices and blocks at any time, in both directions together. */
  @Tag("deep")
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4", "snappy", "lzo"})
  void unpacking_ofPacking_isTheOriginalAndHoldsLittle(String name) throws IOException {
    int times = 20;
    byte[] part = Contents.text(1, MIB);
    long original = (long) times * MIB;
    Repeated source = new Repeated(part, times);
    PackingStream packing = new PackingStream(source, Codecs.named(name), original);
    try (InputStream unpacked = Packing.unpacking(packing, Codecs.named(name), original, LIMITS)) {
      for (int i = 0; i < times; i++) {
        assertThat(unpacked.readNBytes(MIB)).isEqualTo(part);
        assertThat(packing.originalBytes() - (i + 1L) * MIB).isBetween(0L, 2L * MIB);
      }
      assertThat(unpacked.read()).isEqualTo(-1);
    }
    assertThat(packing.originalBytes()).isEqualTo(original);
    assertThat(source.closed).isTrue();
  }

  /** Reads of any size, single bytes among them, from a source that gives few at a time. */
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4", "snappy", "lzo"})
  void unpacking_inSmallReads_isTheOriginal(String name) {
    Property.check(
        40,
        gen -> {
          byte[] original = Contents.mixed(gen, 20_000);
          byte[] packed = drain(packing(original, name), gen);
          InputStream source = trickling(packed, gen);
          byte[] unpacked =
              drain(Packing.unpacking(source, Codecs.named(name), original.length, LIMITS), gen);
          assertThat(unpacked).isEqualTo(original);
        });
  }

  private static InputStream packing(byte[] original, String name) throws IOException {
    return new PackingStream(new ByteArrayInputStream(original), Codecs.named(name), MIB);
  }

  private static InputStream trickling(byte[] bytes, Gen gen) {
    return new FilterInputStream(new ByteArrayInputStream(bytes)) {
      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        return in.read(target, offset, Math.min(length, gen.between(1, 50)));
      }

      @Override
      public int available() {
        return 0;
      }
    };
  }

  private static byte[] drain(InputStream in, Gen gen) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] slice = new byte[200];
    try (in) {
      while (true) {
        int offset = gen.between(0, 100);
        int bytes =
            gen.chance(0.2)
                ? single(in, slice, offset)
                : in.read(slice, offset, gen.between(1, 99));
        if (bytes < 0) {
          assertThat(in.read()).isEqualTo(-1);
          return all.toByteArray();
        }
        all.write(slice, offset, bytes);
      }
    }
  }

  private static int single(InputStream in, byte[] slice, int offset) throws IOException {
    int b = in.read();
    slice[offset] = (byte) b;
    return b < 0 ? -1 : 1;
  }

  /** A reader that stops at the stored length has had every check. */
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4", "snappy", "lzo"})
  void unpacking_theLastByte_comesAfterTheChecks(String name) throws IOException {
    byte[] original = Contents.text(2, 5_000);
    byte[] packed = drain(packing(original, name), Gen.seeded(1, 1));
    byte[] longer = Arrays.copyOf(packed, packed.length + 1);
    try (InputStream in =
        Packing.unpacking(new ByteArrayInputStream(longer), Codecs.named(name), 5_000, LIMITS)) {
      assertThat(in.readNBytes(4_999)).isEqualTo(Arrays.copyOf(original, 4_999));
      assertThatThrownBy(in::read).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
      assertThatThrownBy(in::read)
          .as("again")
          .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
    }
  }

  /** A lost connection is not damage: it may be read again. */
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4", "snappy", "lzo"})
  void unpacking_theSourceFails_isThatFailure(String name) throws IOException {
    byte[] packed = drain(packing(Contents.random(3, 500_000), name), Gen.seeded(1, 1));
    for (Exception failure :
        new Exception[] {new IOException("lost"), AbortedException.create("lost")}) {
      try (InputStream in =
          Packing.unpacking(failing(packed, failure), Codecs.named(name), 500_000, LIMITS)) {
        assertThatThrownBy(in::readAllBytes).isSameAs(failure);
        assertThatThrownBy(in::read).as("again").isSameAs(failure);
      }
    }
  }

  private static InputStream failing(byte[] packed, Exception failure) {
    return new FilterInputStream(new ByteArrayInputStream(packed, 0, 200_000)) {
      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        int bytes = in.read(target, offset, length);
        if (bytes >= 0) {
          return bytes;
        }
        if (failure instanceof IOException lost) {
          throw lost;
        }
        throw (RuntimeException) failure;
      }
    };
  }

  /** Above all not the end of the JVM: zstd's memory is native. */
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4", "snappy", "lzo"})
  void unpacking_readAfterClose_isAFailureOrWhatWasThere(String name) throws IOException {
    byte[] original = Contents.text(4, 100_000);
    byte[] packed = drain(packing(original, name), Gen.seeded(1, 1));
    InputStream source =
        new FilterInputStream(new ByteArrayInputStream(packed)) {
          private boolean closed;

          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            if (closed) {
              throw new IOException("closed");
            }
            return super.read(target, offset, length);
          }

          @Override
          public void close() {
            closed = true;
          }
        };
    InputStream in = Packing.unpacking(source, Codecs.named(name), 100_000, LIMITS);
    assertThat(in.read()).isEqualTo(original[0]);
    in.close();
    in.close();
    assertThatThrownBy(in::readAllBytes)
        .isInstanceOfAny(IOException.class, LargeValueException.class);
  }
}
