package dev.evenkeel.chunking.internal.plan.read;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.plan.layout.ChunkedTable;
import dev.evenkeel.chunking.internal.plan.store.Payloads;
import dev.evenkeel.chunking.internal.plan.wire.Marker;
import dev.evenkeel.chunking.internal.plan.wire.Parent;
import dev.evenkeel.chunking.internal.plan.wire.Reference;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.ValueLimits;
import dev.evenkeel.core.flow.Flow;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Gives items their values back: what is compressed is unpacked, what is outside is fetched from
 * where the item's own key says that it is, and what tells how values are stored is taken out.
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
   * An item, or some attributes of one, as it was written. Whatever cannot be so is refused before
   * anything is read. One that has nothing of it is the very same.
   *
   * @param key of the item
   * @param attributes as they are stored, with what tells of the wanted ones
   * @param wanted attributes that the spec names; others are left as they are
   * @return fails with a {@link LargeValueException}; that a payload is not there may mean that the
   *     value was replaced since
   */
  public Flow<Map<String, AttributeValue>> hydrate(
      Map<String, AttributeValue> key, Map<String, AttributeValue> attributes, Set<String> wanted) {
    return hydrate(key, attributes, wanted, table.spec().limits().widthMax());
  }

  /**
   * What a write returned as it was written. If the spec does not have values fetched for that,
   * those outside are left out, but for references, for which nothing is fetched.
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
    return hydrate(key, attributes, wanted);
  }

  /** The same, with so many values at a time. */
  Flow<Map<String, AttributeValue>> hydrate(
      Map<String, AttributeValue> key,
      Map<String, AttributeValue> attributes,
      Set<String> wanted,
      int widthMax) {
    return Flow.defer(
        () -> {
          List<StoredValue> values = StoredItem.of(this, attributes, wanted).values();
          return Side.bySide(
                  values, StoredValue::isWide, value -> read(key, attributes, value), widthMax)
              .map(read -> with(withoutReserved(attributes), values, read));
        });
  }

  private Map<String, AttributeValue> withoutReserved(Map<String, AttributeValue> attributes) {
    if (table.reserved().stream().noneMatch(attributes::containsKey)) {
      return attributes;
    }
    Map<String, AttributeValue> whole = new LinkedHashMap<>(attributes);
    whole.keySet().removeAll(table.reserved());
    return whole;
  }

  private static Map<String, AttributeValue> with(
      Map<String, AttributeValue> whole, List<StoredValue> values, List<AttributeValue> read) {
    for (int i = 0; i < values.size(); i++) {
      whole.put(values.get(i).attribute(), read.get(i));
    }
    return whole;
  }

  private Flow<AttributeValue> read(
      Map<String, AttributeValue> key, Map<String, AttributeValue> attributes, StoredValue value) {
    return Flow.defer(() -> fetched(table.parent(key, value.attribute()), attributes, value))
        .recover(cause -> Flow.failed(at(cause, value.attribute())));
  }

  private Flow<AttributeValue> fetched(
      Parent parent, Map<String, AttributeValue> attributes, StoredValue value) {
    ValueLimits limits = table.spec().limits();
    Marker marker = value.marker();
    if (marker != null && value.isReferenced()) {
      return Flow.of(
          new Reference(table.spec().tableName(), parent.key(), parent.attribute(), marker)
              .write());
    }
    if (marker == null) {
      return payloads
          .readSeed(parent, requireNonNull(value.payload()), limits.valueBytesMax())
          .map(Unpacking::joined);
    }
    return marker.isOutside()
        ? payloads.read(parent, marker).map(stored -> Unpacking.value(marker, stored, limits))
        : Flow.of(
            Unpacking.value(
                marker,
                requireNonNull(attributes.get(value.attribute())).b().asByteArrayUnsafe(),
                limits));
  }

  private Throwable at(Throwable cause, String attribute) {
    return cause instanceof LargeValueException e ? e.at(table.name(), attribute) : cause;
  }
}
