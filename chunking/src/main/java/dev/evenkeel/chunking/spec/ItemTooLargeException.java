package dev.evenkeel.chunking.spec;

import dev.evenkeel.core.DecoratorException;

/**
 * An item is larger than DynamoDB takes even after every value that the spec allows was compressed
 * or moved. Nothing was written.
 */
public final class ItemTooLargeException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /**
   * @param bytes what the item would have
   * @param largest the names and sizes of its largest attributes
   */
  public ItemTooLargeException(String table, long bytes, long bytesMax, String largest) {
    super(
        "An item of table '%s' would have %d bytes after compressing and moving all that the spec allows, but DynamoDB takes %d. Its largest attributes: %s. Give them a policy that moves their values, or make them smaller."
            .formatted(table, bytes, bytesMax, largest));
  }
}
