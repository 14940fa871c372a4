package dev.evenkeel.chunking.internal.value;

import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.chunking.spec.ValueCodec;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Exactly so many bytes out of one compressed form, or a failure. Not thread-safe. */
final class UnpackingStream extends InputStream {
  private final PackedSource packed;
  private final String codecName;
  private final InputStream content;
  private long remaining;
  private boolean ended;
  private @Nullable LargeValueException failure;

  UnpackingStream(InputStream packed, ValueCodec codec, long originalBytes, long windowBytesMax)
      throws IOException {
    this.packed = new PackedSource(packed);
    this.codecName = codec.name();
    this.remaining = originalBytes;
    this.content = guarded(() -> codec.decompressing(this.packed, windowBytesMax));
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    requireNoFailure();
    if (length == 0) {
      return 0;
    }
    if (remaining == 0) {
      requireEnd();
      return -1;
    }
    int bytes = content(target, offset, (int) Math.min(length, remaining));
    remaining -= bytes;
    if (remaining == 0) {
      requireEnd();
    }
    return bytes;
  }

  /** After a failure, reading on repeats the failure and never reports the end. */
  private void requireNoFailure() throws IOException {
    packed.rethrow();
    if (failure != null) {
      throw failure;
    }
  }

  private int content(byte[] target, int offset, int length) throws IOException {
    int bytes = guarded(() -> content.read(target, offset, length));
    if (bytes < 0) {
      throw corrupt(
          "ends %d bytes before the length that was stored with it".formatted(remaining), null);
    }
    if (bytes == 0 || bytes > length) {
      throw corrupt("makes its codec break the rules of streams", null);
    }
    return bytes;
  }

  /** Reads on to the end of the compressed form: only there its checksum is compared. */
  private void requireEnd() throws IOException {
    if (ended) {
      return;
    }
    if (guarded(content::read) >= 0) {
      throw corrupt("goes on beyond the length that was stored with it", null);
    }
    if (guarded(packed::read) >= 0) {
      throw corrupt("is followed by other bytes", null);
    }
    ended = true;
  }

  /** An action of a codec, which may be any code and meet any bytes. */
  private <T> T guarded(StreamAction<T> work) throws IOException {
    try {
      return work.get();
    } catch (LargeValueException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      packed.rethrow();
      throw corrupt("is damaged, or needs a larger window", e);
    }
  }

  private LargeValueException corrupt(String how, @Nullable Exception cause) {
    failure =
        new LargeValueException(
            Reason.CORRUPT,
            ("A value compressed with '%s' %s. It was changed after it was written, or written by"
                    + " another program.")
                .formatted(codecName, how),
            cause);
    return failure;
  }

  @Override
  public void close() throws IOException {
    content.close();
  }

  @FunctionalInterface
  private interface StreamAction<T> {
    T get() throws IOException;
  }

  /**
   * Remembers how reading the stored bytes failed, so that a lost connection is not taken for
   * damaged bytes, whatever a codec makes of it.
   */
  static final class PackedSource extends FilterInputStream {
    private @Nullable IOException failure;
    private @Nullable RuntimeException crash;

    PackedSource(InputStream packed) {
      super(packed);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      try {
        return super.read(target, offset, length);
      } catch (IOException e) {
        failure = e;
        throw e;
      } catch (RuntimeException e) {
        crash = e;
        throw e;
      }
    }

    /** Zero: available bytes say nothing about the next piece. */
    @Override
    public int available() {
      return 0;
    }

    void rethrow() throws IOException {
      if (failure != null) {
        throw failure;
      }
      if (crash != null) {
        throw crash;
      }
    }
  }
}
