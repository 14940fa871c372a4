package dev.evenkeel.upload;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.upload.internal.shell.FileIdentity;
import dev.evenkeel.upload.internal.shell.LineSource;
import dev.evenkeel.upload.internal.shell.RestartingSource;
import dev.evenkeel.upload.spec.UploadSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Sources of uploads. Each may be opened any number of times. */
public final class UploadSources {
  private UploadSources() {}

  /**
   * The lines of a file, one item each, unpacked if its name ends with {@code .gz}. Lines end with
   * a line feed, or a carriage return and a line feed, and are UTF-8, with or without a byte order
   * mark; lines of white space are passed over. A line of more than 4 MiB, one that is not UTF-8,
   * and one on which the parser throws are rejected, each by itself.
   *
   * <p>The id is made of the file's length and the SHA-256 of its first 64 KiB; {@link #withId}
   * gives another. Resuming reads the lines before the checkpoint again, without parsing them.
   *
   * @param parser makes an item of a line, without its end; throws a RuntimeException if it cannot
   */
  public static UploadSource lines(
      Path file, Function<String, Map<String, AttributeValue>> parser) {
    return new LineSource(file, parser);
  }

  /**
   * Items that an iterable gives, in the same order each time. Resuming iterates from the first and
   * drops what is before the checkpoint.
   *
   * @param id names the content, see {@link UploadSource#id()}
   */
  public static UploadSource items(
      String id, Iterable<? extends Map<String, AttributeValue>> items) {
    return new RestartingSource(id, () -> StreamSupport.stream(items.spliterator(), false));
  }

  /**
   * Items of a stream, which is closed after use; otherwise as {@link #items}.
   *
   * @param id names the content, see {@link UploadSource#id()}
   * @param streams makes a new stream each time, with the same items in the same order
   */
  public static UploadSource stream(
      String id, Supplier<? extends Stream<? extends Map<String, AttributeValue>>> streams) {
    return new RestartingSource(id, streams);
  }

  /** The same source under an id chosen by the caller. */
  public static UploadSource withId(String id, UploadSource source) {
    requireNonNull(id, "id");
    requireNonNull(source, "source");
    return new UploadSource() {
      @Override
      public String id() {
        return id;
      }

      @Override
      public Cursor open(long position) throws IOException {
        return source.open(position);
      }
    };
  }

  /** The id of a file: its length and the SHA-256 of its first 64 KiB; for sources over files. */
  public static String idOf(Path file) throws IOException {
    return FileIdentity.of(file);
  }
}
