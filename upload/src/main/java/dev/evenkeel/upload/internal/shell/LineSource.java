package dev.evenkeel.upload.internal.shell;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.upload.spec.UploadSource;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The lines of a file, unpacked if its name ends with {@code .gz}. */
public record LineSource(Path file, Function<String, Map<String, AttributeValue>> parser)
    implements UploadSource {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  public LineSource {
    requireNonNull(file, "file");
    requireNonNull(parser, "parser");
  }

  @Override
  public String id() throws IOException {
    return FileIdentity.of(file);
  }

  @Override
  public Cursor open(long position) throws IOException {
    InputStream in = stream();
    try {
      passByteOrderMark(in);
      LineCursor cursor = new LineCursor(in, parser);
      cursor.skip(position);
      return cursor;
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /** The byte order mark is dropped: JSON parsers do not accept it. */
  private static void passByteOrderMark(InputStream in) throws IOException {
    in.mark(BYTE_ORDER_MARK.length);
    if (!Arrays.equals(in.readNBytes(BYTE_ORDER_MARK.length), BYTE_ORDER_MARK)) {
      in.reset();
    }
  }

  /** Can go back to a mark. */
  private InputStream stream() throws IOException {
    InputStream raw = Files.newInputStream(file);
    if (!file.toString().endsWith(".gz")) {
      return new BufferedInputStream(raw, BUFFER_BYTES);
    }
    try {
      return new BufferedInputStream(new GZIPInputStream(raw, BUFFER_BYTES), BUFFER_BYTES);
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }
}
