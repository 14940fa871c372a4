package dev.evenkeel.objects.internal.spec;

import dev.evenkeel.core.internal.flow.Flow;
import java.nio.ByteBuffer;

/**
 * Bytes that are asked for piece by piece, and can be taken once. Any flow may produce them: a
 * stream that is read, a page of a table that is scanned and encoded, ranges of an object.
 *
 * <p>The reader asks for one piece at a time, and for none after the end or a failure. The bytes of
 * a piece must not change afterwards; its taker does not change them either.
 */
public interface ByteSource {

  /**
   * The next bytes.
   *
   * @param bytesMax at least 1
   * @return at most {@code bytesMax} bytes, and none only at the end
   */
  Flow<ByteBuffer> next(int bytesMax);

  /** Takes the next bytes of a buffer: so many, or fewer at its end. */
  static ByteBuffer taken(ByteBuffer from, int bytesMax) {
    int bytes = Math.min(bytesMax, from.remaining());
    ByteBuffer piece = from.slice(from.position(), bytes);
    from.position(from.position() + bytes);
    return piece;
  }

  /** The total number of bytes; negative if that is not known. */
  default long length() {
    return -1;
  }
}
