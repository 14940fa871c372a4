package dev.evenkeel.objects.internal;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Random;
import java.util.function.LongConsumer;
import software.amazon.awssdk.core.SdkBytes;

/** Bytes to write and read. */
final class Content {
  static final int MIB = 1024 * 1024;

  private Content() {}

  /** The same for the same length. */
  static SdkBytes bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return SdkBytes.fromByteArrayUnsafe(bytes);
  }

  static InputStream stream(SdkBytes bytes) {
    return new ByteArrayInputStream(bytes.asByteArrayUnsafe());
  }

  static SdkBytes sha256(SdkBytes bytes) {
    return SdkBytes.fromByteArrayUnsafe(sha256().digest(bytes.asByteArrayUnsafe()));
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * A stream of so many bytes that are never all in memory, hashed as they are taken.
   *
   * @param position receives the number of bytes taken
   */
  static DigestInputStream endless(long length, LongConsumer position) {
    return new DigestInputStream(new Generated(length, position), sha256());
  }

  /** An empty stream that does something when its end is reached. */
  static InputStream whenRead(Runnable action) {
    return new InputStream() {
      private boolean done;

      @Override
      public int read() {
        return read(new byte[1], 0, 1);
      }

      @Override
      public int read(byte[] into, int offset, int length) {
        if (!done) {
          done = true;
          action.run();
        }
        return -1;
      }
    };
  }

  /** Bytes that are made when they are read. */
  private static final class Generated extends InputStream {
    private final Random random = new Random(7);
    private final LongConsumer position;
    private final long length;
    private long left;

    Generated(long length, LongConsumer position) {
      this.length = length;
      this.position = position;
      left = length;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      if (left == 0) {
        return -1;
      }
      int bytes = (int) Math.min(left, Math.min(length, 64 * 1024));
      byte[] made = new byte[bytes];
      random.nextBytes(made);
      System.arraycopy(made, 0, into, offset, bytes);
      left -= bytes;
      position.accept(this.length - left);
      return bytes;
    }
  }

  /** Hashes what is written, and keeps none of it. */
  static class Hashing extends OutputStream {
    final MessageDigest sha256 = Content.sha256();
    private final LongConsumer position;
    long length;

    /**
     * @param position receives the number of bytes written
     */
    Hashing(LongConsumer position) {
      this.position = position;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
      sha256.update(bytes, offset, count);
      length += count;
      position.accept(length);
    }
  }
}
