package dev.evenkeel.upload.internal.shell;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.upload.spec.UploadSource;
import dev.evenkeel.upload.spec.UploadSource.SourceRecord;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A source that skips items from the first one at each opening. */
public record RestartingSource(
    String id, Supplier<? extends Stream<? extends Map<String, AttributeValue>>> items)
    implements UploadSource {

  public RestartingSource {
    requireNonNull(id, "id");
    requireNonNull(items, "items");
  }

  @Override
  public Cursor open(long position) {
    Stream<? extends Map<String, AttributeValue>> stream = items.get();
    try {
      Iterator<? extends Map<String, AttributeValue>> iterator = stream.iterator();
      for (long skipped = 0; skipped < position && iterator.hasNext(); skipped++) {
        iterator.next();
      }
      return new StreamCursor(stream, iterator);
    } catch (RuntimeException e) {
      stream.close();
      throw e;
    }
  }

  private record StreamCursor(
      Stream<?> stream, Iterator<? extends Map<String, AttributeValue>> iterator)
      implements Cursor {

    @Override
    public @Nullable SourceRecord next() {
      if (!iterator.hasNext()) {
        return null;
      }
      Map<String, AttributeValue> item = iterator.next();
      return item == null ? SourceRecord.unreadable("it is null", null, 0) : SourceRecord.of(item);
    }

    @Override
    public void close() {
      stream.close();
    }
  }
}
