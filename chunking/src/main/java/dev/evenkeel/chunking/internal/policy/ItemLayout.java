package dev.evenkeel.chunking.internal.policy;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Reference;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.AttributePolicy.Outside;
import dev.evenkeel.core.internal.value.Utf8;
import dev.evenkeel.core.item.ItemSize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What becomes of attributes: those that stay, in the form in which they are stored, and those that
 * leave.
 *
 * @param staying the attributes of the item, with the markers of those that are compressed
 * @param moved those that leave it
 * @param kept those that are outside, of which a reference was given
 */
public record ItemLayout(
    Map<String, AttributeValue> staying, List<ExternalValue> moved, Map<String, Reference> kept) {

  /** An item, or some attributes of one, of which nothing becomes. */
  public static ItemLayout asItIs(Map<String, AttributeValue> attributes) {
    return new ItemLayout(attributes, List.of(), Map.of());
  }

  /** The attributes of these names that stay. */
  public Map<String, AttributeValue> stayingOf(String... names) {
    Map<String, AttributeValue> some = new LinkedHashMap<>();
    for (String name : names) {
      AttributeValue value = staying.get(name);
      if (value != null) {
        some.put(name, value);
      }
    }
    return some;
  }

  /** Tells items that stay as they are, which most do, without making the forms of their values. */
  static final class InlineCheck {
    private InlineCheck() {}

    /**
     * Whether nothing becomes of an item. If not, or if it takes a closer look, {@link
     * PlacementPolicy} says what.
     */
    static boolean staysAsItIs(ChunkedTable table, Map<String, AttributeValue> item) {
      long itemBytesMax = table.spec().itemBytesMax();
      for (Map.Entry<String, AttributePolicy> managed : table.spec().attributes().entrySet()) {
        AttributeValue value = item.get(managed.getKey());
        if (value != null && !isSmall(table, managed.getValue(), value, itemBytesMax)) {
          return false;
        }
      }
      return ItemSize.bytes(item) <= itemBytesMax;
    }

    /** The same of values that an update sets. */
    static boolean staysInUpdate(ChunkedTable table, Map<String, AttributeValue> values) {
      long bytes = 0;
      for (Map.Entry<String, AttributeValue> set : values.entrySet()) {
        AttributePolicy policy = requireNonNull(table.spec().attributes().get(set.getKey()));
        if (!isSmall(table, policy, set.getValue(), policy.updateInlineBytesMax())) {
          return false;
        }
        bytes += ItemSize.attributeBytes(set.getKey(), set.getValue());
      }
      return bytes <= table.spec().itemBytesMax();
    }

    private static boolean isSmall(
        ChunkedTable table, AttributePolicy policy, AttributeValue value, long inItemBytesMax) {
      long bytesMax = Math.min(inItemBytesMax, table.spec().limits().valueBytesMax());
      if (policy.codec() != null) {
        bytesMax = Math.min(bytesMax, policy.compressFromBytes() - 1L);
      }
      if (policy.outside() != Outside.NOWHERE) {
        bytesMax = Math.min(bytesMax, policy.moveFromBytes() - 1L);
      }
      if (value.s() != null) { // its bytes are no fewer than its characters: a long one is not read
        return value.s().length() <= bytesMax
            && Utf8.isWellFormed(value.s())
            && ItemSize.valueBytes(value) <= bytesMax;
      }
      return value.b() != null && ItemSize.valueBytes(value) <= bytesMax;
    }
  }
}
