package dev.evenkeel.chunking.internal.policy;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.policy.ItemLayout.ExternalValue;
import dev.evenkeel.chunking.internal.store.SeedChunks.SeedPieces;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.value.Packing;
import dev.evenkeel.chunking.internal.value.Packing.PackingRule;
import dev.evenkeel.chunking.internal.value.PayloadBytes;
import dev.evenkeel.chunking.internal.wire.Digest;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Marker.Payload;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.WriteId;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.AttributePolicy.Outside;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.chunking.spec.ValueCodec;
import dev.evenkeel.chunking.spec.ValueLimits;
import dev.evenkeel.core.internal.answer.ValidationErrors;
import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.core.item.ItemSize;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

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
          new Marker(
                  Placement.CHUNKS,
                  "a-codec-with-a-name",
                  AttributeValue.Type.SS,
                  999_999_999_999L,
                  new Payload(
                      WriteId.of(new byte[WriteId.BYTES]),
                      999_999,
                      Digest.ofDigest(new byte[Sha256.BYTES]),
                      1,
                      999_999))
              .write());

  /** The bytes of the value in its item, without names. */
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

  /** The bytes of the value in its item, with names and marker. */
  long inItemBytes(String attribute, String marker) {
    Marker itemMarker = inItemMarker();
    long markerBytes = itemMarker == null ? 0 : ItemSize.bytes(Map.of(marker, itemMarker.write()));
    return ItemSize.bytes(Map.of(attribute, inItem())) + markerBytes;
  }

  /** The maximum bytes of the marker of a compressed value in its item. */
  static long inItemMarkerBytes(String marker) {
    return ItemSize.bytes(
        Map.of(marker, Marker.inItem("codec-name", AttributeValue.Type.SS, 999_999_999L).write()));
  }

  /** The bytes of its marker when it is outside. */
  static long outsideBytes(String marker) {
    return ItemSize.bytes(Map.of(marker, AttributeValue.fromS(""))) + OUTSIDE_MARKER_BYTES;
  }

  /** Makes the stored forms of values. */
  static final class ValueEncoder {
    private ValueEncoder() {}

    /** Whether values of this type can be large at all: BOOL, NULL and N cannot. */
    static boolean mayBeLarge(AttributeValue value) {
      return value.type() != null && PayloadBytes.canBeLarge(value.type());
    }

    /**
     * The form of a value.
     *
     * @param otherBytes the bytes of the rest of its item, as far as is known
     */
    static EncodedValue of(
        ChunkedTable table, String attribute, AttributeValue value, long otherBytes) {
      AttributePolicy policy = requireNonNull(table.spec().attributes().get(attribute));
      byte[] original = bytes(table, attribute, value);
      ValueLimits limits = table.spec().limits();
      if (original.length > limits.valueBytesMax()) {
        throw new LargeValueException(
                Reason.TOO_LARGE,
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
      } catch (DynamoDbException e) {
        throw ValidationErrors.of(
            "Attribute '%s' of table '%s': %s"
                .formatted(attribute, table.name(), e.awsErrorDetails().errorMessage()));
      }
    }

    private static PackingRule rule(AttributePolicy policy, String marker, long otherBytes) {
      long markerBytes = EncodedValue.inItemMarkerBytes(marker);
      return policy.isOnlyIfUnitSaved()
          ? PackingRule.unitSaved(otherBytes, markerBytes)
          : PackingRule.tenPercent(markerBytes);
    }

    static ExternalValue moved(ChunkedTable table, String attribute, EncodedValue encoded) {
      AttributePolicy policy = requireNonNull(table.spec().attributes().get(attribute));
      if (policy.outside() == Outside.OBJECT) {
        return moved(attribute, encoded, Placement.OBJECT, 0, 0);
      }
      int chunkBytes = requireNonNull(table.spec().chunkTable()).chunkBytes();
      boolean seed = attribute.equals(table.spec().seedAttribute());
      long chunks =
          seed
              ? SeedPieces.count(
                  encoded.stored(), chunkBytes, encoded.codec() != null, encoded.value().type())
              : Payload.chunksOf(encoded.stored().length, chunkBytes);
      int chunksMax = table.spec().limits().chunksMax();
      if (chunks > chunksMax) {
        throw new LargeValueException(
                Reason.TOO_LARGE,
                "It makes %d chunks, and the spec allows %d. Raise chunksMax, or make chunks larger."
                    .formatted(chunks, chunksMax))
            .at(table.name(), attribute);
      }
      return moved(
          attribute,
          encoded,
          seed ? Placement.SEED_CHUNKS : Placement.CHUNKS,
          (int) chunks,
          seed ? 0 : chunkBytes);
    }

    private static ExternalValue moved(
        String attribute, EncodedValue encoded, Placement placement, int chunks, int chunkBytes) {
      return new ExternalValue(
          attribute,
          placement,
          encoded.codec(),
          encoded.value().type(),
          encoded.original().length,
          Digest.of(encoded.original()),
          encoded.stored(),
          chunks,
          chunkBytes);
    }
  }
}
