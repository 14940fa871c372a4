package dev.evenkeel.chunking.internal.value;

import dev.evenkeel.chunking.spec.CorruptValueException;
import dev.evenkeel.chunking.spec.InvalidValueException;
import dev.evenkeel.core.internal.value.Utf8;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** UTF-8 that fails where String's own methods replace: new coders report by default. */
final class StrictUtf8 {
  private static final int PIECE_CHARS = 8 * 1024;

  private StrictUtf8() {}

  static byte[] encode(String text) {
    if (!Utf8.isWellFormed(text)) {
      throw loneSurrogate();
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Checked in small pieces: a decoder's own buffer would have two bytes for each character. */
  static String decode(byte[] bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer unchecked = ByteBuffer.wrap(bytes);
    CharBuffer piece = CharBuffer.allocate(PIECE_CHARS);
    CoderResult result;
    do {
      piece.clear();
      result = decoder.decode(unchecked, piece, true);
    } while (result.isOverflow());
    if (result.isError()) {
      throw new CorruptValueException("The bytes that are stored of a text are not UTF-8.");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  static Writer writer(OutputStream target) {
    return new OutputStreamWriter(target, StandardCharsets.UTF_8.newEncoder());
  }

  static Reader reader(byte[] bytes) {
    return new InputStreamReader(
        new ByteArrayInputStream(bytes), StandardCharsets.UTF_8.newDecoder());
  }

  static InvalidValueException loneSurrogate() {
    return new InvalidValueException(
        "A text has a surrogate without its partner, so it has no UTF-8 form and DynamoDB cannot"
            + " store it. Repair the text, or store it as binary.");
  }
}
