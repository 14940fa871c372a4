package dev.evenkeel.chunking.internal.policy;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.store.SeedPieces;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.value.Packing;
import dev.evenkeel.chunking.internal.value.PackingRule;
import dev.evenkeel.chunking.internal.value.PayloadBytes;
import dev.evenkeel.chunking.internal.wire.Digest;
import dev.evenkeel.chunking.internal.wire.Marker.Payload;
import dev.evenkeel.chunking.internal.wire.Placement;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.AttributePolicy.Outside;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.ValueCodec;
import dev.evenkeel.chunking.spec.ValueLimits;
import dev.evenkeel.chunking.spec.ValueTooLargeException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Makes the stored forms of values. */
final class ValueEncoder {
  private ValueEncoder() {}

  /** Whether values of this type can be large at all: BOOL, NULL and N cannot. */
  static boolean mayBeLarge(AttributeValue value) {
    return value.type() != null && PayloadBytes.canBeLarge(value.type());
  }

  /**
   * The form of a value.
   *
   * @param otherBytes what its item has beside it, as far as is known
   */
  static EncodedValue of(
      ChunkedTable table, String attribute, AttributeValue value, long otherBytes) {
    AttributePolicy policy = requireNonNull(table.spec().attributes().get(attribute));
    byte[] original = bytes(table, attribute, value);
    ValueLimits limits = table.spec().limits();
    if (original.length > limits.valueBytesMax()) {
      throw new ValueTooLargeException(
              "It has %d bytes, and the spec allows %d. Raise valueBytesMax, or stream it."
                  .formatted(original.length, limits.valueBytesMax()))
          .at(table.name(), attribute);
    }
    ValueCodec codec = policy.codec();
    byte[] packed =
        codec == null || original.length < policy.compressFromBytes()
            ? null
            : Packing.pack(original, codec, rule(policy, table.markerOf(attribute), otherBytes));
    return packed == null
        ? new EncodedValue(value, null, original, original)
        : new EncodedValue(value, requireNonNull(codec).name(), original, packed);
  }

  private static byte[] bytes(ChunkedTable table, String attribute, AttributeValue value) {
    try {
      return PayloadBytes.of(value).bytes();
    } catch (LargeValueException e) {
      throw e.at(table.name(), attribute);
    }
  }

  private static PackingRule rule(AttributePolicy policy, String marker, long otherBytes) {
    long markerBytes = EncodedValue.inItemMarkerBytes(marker);
    return policy.isOnlyIfUnitSaved()
        ? PackingRule.unitSaved(otherBytes, markerBytes)
        : PackingRule.tenPercent(markerBytes);
  }

  static ExternalValue moved(ChunkedTable table, String attribute, EncodedValue form) {
    AttributePolicy policy = requireNonNull(table.spec().attributes().get(attribute));
    if (policy.outside() == Outside.OBJECT) {
      return moved(attribute, form, Placement.OBJECT, 0, 0);
    }
    int chunkBytes = requireNonNull(table.spec().chunkTable()).chunkBytes();
    boolean seed = attribute.equals(table.spec().seedAttribute());
    long chunks =
        seed
            ? SeedPieces.count(form.stored(), chunkBytes, form.codec() != null, form.value().type())
            : Payload.chunksOf(form.stored().length, chunkBytes);
    int chunksMax = table.spec().limits().chunksMax();
    if (chunks > chunksMax) {
      throw new ValueTooLargeException(
              "It makes %d chunks, and the spec allows %d. Raise chunksMax, or make chunks larger."
                  .formatted(chunks, chunksMax))
          .at(table.name(), attribute);
    }
    return moved(
        attribute,
        form,
        seed ? Placement.SEED_CHUNKS : Placement.CHUNKS,
        (int) chunks,
        seed ? 0 : chunkBytes);
  }

  private static ExternalValue moved(
      String attribute, EncodedValue form, Placement placement, int chunks, int chunkBytes) {
    return new ExternalValue(
        attribute,
        placement,
        form.codec(),
        form.value().type(),
        form.original().length,
        Digest.of(form.original()),
        form.stored(),
        chunks,
        chunkBytes);
  }
}
