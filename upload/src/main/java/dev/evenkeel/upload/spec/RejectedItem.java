package dev.evenkeel.upload.spec;

import org.jspecify.annotations.Nullable;

/**
 * A record that can never be stored.
 *
 * @param position its place in the source, from 0
 * @param line the line of the file on which it begins, from 1; 0 if the source has no lines
 * @param reason the reason of the rejection; names attributes, never values
 * @param cause the exception, or null. A parser's or DynamoDB's own message may hold values
 */
public record RejectedItem(long position, long line, String reason, @Nullable Throwable cause) {

  /** Such as {@code item 17 (line 19): Key attribute 'id' is absent. ...}. */
  @Override
  public String toString() {
    return "item " + position + (line > 0 ? " (line " + line + ")" : "") + ": " + reason;
  }
}
