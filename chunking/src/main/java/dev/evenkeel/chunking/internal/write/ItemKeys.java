package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.policy.ExternalValue;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Placement;
import dev.evenkeel.chunking.internal.wire.SeedLayout;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Takes the key out of an item or a key, which decides where payloads are. */
public final class ItemKeys {
  private ItemKeys() {}

  /**
   * The key.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if a part is missing or of another type
   *     than the spec says: DynamoDB would refuse it, but only after payloads were written
   */
  public static Map<String, AttributeValue> of(
      Call call, ChunkedTable table, Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = new LinkedHashMap<>(4); // two at most
    for (KeyAttribute part : table.schema().partition()) {
      key.put(part.name(), value(call, part, item));
    }
    for (KeyAttribute part : table.schema().sort()) {
      key.put(part.name(), value(call, part, item));
    }
    return key;
  }

  /** Equal for equal keys of one table, however their numbers are written. */
  public static Object identity(ChunkedTable table, Map<String, AttributeValue> item) {
    return table.parent(item, "").text(table.schema());
  }

  /**
   * Refuses a key that makes the keys of chunks in the layout of AWS's text too long. Evenkeel's
   * own layout has a hash for that.
   */
  static void refuseTooLong(
      Call call, ChunkedTable table, Map<String, AttributeValue> key, List<ExternalValue> moved) {
    for (ExternalValue value : moved) {
      if (value.placement() == Placement.SEED_CHUNKS) {
        int bytes = SeedLayout.chunkBytesMax(table.schema(), key, value.chunks());
        if (bytes > KeySchema.PARTITION_KEY_BYTES_MAX) {
          throw call.refuse(
              "the keys of its chunks in the layout of AWS's text may have %d bytes, and DynamoDB allows %d"
                  .formatted(bytes, KeySchema.PARTITION_KEY_BYTES_MAX),
              "Shorten the item's key, or leave seedLayout out of the spec");
        }
      }
    }
  }

  private static AttributeValue value(
      Call call, KeyAttribute part, Map<String, AttributeValue> item) {
    AttributeValue value = item.get(part.name());
    if (value == null || value.type() == null || !value.type().name().equals(part.type().name())) {
      throw call.invalid(
          "key attribute '%s' is missing or not of type %s".formatted(part.name(), part.type()),
          "Give it, or correct the key in the spec");
    }
    return value;
  }
}
