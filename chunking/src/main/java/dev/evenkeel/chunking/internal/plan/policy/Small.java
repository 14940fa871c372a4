package dev.evenkeel.chunking.internal.plan.policy;

import dev.evenkeel.chunking.internal.plan.layout.ChunkedTable;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.AttributePolicy.Outside;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.Utf8;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tells items that stay as they are, which most do, without making the forms of their values. */
final class Small {
  private Small() {}

  /**
   * Whether nothing becomes of an item. If not, or if it takes a closer look, {@link Ladder} says
   * what.
   */
  static boolean staysAsItIs(ChunkedTable table, Map<String, AttributeValue> item) {
    for (Map.Entry<String, AttributePolicy> managed : table.spec().attributes().entrySet()) {
      AttributeValue value = item.get(managed.getKey());
      if (value != null && !isSmall(table, managed.getValue(), value)) {
        return false;
      }
    }
    return ItemSize.bytes(item) <= table.spec().itemBytesMax();
  }

  private static boolean isSmall(ChunkedTable table, AttributePolicy policy, AttributeValue value) {
    boolean text = value.s() != null && Utf8.isWellFormed(value.s());
    if (!text && value.b() == null) {
      return false;
    }
    long bytes = ItemSize.valueBytes(value);
    boolean packed = policy.codec() != null && bytes >= policy.compressFromBytes();
    boolean moved = policy.outside() != Outside.NOWHERE && bytes >= policy.moveFromBytes();
    return !packed && !moved && bytes <= table.spec().limits().valueBytesMax();
  }
}
