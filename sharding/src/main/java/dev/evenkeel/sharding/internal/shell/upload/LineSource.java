package dev.evenkeel.sharding.internal.shell.upload;

import dev.evenkeel.sharding.spec.upload.UploadSource;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The lines of a file, unpacked if its name ends with {@code .gz}. */
public record LineSource(Path file, Function<String, Map<String, AttributeValue>> parser)
    implements UploadSource {
  private static final int BUFFER_BYTES = 1 << 16;

  @Override
  public String id() throws IOException {
    return FileIdentity.of(file);
  }

  @Override
  public Cursor open(long position) throws IOException {
    LineCursor cursor = new LineCursor(stream(), parser);
    try {
      cursor.skip(position);
      return cursor;
    } catch (IOException | RuntimeException e) {
      cursor.close();
      throw e;
    }
  }

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
