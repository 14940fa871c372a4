package dev.evenkeel.chunking.internal.read;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.read.BoundedParallel.Extent;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.internal.wire.SeedLayout;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.ValueLimits;
import dev.evenkeel.core.item.ItemSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An item as it is stored, and the markers of its wanted values. */
public record StoredItem(Map<String, AttributeValue> item, List<StoredValue> values)
    implements Extent {
  /** An item that is not there. */
  public static final StoredItem NONE = new StoredItem(Map.of(), List.of());

  /**
   * Checks the markers of an item; nothing has been fetched for it.
   *
   * @param item as it is stored, with the markers of the wanted attributes
   * @param wanted attributes that the spec names; others are left as they are
   * @throws LargeValueException if the item cannot be restored
   */
  static StoredItem of(Hydrator hydrator, Map<String, AttributeValue> item, Set<String> wanted) {
    List<StoredValue> values = new ArrayList<>();
    for (String attribute : wanted) {
      StoredValue value = StoredValue.of(hydrator.table(), item, attribute);
      if (value != null) {
        values.add(value);
      }
    }
    return new StoredItem(item, values);
  }

  @Override
  public long bytes() {
    return values.stream().mapToLong(StoredValue::bytes).sum();
  }

  /** The payloads of its values, to detect whether they were replaced. */
  public List<PayloadRef> payloads() {
    List<PayloadRef> payloads = new ArrayList<>();
    for (StoredValue value : values) {
      if (value.payload() != null) {
        payloads.add(value.payload());
      }
    }
    return payloads;
  }

  @Override
  public boolean isHere() {
    return values.stream().allMatch(StoredValue::isHere);
  }

  @Override
  public boolean isWide() {
    return values.stream().anyMatch(StoredValue::isWide);
  }

  /**
   * A value with a marker. Nothing of the value has been read, and its marker has been checked
   * against the limits.
   *
   * @param marker null of a parent made by hand in the layout of AWS's text
   * @param payload where it is outside its item; null if it is in it, or not to be read
   */
  public record StoredValue(String attribute, @Nullable Marker marker, @Nullable PayloadRef payload)
      implements Extent {
    /** Any chunk table's request takes ten chunks, however large they are. */
    private static final int ONE_REQUEST_CHUNKS_MAX = 10;

    /**
     * The stored value that an item's marker describes.
     *
     * @return null if its value is stored as it is, or not at all
     * @throws LargeValueException if it cannot be read, or may not be
     */
    static @Nullable StoredValue of(
        ChunkedTable table, Map<String, AttributeValue> item, String attribute) {
      try {
        Marker marker = table.marker(item, attribute);
        if (marker != null) {
          ValueLimits limits = table.spec().limits();
          // A value that is not read here has the limit of values that are streamed.
          boolean referenced = isReferenced(table, attribute, marker);
          long bytesMax = referenced ? limits.streamBytesMax() : limits.valueBytesMax();
          MarkerChecks.require(marker, item.get(attribute), bytesMax, limits.chunksMax());
        }
        PayloadRef payload = payload(table, item, attribute);
        if (marker != null && marker.placement() == Placement.SEED_CHUNKS) {
          MarkerChecks.requireSame(requireNonNull(payload), SeedLayout.of(item));
        }
        if (marker == null && payload != null) {
          MarkerChecks.requireByHand(payload, item.get(attribute), table.spec().limits());
        }
        if (marker != null && isReferenced(table, attribute, marker)) {
          return new StoredValue(attribute, marker, null);
        }
        return marker == null && payload == null
            ? null
            : new StoredValue(attribute, marker, payload);
      } catch (LargeValueException e) {
        throw e.at(table.name(), attribute);
      }
    }

    private static boolean isReferenced(ChunkedTable table, String attribute, Marker marker) {
      return marker.isOutside() && table.spec().isByReference(attribute);
    }

    /** Whether it is outside its item, and callers get a reference to it. */
    boolean isReferenced() {
      return payload == null && marker != null && marker.isOutside();
    }

    /**
     * The payload that an item names; null if it names none. A count of no chunks, as parents made
     * by hand may have beside a short value, is nothing outside.
     */
    static @Nullable PayloadRef payload(
        ChunkedTable table, Map<String, AttributeValue> item, String attribute) {
      PayloadRef payload = table.payload(item, attribute);
      boolean byHand = !item.containsKey(table.markerOf(attribute));
      return payload != null && byHand && payload.chunks() == 0 ? null : payload;
    }

    /** Whether nothing has to be fetched for it: it is in its item, or stays a reference. */
    @Override
    public boolean isHere() {
      return payload == null;
    }

    @Override
    public boolean isWide() {
      return payload != null && payload.chunks() > ONE_REQUEST_CHUNKS_MAX;
    }

    /**
     * The bytes of the value by its marker: its stored form and the unpacked value. Of a value made
     * by hand the most that its chunks can have.
     */
    @Override
    public long bytes() {
      if (isReferenced()) {
        return 0;
      }
      if (marker == null) {
        return (long) requireNonNull(payload).chunks() * ItemSize.ITEM_BYTES_MAX;
      }
      return marker.originalBytes()
          + (marker.payload() == null ? 0 : marker.payload().storedBytes());
    }
  }
}
