package dev.evenkeel.upload.internal.shell;

import dev.evenkeel.upload.spec.UploadSource;
import dev.evenkeel.upload.spec.UploadSource.SourceRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Lines of UTF-8, one record each. Lines of white space are no records, but are counted as lines. A
 * line that is too long is skipped without being held.
 */
final class LineCursor implements UploadSource.Cursor {
  /**
   * The maximum bytes of a line: an item's JSON may take six times its 400 KB, with every character
   * escaped.
   */
  static final int LINE_BYTES_MAX = 4 << 20;

  private final InputStream in;
  private final Function<String, Map<String, AttributeValue>> parser;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long line;
  private boolean tooLong;

  LineCursor(InputStream in, Function<String, Map<String, AttributeValue>> parser) {
    this.in = in;
    this.parser = parser;
  }

  /** Skips records without parsing them. */
  void skip(long records) throws IOException {
    long left = records;
    while (left > 0 && readLine()) {
      left -= isRecord() ? 1 : 0;
    }
  }

  @Override
  public @Nullable SourceRecord next() throws IOException {
    while (readLine()) {
      if (isRecord()) {
        return parse();
      }
    }
    return null;
  }

  private boolean isRecord() {
    return tooLong || !bytes.toString(StandardCharsets.ISO_8859_1).isBlank();
  }

  /** Whether there was a line. */
  private boolean readLine() throws IOException {
    bytes.reset();
    tooLong = false;
    int next = in.read();
    boolean any = next >= 0;
    while (next >= 0 && next != '\n') {
      tooLong |= bytes.size() >= LINE_BYTES_MAX;
      if (!tooLong) {
        bytes.write(next);
      }
      next = in.read();
    }
    line++;
    return any;
  }

  private SourceRecord parse() {
    if (tooLong) {
      String problem = "the line has more than %d bytes".formatted(LINE_BYTES_MAX);
      return SourceRecord.unreadable(problem, null, line);
    }
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes.toByteArray()))
              .toString();
      return SourceRecord.of(parser.apply(withoutReturn(text)), line);
    } catch (CharacterCodingException e) {
      return SourceRecord.unreadable("the line is not UTF-8", e, line);
    } catch (RuntimeException | StackOverflowError e) { // the parser recurses for each level
      String problem = "the line cannot be parsed (%s)".formatted(e.getClass().getSimpleName());
      return SourceRecord.unreadable(problem, e, line);
    }
  }

  /** Files from Windows end their lines with two characters. */
  private static String withoutReturn(String text) {
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
