package dev.evenkeel.chunking.internal.read;

import dev.evenkeel.chunking.internal.value.Packing;
import dev.evenkeel.chunking.internal.value.Payload;
import dev.evenkeel.chunking.internal.value.PayloadBytes;
import dev.evenkeel.chunking.internal.value.UnpackLimits;
import dev.evenkeel.chunking.internal.wire.Digest;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.CorruptValueException;
import dev.evenkeel.chunking.spec.ValueLimits;
import java.util.List;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Stored forms as values, verified. */
final class Unpacking {
  private Unpacking() {}

  /** The value of a stored form; it may go on using the bytes. */
  static AttributeValue value(Marker marker, byte[] stored, ValueLimits limits) {
    byte[] original = original(marker, stored, limits);
    if (original.length != marker.originalBytes()) {
      throw new CorruptValueException("It has another length than what was written.");
    }
    if (marker.payload() != null && !Digest.of(original).equals(marker.payload().digest())) {
      throw new CorruptValueException(
          "Its SHA-256 is not that of what was written. Restore it from a backup, or remove the value and write it again.");
    }
    return PayloadBytes.value(new Payload(marker.type(), original));
  }

  private static byte[] original(Marker marker, byte[] stored, ValueLimits limits) {
    return marker.codec() == null
        ? stored
        : Packing.unpack(
            stored,
            Codecs.named(marker.codec()),
            marker.originalBytes(),
            new UnpackLimits(limits.valueBytesMax(), limits.windowBytesMax()));
  }

  /** The value whose parts someone wrote by hand: all text, or all binary. */
  static AttributeValue joined(List<AttributeValue> pieces) {
    if (pieces.stream().allMatch(piece -> piece.s() != null)) {
      StringBuilder whole = new StringBuilder();
      pieces.forEach(piece -> whole.append(piece.s()));
      return AttributeValue.fromS(whole.toString());
    }
    if (pieces.stream().allMatch(piece -> piece.b() != null)) {
      return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(joinedBytes(pieces)));
    }
    throw new CorruptValueException("Its chunks are neither all text nor all binary.");
  }

  private static byte[] joinedBytes(List<AttributeValue> pieces) {
    int length = 0;
    for (AttributeValue piece : pieces) {
      length = Math.addExact(length, piece.b().asByteArrayUnsafe().length);
    }
    byte[] whole = new byte[length];
    int to = 0;
    for (AttributeValue piece : pieces) {
      byte[] bytes = piece.b().asByteArrayUnsafe();
      System.arraycopy(bytes, 0, whole, to, bytes.length);
      to += bytes.length;
    }
    return whole;
  }
}
