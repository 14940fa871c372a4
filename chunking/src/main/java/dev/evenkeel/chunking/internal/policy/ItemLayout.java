package dev.evenkeel.chunking.internal.policy;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.value.PayloadBytes;
import dev.evenkeel.chunking.internal.wire.Digest;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Marker.Payload;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Reference;
import dev.evenkeel.chunking.internal.wire.WriteId;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.AttributePolicy.Outside;
import dev.evenkeel.core.internal.value.Utf8;
import dev.evenkeel.core.item.ItemSize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The stored form of an item: the attributes that stay in it, and the values that leave it.
 *
 * @param staying the attributes of the item, with the markers of those that are compressed
 * @param moved the attributes that leave the item
 * @param references the attributes that are outside already and were given as references
 */
public record ItemLayout(
    Map<String, AttributeValue> staying,
    List<ExternalValue> moved,
    Map<String, Reference> references) {

  /** An item, or some attributes of one, stored unchanged. */
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

  /**
   * A value that is to leave its item.
   *
   * @param attribute the attribute of the value
   * @param placement where it goes
   * @param codec the codec of its stored form; null if it is not compressed
   * @param type its type
   * @param originalBytes how many bytes it has, uncompressed
   * @param digest of these bytes
   * @param stored the stored form
   * @param chunks how many chunks that makes; 0 for an object
   * @param chunkBytes the size of each; 0 for an object and in the layout of AWS's text
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, and copies are dear
  public record ExternalValue(
      String attribute,
      Placement placement,
      @Nullable String codec,
      AttributeValue.Type type,
      long originalBytes,
      Digest digest,
      byte[] stored,
      int chunks,
      int chunkBytes) {

    /** The marker under which it is written. */
    public Marker marker(WriteId writeId) {
      return new Marker(
          placement,
          codec,
          type,
          originalBytes,
          new Payload(writeId, stored.length, digest, chunks, chunkBytes));
    }

    /**
     * Whether an item has this very value outside already, in the place and in the form in which it
     * would go: then there is nothing to upload. A marker that differs in anything may be forged,
     * and writing the value again is what mends it.
     */
    public boolean isWhat(@Nullable Marker marker) {
      return marker != null
          && marker.isOutside()
          && marker.equals(marker(marker.outside().writeId()));
    }

    /** Whether a marker is of this very value outside, whatever the placement. */
    public static boolean isThere(AttributeValue value, Marker marker) {
      return marker.isOutside()
          && marker.type() == value.type()
          && marker.outside().digest().equals(Digest.of(PayloadBytes.of(value).bytes()));
    }
  }

  /** Detects items that are stored unchanged, as most are, without encoding their values. */
  static final class InlineCheck {
    private InlineCheck() {}

    /** Whether an item is stored unchanged. If not, {@link PlacementPolicy} decides how. */
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
