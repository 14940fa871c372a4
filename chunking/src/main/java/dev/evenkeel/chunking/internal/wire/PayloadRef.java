package dev.evenkeel.chunking.internal.wire;

import dev.evenkeel.chunking.internal.wire.Marker.Payload;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Identifies a payload of a parent.
 *
 * @param placement where it is, which is outside the item
 * @param id the write id in hexadecimal; in the layout of AWS's text, the version
 * @param chunks how many chunks it has; 0 for an object, and for chunks whose number is not known
 *     because they are being streamed
 */
public record PayloadRef(Placement placement, String id, int chunks) {

  public PayloadRef {
    if (!placement.isOutside() || chunks < 0) {
      throw new IllegalArgumentException("a payload is outside its item");
    }
  }

  /** The payload of a marker; null if the value is in the item. */
  public static @Nullable PayloadRef of(@Nullable Marker marker) {
    if (marker == null || marker.payload() == null) {
      return null;
    }
    Payload payload = marker.payload();
    String id =
        marker.placement() == Placement.SEED_CHUNKS
            ? SeedLayout.version(payload.writeId())
            : payload.writeId().hex();
    return new PayloadRef(marker.placement(), id, payload.chunks());
  }

  /** Chunks of a parent that was made by hand. */
  public static PayloadRef of(SeedLayout.Chunks chunks) {
    return new PayloadRef(Placement.SEED_CHUNKS, chunks.version(), chunks.count());
  }

  /** Whether both are the payload of one write. */
  public boolean isSameAs(@Nullable PayloadRef other) {
    return other != null && placement == other.placement && id.equals(other.id);
  }

  AttributeValue write() {
    return AttributeValue.fromM(
        Map.of(
            "at", AttributeValue.fromS(placement.text()),
            "w", AttributeValue.fromS(id),
            "k", AttributeValue.fromN(Integer.toString(chunks))));
  }

  /** Reads what {@link #write} wrote; null if it is something else. */
  static @Nullable PayloadRef read(@Nullable AttributeValue value) {
    if (value == null || !value.hasM()) {
      return null;
    }
    String at = Entries.text(value.m(), "at");
    Placement placement = at == null ? null : Placement.ofText(at);
    String id = Entries.text(value.m(), "w");
    Long chunks = Entries.natural(value.m(), "k");
    if (placement == null || !placement.isOutside() || id == null || chunks == null) {
      return null;
    }
    boolean named = placement == Placement.SEED_CHUNKS || id.matches("[0-9a-f]{32}");
    return named && chunks <= Integer.MAX_VALUE
        ? new PayloadRef(placement, id, chunks.intValue())
        : null;
  }
}
