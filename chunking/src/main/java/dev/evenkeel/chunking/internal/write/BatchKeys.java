package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tells items apart as DynamoDB does. */
final class BatchKeys {
  private BatchKeys() {}

  /** Equal for equal keys of one table, however their numbers are written. */
  static Object identity(ChunkedTable table, Map<String, AttributeValue> item) {
    return table.parent(item, "").text(table.schema());
  }
}
