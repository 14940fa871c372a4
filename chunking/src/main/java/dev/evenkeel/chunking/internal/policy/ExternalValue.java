package dev.evenkeel.chunking.internal.policy;

import dev.evenkeel.chunking.internal.value.PayloadBytes;
import dev.evenkeel.chunking.internal.wire.Digest;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Marker.Payload;
import dev.evenkeel.chunking.internal.wire.Placement;
import dev.evenkeel.chunking.internal.wire.WriteId;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A value that is to leave its item.
 *
 * @param attribute whose value it is
 * @param placement where it goes
 * @param codec the codec of its stored form; null if it is not compressed
 * @param type its type
 * @param originalBytes how many bytes it has, uncompressed
 * @param digest of these bytes
 * @param stored what is stored
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
   * would go: then there is nothing to upload. A marker that differs in anything may be forged, and
   * writing the value again is what mends it.
   */
  public boolean isWhat(@Nullable Marker marker) {
    return marker != null
        && marker.isOutside()
        && marker.equals(marker(marker.outside().writeId()));
  }

  /** Whether a marker tells that this very value is outside, wherever that is. */
  public static boolean isThere(AttributeValue value, Marker marker) {
    return marker.isOutside()
        && marker.type() == value.type()
        && marker.outside().digest().equals(Digest.of(PayloadBytes.of(value).bytes()));
  }
}
