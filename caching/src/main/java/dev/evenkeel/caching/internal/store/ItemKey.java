package dev.evenkeel.caching.internal.store;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The key of an item, in the one form that all its spellings share; or that of all pages of a
 * partition key value.
 *
 * @param table the table's plain name
 * @param sort null if the table has no sort key
 */
public record ItemKey(String table, AttributeValue partition, @Nullable AttributeValue sort) {
  /** The place of a sort key in the key of pages: a value of a type that no key has. */
  private static final AttributeValue PAGES = AttributeValue.fromNul(true);

  /** The key of all pages of a partition key value. */
  static ItemKey ofPages(String table, AttributeValue partition) {
    return new ItemKey(table, partition, PAGES);
  }

  boolean isOfPages() {
    return sort != null && sort.nul() != null;
  }
}
