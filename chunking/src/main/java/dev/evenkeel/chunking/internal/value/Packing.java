package dev.evenkeel.chunking.internal.value;

import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.chunking.spec.ValueCodec;
import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.item.WriteCapacity;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Bytes to compressed bytes and back, whatever the compressed bytes say. */
public final class Packing {
  private static final int SLICE_BYTES = 64 * 1024;

  private Packing() {}

  /**
   * The compressed form, if the rule lets it be kept. Compressing stops where the form passes what
   * the rule allows.
   *
   * @return null if the original is to be kept
   */
  public static byte @Nullable [] pack(byte[] original, ValueCodec codec, PackingRule rule) {
    long packedBytesMax = rule.packedBytesMax(original.length);
    if (packedBytesMax <= 0) {
      return null;
    }
    CappedSink sink = new CappedSink(packedBytesMax);
    try (OutputStream compressor = codec.compressing(sink, original.length)) {
      for (int at = 0; at < original.length && !sink.isPassed(); at += SLICE_BYTES) {
        compressor.write(original, at, Math.min(SLICE_BYTES, original.length - at));
      }
    } catch (IOException e) {
      throw new DecoratorException("The codec '%s' cannot compress.".formatted(codec.name()), e);
    }
    return sink.isPassed() ? null : sink.bytes();
  }

  /**
   * The original bytes of a compressed form. Memory grows with what is in fact there, not with what
   * it says of itself.
   *
   * @param originalBytes how many bytes were compressed, as it was stored with them
   * @throws LargeValueException if that is more than the limits allow
   * @throws LargeValueException if the bytes are not one compressed form of so many
   */
  public static byte[] unpack(
      byte[] packed, ValueCodec codec, long originalBytes, UnpackLimits limits) {
    try (InputStream original =
        unpacking(new ByteArrayInputStream(packed), codec, originalBytes, limits)) {
      return original.readAllBytes();
    } catch (IOException e) {
      throw new LargeValueException(
          Reason.CORRUPT, "A compressed value ends in a way that its codec refuses.", e);
    }
  }

  /**
   * The same as a stream. It hands out the last bytes only after the compressed form was found to
   * end there and to be sound. A reader that has got {@code originalBytes} bytes can trust them.
   * Failures of {@code packed} itself come through as they are; all others are those of {@link
   * #unpack}. Must be closed, and closes {@code packed}; if this method throws, the caller does.
   */
  public static InputStream unpacking(
      InputStream packed, ValueCodec codec, long originalBytes, UnpackLimits limits)
      throws IOException {
    if (originalBytes < 0) {
      throw new LargeValueException(
          Reason.CORRUPT, "A compressed value says that it had fewer than 0 bytes.");
    }
    if (originalBytes > limits.decompressedBytesMax()) {
      throw new LargeValueException(
          Reason.TOO_LARGE,
          ("A compressed value says that it had %d bytes, and at most %d are decompressed. Raise"
                  + " the limit if it may be that large.")
              .formatted(originalBytes, limits.decompressedBytesMax()));
    }
    return new UnpackingStream(packed, codec, originalBytes, limits.windowBytesMax());
  }

  /**
   * Keeps bytes up to a number. Further bytes are counted and dropped, not refused: a codec that
   * cannot write its end does not release its memory.
   */
  static final class CappedSink extends OutputStream {
    private final long bytesMax;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private boolean passed;

    CappedSink(long bytesMax) {
      this.bytesMax = bytesMax;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      passed |= buffer.size() + (long) length > bytesMax;
      if (!passed) {
        buffer.write(bytes, offset, length);
      }
    }

    boolean isPassed() {
      return passed;
    }

    byte[] bytes() {
      return buffer.toByteArray();
    }
  }

  /**
   * Limits on the memory that a stored value may claim when it is read.
   *
   * @param decompressedBytesMax the largest original value that is read
   * @param windowBytesMax how far back a compressed form may refer, which the codec holds in memory
   */
  public record UnpackLimits(long decompressedBytesMax, long windowBytesMax) {
    public UnpackLimits {
      if (decompressedBytesMax < 0 || windowBytesMax < 1) {
        throw new IllegalArgumentException(
            "decompressedBytesMax must be >= 0 and windowBytesMax >= 1 but they were %d and %d"
                .formatted(decompressedBytesMax, windowBytesMax));
      }
    }
  }

  /** The rule whether a compressed form is small enough to be kept. */
  @FunctionalInterface
  public interface PackingRule {

    /** The largest compressed form that is kept; negative if none is. */
    long packedBytesMax(long originalBytes);

    /**
     * At least 10 % smaller: less is not worth the work of reading it.
     *
     * @param addedBytes the bytes that an item needs in addition for the compressed form
     */
    static PackingRule tenPercent(long addedBytes) {
      return original -> original - ceilDiv(original, 10) - addedBytes;
    }

    /**
     * Small enough for the item to be written for fewer units.
     *
     * @param otherBytes the size of the item without the value
     * @param addedBytes the bytes that an item needs in addition for the compressed form
     */
    static PackingRule unitSaved(long otherBytes, long addedBytes) {
      return original -> {
        long blocks = ceilDiv(otherBytes + original, WriteCapacity.BLOCK_BYTES);
        return (blocks - 1) * WriteCapacity.BLOCK_BYTES - otherBytes - addedBytes;
      };
    }

    private static long ceilDiv(long number, long divisor) {
      return -Math.floorDiv(-number, divisor);
    }
  }
}
