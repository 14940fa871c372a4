package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Makes what writes return, as it is stored, what callers wrote. */
public interface Returned {
  /**
   * The attributes as callers see them; values outside are fetched if the spec says so.
   *
   * @param key of the item that they are of
   * @param attributes all of it, or some
   */
  Flow<Map<String, AttributeValue>> logical(
      ChunkedTable table, Map<String, AttributeValue> key, Map<String, AttributeValue> attributes);
}
