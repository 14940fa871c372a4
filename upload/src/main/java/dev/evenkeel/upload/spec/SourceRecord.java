package dev.evenkeel.upload.spec;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One record of a source: an item, or why it is none.
 *
 * @param item the item, not changed from now on; null if the record is unreadable
 * @param problem why it is unreadable, without values; null if it is an item
 * @param cause what was thrown when it was read, or null
 * @param line the line of the file on which the record begins, from 1; 0 if there are no lines
 */
public record SourceRecord(
    @Nullable Map<String, AttributeValue> item,
    @Nullable String problem,
    @Nullable Throwable cause,
    long line) {

  public SourceRecord {
    if ((item == null) == (problem == null)) {
      throw new IllegalArgumentException("a record is either an item or unreadable");
    }
  }

  /** A record of a source without lines. */
  public static SourceRecord of(Map<String, AttributeValue> item) {
    return new SourceRecord(item, null, null, 0);
  }

  /** A record that begins on a line. */
  public static SourceRecord of(Map<String, AttributeValue> item, long line) {
    return new SourceRecord(item, null, null, line);
  }

  /** A record that is no item. It is rejected, and the upload goes on or stops as it was told. */
  public static SourceRecord unreadable(String problem, @Nullable Throwable cause, long line) {
    return new SourceRecord(null, problem, cause, line);
  }
}
