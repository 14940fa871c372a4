package dev.evenkeel.timeseries.internal.plan.archive.format;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Decodes UTF-8 to chars, and refuses malformed bytes. Keeps its buffer. Not thread-safe. */
final class StrictUtf8 {
  private static final int INITIAL_CHARS = 4 * 1024;

  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);
  private CharBuffer chars = CharBuffer.allocate(INITIAL_CHARS);

  /** The chars, in a buffer with an array that is good until the next call. */
  CharBuffer decode(byte[] bytes, int start, int length) throws CharacterCodingException {
    if (chars.capacity() < length) {
      chars = CharBuffer.allocate(Math.max(length, 2 * chars.capacity()));
    }
    chars.clear();
    decoder.reset();
    CoderResult result = decoder.decode(ByteBuffer.wrap(bytes, start, length), chars, true);
    if (result.isError()) {
      result.throwException();
    }
    return chars.flip();
  }
}
