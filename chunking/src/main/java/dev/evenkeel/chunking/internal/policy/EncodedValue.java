package dev.evenkeel.chunking.internal.policy;

import dev.evenkeel.chunking.internal.wire.Digest;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Marker.Payload;
import dev.evenkeel.chunking.internal.wire.MarkerFormat;
import dev.evenkeel.chunking.internal.wire.Placement;
import dev.evenkeel.chunking.internal.wire.WriteId;
import dev.evenkeel.core.item.ItemSize;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A value in the form in which it is to be stored, wherever that will be.
 *
 * @param value as the caller gave it
 * @param codec the codec of the stored form; null if it is not compressed
 * @param original the bytes of the value
 * @param stored the bytes of the stored form: the original ones, or fewer
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and copies are dear
record EncodedValue(AttributeValue value, @Nullable String codec, byte[] original, byte[] stored) {
  /** The size of any marker of a value outside: ids have one length, numbers at most ten bytes. */
  private static final long OUTSIDE_MARKER_BYTES =
      ItemSize.valueBytes(
          MarkerFormat.write(
              new Marker(
                  Placement.CHUNKS,
                  "a-codec-with-a-name",
                  AttributeValue.Type.SS,
                  999_999_999_999L,
                  new Payload(
                      WriteId.of(new byte[WriteId.BYTES]),
                      999_999,
                      Digest.ofDigest(new byte[Digest.BYTES]),
                      1,
                      999_999))));

  /** What the value takes in its item, without names. */
  long inItemBytes() {
    return codec == null ? ItemSize.valueBytes(value) : stored.length;
  }

  /** The attribute in the item. */
  AttributeValue inItem() {
    return codec == null ? value : AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(stored));
  }

  /** The marker of the value in its item; null if it is stored as it is. */
  @Nullable Marker inItemMarker() {
    return codec == null ? null : Marker.inItem(codec, value.type(), original.length);
  }

  /** What the value takes in its item, with names and marker. */
  long inItemBytes(String attribute, String marker) {
    Marker told = inItemMarker();
    long markerBytes = told == null ? 0 : ItemSize.bytes(Map.of(marker, MarkerFormat.write(told)));
    return ItemSize.bytes(Map.of(attribute, inItem())) + markerBytes;
  }

  /** What the marker of a compressed value in its item takes, at most. */
  static long inItemMarkerBytes(String marker) {
    return ItemSize.bytes(
        Map.of(
            marker,
            MarkerFormat.write(Marker.inItem("codec-name", AttributeValue.Type.SS, 999_999_999L))));
  }

  /** What the item holds of it when it is outside. */
  static long outsideBytes(String marker) {
    return ItemSize.bytes(Map.of(marker, AttributeValue.fromS(""))) + OUTSIDE_MARKER_BYTES;
  }
}
