package dev.evenkeel.chunking.internal.stream;

import dev.evenkeel.chunking.internal.wire.Digest;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.internal.value.Sha256;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;

/**
 * Compares the bytes that pass with the marker: the last bytes come only if all of them, with them,
 * are what was written.
 */
final class VerifyingStream extends FilterInputStream {
  private static final int SKIP_BYTES = 8192;

  private final Marker marker;
  private final MessageDigest sha256 = Sha256.digest();
  private long remaining;

  VerifyingStream(InputStream original, Marker marker) {
    super(original);
    this.marker = marker;
    this.remaining = marker.originalBytes();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int bytes = in.read(target, offset, length);
    if (bytes < 0) {
      require(remaining == 0);
      if (marker.originalBytes() == 0) {
        verify();
      }
      return -1;
    }
    remaining -= bytes;
    require(remaining >= 0);
    sha256.update(target, offset, bytes);
    if (remaining == 0 && bytes > 0) {
      require(in.read() < 0);
      verify();
    }
    return bytes;
  }

  private void verify() {
    require(Digest.ofDigest(sha256.digest()).equals(marker.outside().digest()));
  }

  private static void require(boolean asWritten) {
    if (!asWritten) {
      throw new LargeValueException(
          Reason.CORRUPT,
          "What is outside is not what was written. Restore it from a backup, or remove the"
              + " value and write it again.");
    }
  }

  /** Skipped bytes are read too, since the checksum covers every byte. */
  @Override
  public long skip(long bytes) throws IOException {
    byte[] passing = new byte[(int) Math.min(Math.max(bytes, 0), SKIP_BYTES)];
    return Math.max(0, read(passing, 0, passing.length));
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
