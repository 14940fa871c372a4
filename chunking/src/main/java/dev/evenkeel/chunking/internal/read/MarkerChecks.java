package dev.evenkeel.chunking.internal.read;

import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Marker.Payload;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.internal.wire.SeedLayout;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.chunking.spec.ValueLimits;
import dev.evenkeel.core.item.ItemSize;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Checks a marker before anything is read or allocated because of it: every writer of an item can
 * write its marker.
 */
public final class MarkerChecks {
  private MarkerChecks() {}

  /**
   * Checks the marker of a value that is going to be read whole, or that callers get a reference
   * to.
   *
   * @param own the value under the attribute's own name
   * @param bytesMax the largest value that may be read so
   */
  static void require(Marker marker, @Nullable AttributeValue own, long bytesMax, int chunksMax) {
    requireAtMost(marker.originalBytes(), bytesMax, "bytes");
    requirePossible(marker, own);
    Payload payload = marker.payload();
    if (payload != null) {
      requireAtMost(payload.storedBytes(), bytesMax, "stored bytes");
      requireAtMost(payload.chunks(), chunksMax, "chunks");
    }
    if (marker.codec() != null) {
      Codecs.named(marker.codec());
    }
  }

  /**
   * Checks the marker of a value that is going to be read piece by piece: the memory is the same
   * whatever length the marker claims. The layout of AWS's text is read whole.
   *
   * @param own the value under the attribute's own name
   */
  public static void requireStreamed(
      Marker marker, @Nullable AttributeValue own, ValueLimits limits) {
    if (marker.placement() == Placement.SEED_CHUNKS) {
      require(marker, own, limits.valueBytesMax(), limits.chunksMax());
    } else {
      requireAtMost(marker.originalBytes(), limits.streamBytesMax(), "bytes");
      requirePossible(marker, own);
    }
  }

  private static void requirePossible(Marker marker, @Nullable AttributeValue own) {
    Payload payload = marker.payload();
    if (payload == null) {
      requireInItem(marker, own);
    } else {
      requireOutside(marker, payload, own);
    }
  }

  /** Uncompressed values in their items have no marker. */
  private static void requireInItem(Marker marker, @Nullable AttributeValue own) {
    if (marker.codec() == null) {
      throw new LargeValueException(
          Reason.CORRUPT, "Its marker names no codec, though the value is in the item.");
    }
    if (own == null || own.b() == null) {
      throw new LargeValueException(
          Reason.CORRUPT,
          "Its marker says that it is compressed, but it is no binary value: something that does not know of large values wrote it.");
    }
  }

  private static void requireOutside(Marker marker, Payload payload, @Nullable AttributeValue own) {
    if (own != null && !(marker.placement() == Placement.SEED_CHUNKS && isEmpty(own))) {
      throw both();
    }
    if (marker.codec() == null && payload.storedBytes() != marker.originalBytes()) {
      throw new LargeValueException(
          Reason.CORRUPT, "Its marker tells of other bytes than the value's, but of no codec.");
    }
    if (payload.chunkBytes() > ItemSize.ITEM_BYTES_MAX
        || payload.chunks() > Math.max(1, payload.storedBytes())) {
      throw new LargeValueException(Reason.CORRUPT, "Its marker tells of chunks that cannot be.");
    }
  }

  /** Checks a parent made by hand. */
  static void requireByHand(PayloadRef payload, @Nullable AttributeValue own, ValueLimits limits) {
    requireAtMost(payload.chunks(), limits.chunksMax(), "chunks");
    if (own != null && !isEmpty(own)) {
      throw both();
    }
  }

  /**
   * Checks that the attributes for other programs describe the same chunks as the marker: a program
   * made for the layout may have replaced the value and knows of no marker.
   */
  static void requireSame(PayloadRef payload, SeedLayout.@Nullable Chunks chunks) {
    if (chunks != null
        && (chunks.count() != payload.chunks()
            || new BigDecimal(chunks.version()).compareTo(new BigDecimal(payload.id())) != 0)) {
      throw new LargeValueException(
          Reason.CORRUPT,
          "Its marker and '%s' tell of different chunks: a program made for the layout updated one of them."
              .formatted(SeedLayout.VERSION));
    }
  }

  /** AWS's text leaves the attribute of the parent blank. */
  private static boolean isEmpty(AttributeValue value) {
    return value.s() != null && value.s().isEmpty();
  }

  private static LargeValueException both() {
    return new LargeValueException(
        Reason.CORRUPT,
        "It is in its item and outside it too: something that does not know of large values wrote it. Write it again through this library.");
  }

  private static void requireAtMost(long stated, long limit, String unit) {
    if (stated > limit) {
      throw new LargeValueException(
          Reason.TOO_LARGE,
          "Its item tells of %d %s, and at most %d are read. Raise the limit if it may be that large."
              .formatted(stated, unit, limit));
    }
  }
}
