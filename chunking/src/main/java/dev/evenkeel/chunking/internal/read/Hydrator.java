package dev.evenkeel.chunking.internal.read;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.read.BoundedParallel.Extent;
import dev.evenkeel.chunking.internal.read.BoundedParallel.Part;
import dev.evenkeel.chunking.internal.read.StoredItem.StoredValue;
import dev.evenkeel.chunking.internal.store.Payloads;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.value.Packing;
import dev.evenkeel.chunking.internal.value.Packing.UnpackLimits;
import dev.evenkeel.chunking.internal.value.PayloadBytes;
import dev.evenkeel.chunking.internal.value.PayloadBytes.Payload;
import dev.evenkeel.chunking.internal.wire.Digest;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.Reference;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.chunking.spec.ValueLimits;
import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Restores the values of items: unpacks compressed values, fetches outside values by the key of the
 * item, and removes the markers.
 */
public final class Hydrator {
  private final ChunkedTable table;
  private final Payloads payloads;

  public Hydrator(ChunkedTable table, Payloads payloads) {
    this.table = table;
    this.payloads = payloads;
  }

  public ChunkedTable table() {
    return table;
  }

  /**
   * The returned attributes of a write, as the caller wrote them. If the spec does not have values
   * fetched for that, those outside are left out, but for references, for which nothing is fetched.
   *
   * @param attributes all of an item, or some
   */
  public Flow<Map<String, AttributeValue>> returned(
      Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
    Set<String> wanted = new LinkedHashSet<>(table.attributes());
    if (!table.spec().hydrateReturnValues()) {
      wanted.removeIf(
          attribute ->
              !table.spec().isByReference(attribute)
                  && StoredValue.payload(table, attributes, attribute) != null);
    }
    return Flow.defer(
        () -> {
          StoredItem stored = StoredItem.of(this, attributes, wanted);
          int widthMax = table.spec().limits().widthMax();
          return ReadMemory.holding(stored.bytes(), hydrate(key, stored, widthMax));
        });
  }

  /**
   * An item, or some attributes of one, as it was written. One that has nothing to restore is the
   * very same.
   *
   * @param key of the item
   * @param widthMax how many requests may be under way for it
   * @return fails with a {@link LargeValueException}; that a payload is not there may mean that the
   *     value was replaced since
   */
  Flow<Map<String, AttributeValue>> hydrate(
      Map<String, AttributeValue> key, StoredItem stored, int widthMax) {
    List<ValuePart> values = parts(key, stored);
    return BoundedParallel.bySide(values, widthMax).map(read -> with(stored.item(), values, read));
  }

  /** An item of which nothing has to be fetched. */
  Map<String, AttributeValue> here(StoredItem stored) {
    List<ValuePart> values = parts(stored.item(), stored);
    return with(stored.item(), values, values.stream().map(ValuePart::here).toList());
  }

  private List<ValuePart> parts(Map<String, AttributeValue> key, StoredItem stored) {
    List<ValuePart> values = new ArrayList<>();
    stored.values().forEach(value -> values.add(new ValuePart(key, stored.item(), value)));
    return values;
  }

  private Map<String, AttributeValue> withoutReserved(Map<String, AttributeValue> attributes) {
    if (table.reserved().stream().noneMatch(attributes::containsKey)) {
      return attributes;
    }
    Map<String, AttributeValue> whole = new LinkedHashMap<>(attributes);
    whole.keySet().removeAll(table.reserved());
    return whole;
  }

  private Map<String, AttributeValue> with(
      Map<String, AttributeValue> attributes, List<ValuePart> values, List<AttributeValue> read) {
    Map<String, AttributeValue> whole = withoutReserved(attributes);
    for (int i = 0; i < values.size(); i++) {
      whole.put(values.get(i).value.attribute(), read.get(i));
    }
    return whole;
  }

  /** One value of an item. */
  private final class ValuePart implements Part<AttributeValue> {
    private final Map<String, AttributeValue> key;
    private final Map<String, AttributeValue> attributes;
    private final StoredValue value;

    ValuePart(
        Map<String, AttributeValue> key,
        Map<String, AttributeValue> attributes,
        StoredValue value) {
      this.key = key;
      this.attributes = attributes;
      this.value = value;
    }

    @Override
    public Extent extent() {
      return value;
    }

    @Override
    public AttributeValue here() {
      Marker marker = requireNonNull(value.marker());
      if (value.isReferenced()) {
        return new Reference(table.spec().tableName(), key(), value.attribute(), marker).write();
      }
      byte[] stored = requireNonNull(attributes.get(value.attribute())).b().asByteArrayUnsafe();
      try {
        return Unpacking.value(marker, stored, limits());
      } catch (LargeValueException e) {
        throw e.at(table.name(), value.attribute());
      }
    }

    private Map<String, AttributeValue> key() {
      return table.parent(key, value.attribute()).key();
    }

    @Override
    public Flow<AttributeValue> fetched(int widthMax) {
      return Flow.defer(this::fetched)
          .mapFailure(
              cause ->
                  cause instanceof LargeValueException e
                      ? e.at(table.name(), value.attribute())
                      : cause);
    }

    private Flow<AttributeValue> fetched() {
      Parent parent = table.parent(key, value.attribute());
      Marker marker = value.marker();
      return marker == null
          ? payloads
              .readSeed(parent, requireNonNull(value.payload()), limits().valueBytesMax())
              .then(pieces -> Compute.flow(() -> Unpacking.joined(pieces)))
          : payloads
              .read(parent, marker)
              .then(stored -> Compute.flow(() -> Unpacking.value(marker, stored, limits())));
    }

    private ValueLimits limits() {
      return table.spec().limits();
    }
  }

  /** Stored forms as values, verified. */
  static final class Unpacking {
    private Unpacking() {}

    /** The value of a stored form; it may share the array of bytes. */
    static AttributeValue value(Marker marker, byte[] stored, ValueLimits limits) {
      byte[] original = original(marker, stored, limits);
      if (original.length != marker.originalBytes()) {
        throw new LargeValueException(
            Reason.CORRUPT, "It has another length than what was written.");
      }
      if (marker.payload() != null && !Digest.of(original).equals(marker.payload().digest())) {
        throw new LargeValueException(
            Reason.CORRUPT,
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
      throw new LargeValueException(
          Reason.CORRUPT, "Its chunks are neither all text nor all binary.");
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
}
