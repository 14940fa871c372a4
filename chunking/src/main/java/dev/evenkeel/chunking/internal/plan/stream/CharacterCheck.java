package dev.evenkeel.chunking.internal.plan.stream;

import dev.evenkeel.chunking.spec.InvalidValueException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** Finds out whether bytes that come piece by piece are UTF-8. */
final class CharacterCheck {
  private static final int CHARS = 8192;

  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private final CharBuffer chars = CharBuffer.allocate(CHARS);
  private ByteBuffer begun = ByteBuffer.allocate(0);

  /**
   * Takes the next bytes; none is the end.
   *
   * @throws InvalidValueException if they are not UTF-8
   */
  void accept(byte[] bytes) {
    ByteBuffer in = ByteBuffer.allocate(begun.remaining() + bytes.length);
    in.put(begun).put(bytes).flip();
    CoderResult result;
    do {
      chars.clear();
      result = decoder.decode(in, chars, bytes.length == 0);
      if (result.isError()) {
        throw new InvalidValueException(
            "It was said to be text, and is not UTF-8. Stream it as a binary.");
      }
    } while (result.isOverflow());
    begun = in.slice();
  }
}
