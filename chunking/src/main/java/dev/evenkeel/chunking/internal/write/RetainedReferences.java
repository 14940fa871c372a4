package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.Reference;
import dev.evenkeel.chunking.spec.InvalidValueException;
import dev.evenkeel.chunking.spec.LargeReference;
import dev.evenkeel.chunking.spec.StaleReferenceException;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Values of which a write was given references. They are never believed: the item's own marker has
 * to say the same, and the write is pinned to that.
 */
public final class RetainedReferences {
  private RetainedReferences() {}

  /** Refuses references to values of other items. */
  static void requireOwn(
      ChunkedTable table, Map<String, AttributeValue> key, Map<String, Reference> kept) {
    kept.forEach(
        (attribute, reference) -> {
          Map<String, AttributeValue> referenced = table.schema().keyOf(reference.key());
          if (!text(table, referenced, attribute).equals(text(table, key, attribute))) {
            throw new InvalidValueException(
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
            throw new InvalidValueException(
                    "It is given a reference to a value of another attribute. Open that, and write what it has.")
                .at(table.name(), attribute);
          }
        });
  }

  private static String text(
      ChunkedTable table, Map<String, AttributeValue> key, String attribute) {
    Parent parent = table.parent(key, attribute);
    return parent.text(table.schema());
  }

  /** Where the values are, if the item still has them. */
  static Map<String, Marker> markers(Map<String, Reference> kept, ItemSnapshot seen) {
    Map<String, Marker> markers = new LinkedHashMap<>();
    kept.forEach(
        (attribute, reference) -> {
          if (!reference.marker().equals(seen.marker(attribute))) {
            throw new StaleReferenceException(
                    "It is given a reference to a value that the item no longer has. Read the item again.")
                .at(seen.table().name(), attribute);
          }
          markers.put(attribute, reference.marker());
        });
    return markers;
  }
}
