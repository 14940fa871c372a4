package dev.evenkeel.chunking.internal.wire;

import dev.evenkeel.chunking.spec.LargeReference;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A value outside its item, as callers hold it who did not want it read. It is never stored: a
 * write that is given it leaves the value where it is, if the item's own marker still says the
 * same. A list and no map, since the Enhanced Client may update a map entry by entry.
 *
 * @param tableName as the spec has it
 * @param key of the item
 * @param marker the item's marker of the value
 */
public record Reference(
    String tableName, Map<String, AttributeValue> key, String attribute, Marker marker) {
  private static final String TABLE = "table";
  private static final String KEY = "key";
  private static final String ATTRIBUTE = "attribute";
  private static final String MARKER = "marker";

  public AttributeValue write() {
    Map<String, AttributeValue> entries =
        Map.of(
            TABLE, AttributeValue.fromS(tableName),
            KEY, AttributeValue.fromM(key),
            ATTRIBUTE, AttributeValue.fromS(attribute),
            MARKER, marker.write());
    return AttributeValue.fromL(
        List.of(AttributeValue.fromS(LargeReference.ENTRY), AttributeValue.fromM(entries)));
  }

  /**
   * Reads a reference.
   *
   * @param value one for which {@link LargeReference#isReference} holds
   * @throws LargeValueException if no version of this library made it
   */
  public static Reference read(AttributeValue value) {
    Map<String, AttributeValue> entries = value.l().get(1).m();
    String table = Entries.text(entries, TABLE);
    String attribute = Entries.text(entries, ATTRIBUTE);
    Map<String, AttributeValue> key = Entries.map(entries, KEY);
    AttributeValue marker = entries.get(MARKER);
    if (table == null || attribute == null || key == null || marker == null) {
      throw none();
    }
    Marker read = Marker.read(marker);
    if (!read.isOutside()) {
      throw none();
    }
    return new Reference(table, key, attribute, read);
  }

  private static LargeValueException none() {
    return new LargeValueException(
        Reason.INVALID,
        "It looks like a reference to a value outside ('%s') and is none. Write back what was read, or a value."
            .formatted(LargeReference.ENTRY));
  }
}
