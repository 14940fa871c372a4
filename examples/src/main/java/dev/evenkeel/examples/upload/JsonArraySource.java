package dev.evenkeel.examples.upload;

import dev.evenkeel.upload.UploadSources;
import dev.evenkeel.upload.spec.UploadSource;
import dev.evenkeel.upload.spec.UploadSource.SourceRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The objects of a JSON array in a file, of which only one is held at a time: a source of its own,
 * to show what one takes.
 */
record JsonArraySource(Path file, Function<String, Map<String, AttributeValue>> parser)
    implements UploadSource {

  @Override
  public String id() throws IOException {
    return UploadSources.idOf(file);
  }

  @Override
  public Cursor open(long position) throws IOException {
    JsonArrayReader reader =
        new JsonArrayReader(Files.newBufferedReader(file, StandardCharsets.UTF_8));
    long left = position;
    while (left > 0 && reader.next() != null) {
      left--;
    }
    return new ArrayCursor(reader, parser);
  }

  private record ArrayCursor(
      JsonArrayReader reader, Function<String, Map<String, AttributeValue>> parser)
      implements Cursor {

    @Override
    public @Nullable SourceRecord next() throws IOException {
      String json = reader.next();
      if (json == null) {
        return null;
      }
      try {
        return SourceRecord.of(parser.apply(json), reader.line());
      } catch (RuntimeException e) {
        String problem = "it cannot be parsed (%s)".formatted(e.getClass().getSimpleName());
        return SourceRecord.unreadable(problem, e, reader.line());
      }
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }
}
