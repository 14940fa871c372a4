package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.spec.CorruptValueException;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item as it was when it was last read; empty if there was none.
 *
 * <p>A marker that no version wrote names nothing: such a value can be written again, which is the
 * only way to mend it. One of a newer version is not overwritten, for it may name what this one
 * would leave behind.
 *
 * @param item the attributes that were read: markers at least
 */
public record ItemSnapshot(ChunkedTable table, Map<String, AttributeValue> item) {

  public @Nullable Marker marker(String attribute) {
    try {
      return table.marker(item, attribute);
    } catch (CorruptValueException e) {
      return null;
    }
  }

  /** What the item has outside for an attribute; null if nothing. */
  @Nullable PayloadRef payload(String attribute) {
    try {
      return table.payload(item, attribute);
    } catch (CorruptValueException e) {
      return null;
    }
  }

  /** A marker that is none; null if there is none such. */
  @Nullable AttributeValue corrupt(String attribute) {
    AttributeValue raw = item.get(table.markerOf(attribute));
    return raw != null && marker(attribute) == null ? raw : null;
  }

  /** Whether another item, or another state of this one, has the same payloads outside. */
  public boolean hasThePayloadsOf(ItemSnapshot other, Collection<String> attributes) {
    return attributes.stream().allMatch(attribute -> hasThePayloadOf(other, attribute));
  }

  private boolean hasThePayloadOf(ItemSnapshot other, String attribute) {
    PayloadRef mine = payload(attribute);
    PayloadRef others = other.payload(attribute);
    return (mine == null ? others == null : mine.isSameAs(others))
        && Objects.equals(corrupt(attribute), other.corrupt(attribute));
  }
}
