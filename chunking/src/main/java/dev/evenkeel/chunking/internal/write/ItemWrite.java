package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.policy.ItemLayout;
import dev.evenkeel.chunking.internal.policy.ItemLayout.ExternalValue;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Reference;
import dev.evenkeel.chunking.internal.wire.SeedLayout;
import dev.evenkeel.chunking.spec.LargeReference;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.item.KeySchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A write of one item, ready to be sent once the item's snapshot is known. */
public abstract class ItemWrite {
  private final TableStores stores;
  private final Map<String, AttributeValue> key;
  private final ItemLayout layout;

  /**
   * @param layout how the values that it writes are stored
   * @throws dev.evenkeel.core.DecoratorException if a value cannot be stored so
   */
  protected ItemWrite(
      Call call, TableStores stores, Map<String, AttributeValue> key, ItemLayout layout) {
    this.stores = stores;
    this.key = key;
    this.layout = layout;
    RetainedReferences.requireOwn(stores.table(), key, layout.references());
    refuseLongChunkKeys(call);
  }

  /**
   * Refuses a key that makes the keys of chunks in the layout of AWS's text too long. Evenkeel's
   * own layout has a hash for that.
   */
  private void refuseLongChunkKeys(Call call) {
    for (ExternalValue value : layout.moved()) {
      if (value.placement() == Placement.SEED_CHUNKS) {
        int bytes = SeedLayout.chunkBytesMax(table().schema(), key, value.chunks());
        if (bytes > KeySchema.PARTITION_KEY_BYTES_MAX) {
          throw call.refuse(
              "the keys of its chunks in the layout of AWS's text may have %d bytes, and DynamoDB allows %d"
                  .formatted(bytes, KeySchema.PARTITION_KEY_BYTES_MAX),
              "Shorten the item's key, or leave seedLayout out of the spec");
        }
      }
    }
  }

  public final TableStores stores() {
    return stores;
  }

  public final ChunkedTable table() {
    return stores.table();
  }

  /** The key of the item. */
  public final Map<String, AttributeValue> key() {
    return key;
  }

  protected final ItemLayout layout() {
    return layout;
  }

  /** The values that are to leave the item. */
  public final List<ExternalValue> moved() {
    return layout.moved();
  }

  /**
   * The markers of the values that it gives by reference; these payloads stay.
   *
   * @param snapshot the item as read before
   * @throws dev.evenkeel.chunking.spec.LargeValueException if what is referenced is not there
   */
  final Map<String, Marker> referencedMarkers(ItemSnapshot snapshot) {
    return RetainedReferences.markers(layout.references(), snapshot);
  }

  /** The snapshot that the references imply; the item has not been read. */
  final ItemSnapshot referenced() {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>();
    layout
        .references()
        .forEach(
            (attribute, reference) ->
                attributes.putAll(table().markerAttributes(attribute, reference.marker())));
    return new ItemSnapshot(table(), attributes);
  }

  /**
   * The item's markers of the same values as it writes: if their payloads are there, they are not
   * uploaded again.
   *
   * @param snapshot the item as read before
   */
  protected Map<String, Marker> same(ItemSnapshot snapshot) {
    Map<String, Marker> same = new LinkedHashMap<>();
    for (ExternalValue moved : moved()) {
      Marker before = snapshot.marker(moved.attribute());
      if (before != null && moved.isWhat(before)) {
        same.put(moved.attribute(), before);
      }
    }
    return same;
  }

  /** Whether the item is going to point to a value outside, so that it has to be read first. */
  public final boolean pointsOutside() {
    return !moved().isEmpty() || !layout.references().isEmpty();
  }

  /** The attributes whose values outside, if they have any, it replaces or removes. */
  public abstract Set<String> overwrites();

  /**
   * The other attributes that the commit requires to be as they were read, since the answer is
   * computed from them.
   */
  protected Set<String> answersFrom() {
    return Set.of();
  }

  /**
   * The write as an action of a transaction. It asks for the item if its condition fails.
   *
   * @param markers where each of {@link #moved()} is, or will be
   * @param snapshot the item as read before
   */
  public abstract TransactWriteItem action(Map<String, Marker> markers, ItemSnapshot snapshot);

  /**
   * Values that a write gives by reference. A reference is not trusted: the item's own marker has
   * to equal it, and the write is conditional on that marker.
   */
  public static final class RetainedReferences {
    private RetainedReferences() {}

    /** Refuses references to values of other items. */
    static void requireOwn(
        ChunkedTable table, Map<String, AttributeValue> key, Map<String, Reference> references) {
      references.forEach(
          (attribute, reference) -> {
            Map<String, AttributeValue> referenced = table.schema().keyOf(reference.key());
            if (!table.identity(referenced).equals(table.identity(key))) {
              throw new LargeValueException(
                      Reason.INVALID,
                      "It is given a reference to a value of another item. Open that, and write what it has.")
                  .at(table.name(), attribute);
            }
          });
    }

    /**
     * Refuses references among what an item is given beside its large attributes: they would be
     * stored as lists, which name values that nothing keeps for them.
     *
     * @param given by attribute
     */
    public static void refuseElsewhere(ChunkedTable table, Map<String, AttributeValue> given) {
      given.forEach(
          (attribute, value) -> {
            if (!table.manages(attribute) && LargeReference.isReference(value)) {
              throw new LargeValueException(
                      Reason.INVALID,
                      "It is given a reference to a value of another attribute. Open that, and write what it has.")
                  .at(table.name(), attribute);
            }
          });
    }

    /** Where the values are, if the item still has them. */
    static Map<String, Marker> markers(Map<String, Reference> references, ItemSnapshot snapshot) {
      Map<String, Marker> markers = new LinkedHashMap<>();
      references.forEach(
          (attribute, reference) -> {
            if (!reference.marker().equals(snapshot.marker(attribute))) {
              throw new LargeValueException(
                      Reason.STALE_REFERENCE,
                      "It is given a reference to a value that the item no longer has. Read the item again.")
                  .at(snapshot.table().name(), attribute);
            }
            markers.put(attribute, reference.marker());
          });
      return markers;
    }
  }
}
