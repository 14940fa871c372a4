package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.objects.internal.spec.ByteSource;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/**
 * Takes the pieces of a source and makes parts of one size of them; hashes and counts on the way.
 */
final class PartCutter {
  private final ByteSource source;
  private final int partBytes;
  private final MessageDigest sha256 = Sha256.digest();
  private long length;
  private boolean ended;

  PartCutter(ByteSource source, int partBytes) {
    this.source = source;
    this.partBytes = partBytes;
  }

  /** Up to {@code countMax} parts, one after the other; fewer if the source ends. */
  Flow<List<ByteBuffer>> next(int countMax) {
    return collect(new ArrayList<>(), countMax);
  }

  private Flow<List<ByteBuffer>> collect(List<ByteBuffer> parts, int countMax) {
    if (ended || parts.size() == countMax) {
      return Flow.of(parts);
    }
    return fill(new PartFilling(partBytes))
        .then(
            part -> {
              if (part.hasRemaining()) {
                parts.add(part);
              }
              return collect(parts, countMax);
            });
  }

  private Flow<ByteBuffer> fill(PartFilling part) {
    int room = part.room();
    if (room == 0) {
      return Flow.of(part.end());
    }
    return source
        .next(room)
        .then(
            piece -> {
              take(piece, room);
              if (ended) {
                return Flow.of(part.end());
              }
              part.add(piece);
              return fill(part);
            });
  }

  private void take(ByteBuffer piece, int room) {
    int bytes = piece.remaining();
    if (bytes > room) {
      throw new IllegalStateException(
          "the source was asked for %d bytes and gave %d".formatted(room, bytes));
    }
    sha256.update(piece.duplicate());
    length += bytes;
    ended = bytes == 0;
  }

  /** Whether the source has given its last byte and said so. */
  boolean ended() {
    return ended;
  }

  /** The number of bytes so far. */
  long length() {
    return length;
  }

  /** The SHA-256 of all bytes; once, at the end. */
  SdkBytes sha256() {
    return SdkBytes.fromByteArrayUnsafe(sha256.digest());
  }

  /**
   * A part that pieces make up. One piece that is all of it stays where it is; several are copied
   * as they come, so that they are not in memory twice.
   */
  static final class PartFilling {
    private final int partBytes;
    private @Nullable ByteBuffer only;
    private @Nullable ByteBuffer copied;

    PartFilling(int partBytes) {
      this.partBytes = partBytes;
    }

    int room() {
      if (copied != null) {
        return copied.remaining();
      }
      return only == null ? partBytes : partBytes - only.remaining();
    }

    /** Adds a piece of at most {@link #room()} bytes. */
    void add(ByteBuffer piece) {
      if (only == null && copied == null) {
        only = piece.duplicate();
        return;
      }
      if (copied == null) {
        copied = ByteBuffer.allocate(partBytes);
      }
      if (only != null) {
        copied.put(only);
        only = null;
      }
      copied.put(piece.duplicate());
    }

    /** The bytes so far; nothing is added afterwards. */
    ByteBuffer end() {
      if (copied != null) {
        return copied.flip();
      }
      return only == null ? ByteBuffer.allocate(0) : only;
    }
  }
}
