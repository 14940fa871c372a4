package dev.evenkeel.caching.spec;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Tells a cache of writes that did not go through it, soon after they were made: a reader of the
 * table's stream, for example, or of messages that writers send. Whatever it tells leaves memory.
 * The time to live stays, as the most that an answer is late where the source is slow or gone.
 */
@FunctionalInterface
public interface InvalidationSource {

  /** Is told of writes; by any thread, in any order, more than once. Neither blocks nor throws. */
  interface Listener {
    /**
     * An item was written or deleted. Tables that are not cached are ignored.
     *
     * @param tableName a name or an ARN
     * @param key of the item, or more of its attributes; as callers of the cache know it, so that
     *     keys of sharded tables have to be translated before
     */
    void written(String tableName, Map<String, AttributeValue> key);

    /** Writes may have gone unnoticed: any item may be another one. */
    void lost();
  }

  /**
   * Begins to tell. What is written after this method has returned is told.
   *
   * @throws RuntimeException if it cannot begin
   */
  void begin(Listener listener);
}
