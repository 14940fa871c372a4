package dev.evenkeel.chunking.internal.policy;

import static java.util.Comparator.comparingLong;
import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.policy.EncodedValue.ValueEncoder;
import dev.evenkeel.chunking.internal.policy.ItemLayout.ExternalValue;
import dev.evenkeel.chunking.internal.policy.ItemLayout.InlineCheck;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Reference;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.AttributePolicy.Outside;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.LargeReference;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.item.ItemSize;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Decides how the values of an item are stored: as they are, compressed, or outside. Only the size
 * of the whole item decides, as DynamoDB counts it, names and markers included: the same item is
 * always stored in the same way.
 */
public final class PlacementPolicy {
  private final ChunkedTable table;
  private final Map<String, AttributeValue> item;
  private final Map<String, EncodedValue> encodedValues = new LinkedHashMap<>();
  private final Set<String> leaving = new HashSet<>();
  private final Map<String, Reference> references = new LinkedHashMap<>();

  private PlacementPolicy(ChunkedTable table, Map<String, AttributeValue> item) {
    this.table = table;
    this.item = item;
    for (String attribute : table.attributes()) {
      AttributeValue value = item.get(attribute);
      if (value != null && LargeReference.isReference(value)) {
        references.put(attribute, References.of(table, attribute, value));
      }
    }
  }

  /**
   * Decides for an item that is put whole; only an item that may change is encoded, as a
   * computation.
   */
  public static Flow<ItemLayout> placeItem(ChunkedTable table, Map<String, AttributeValue> item) {
    return InlineCheck.staysAsItIs(table, item)
        ? Flow.of(ItemLayout.asItIs(item))
        : Compute.flow(() -> ofItem(table, item));
  }

  /**
   * Decides for values that an update sets; only values that may change are encoded, as a
   * computation.
   */
  public static Flow<ItemLayout> placeUpdate(
      ChunkedTable table, Map<String, AttributeValue> values) {
    return InlineCheck.staysInUpdate(table, values)
        ? Flow.of(ItemLayout.asItIs(values))
        : Compute.flow(() -> ofUpdate(table, values));
  }

  /** Decides for values that an update sets in an item that has no room for them. */
  public static Flow<ItemLayout> placeOutside(
      ChunkedTable table, Map<String, AttributeValue> values) {
    return Compute.flow(
        () -> {
          PlacementPolicy placement = new PlacementPolicy(table, values);
          placement.compress(0);
          placement.leaveByUpdateSize();
          String largest = placement.largestThatMayLeave();
          while (largest != null) {
            placement.leaving.add(largest);
            largest = placement.largestThatMayLeave();
          }
          return placement.layout();
        });
  }

  /**
   * Decides for an item that is put whole.
   *
   * @throws ChunkingException if DynamoDB would not take it in any form that the spec allows
   */
  public static ItemLayout ofItem(ChunkedTable table, Map<String, AttributeValue> item) {
    PlacementPolicy placement = new PlacementPolicy(table, item);
    placement.compress(ItemSize.bytes(item));
    placement.leaveBySize();
    placement.leaveUntilItFits();
    return placement.layout();
  }

  /**
   * Decides for values that an update sets, of an item of which nothing else is known: each leaves
   * if it is large for an update, and the largest if they would not fit together.
   *
   * @throws ChunkingException if DynamoDB would not take these values alone
   */
  public static ItemLayout ofUpdate(ChunkedTable table, Map<String, AttributeValue> values) {
    PlacementPolicy placement = new PlacementPolicy(table, values);
    placement.compress(0);
    placement.leaveByUpdateSize();
    placement.leaveUntilItFits();
    return placement.layout();
  }

  private AttributePolicy policy(String attribute) {
    return requireNonNull(table.spec().attributes().get(attribute));
  }

  private void compress(long itemBytes) {
    for (String attribute : table.attributes()) {
      AttributeValue value = item.get(attribute);
      if (value != null && !references.containsKey(attribute) && ValueEncoder.mayBeLarge(value)) {
        long otherBytes = Math.max(0, itemBytes - ItemSize.valueBytes(value));
        encodedValues.put(attribute, ValueEncoder.of(table, attribute, value, otherBytes));
      }
    }
  }

  private void leaveBySize() {
    encodedValues.forEach(
        (attribute, encoded) -> {
          if (encoded.inItemBytes() >= policy(attribute).moveFromBytes()) {
            leaveIfItMay(attribute);
          }
        });
  }

  private void leaveByUpdateSize() {
    encodedValues.forEach(
        (attribute, encoded) -> {
          AttributePolicy policy = policy(attribute);
          long bytes = encoded.inItemBytes();
          if (bytes > policy.updateInlineBytesMax() || bytes >= policy.moveFromBytes()) {
            leaveIfItMay(attribute);
          }
        });
  }

  private void leaveIfItMay(String attribute) {
    if (policy(attribute).outside() != Outside.NOWHERE) {
      leaving.add(attribute);
    }
  }

  /** The largest first, so that as few as possible leave; of equal ones the first by name. */
  private void leaveUntilItFits() {
    long bytes = bytes();
    while (bytes > table.spec().itemBytesMax()) {
      String largest = largestThatMayLeave();
      if (largest == null) {
        break;
      }
      leaving.add(largest);
      bytes = bytes();
    }
    if (bytes > ItemSize.ITEM_BYTES_MAX) {
      throw new ChunkingException(
          ChunkingException.Reason.ITEM_TOO_LARGE,
          "An item of table '%s' would have %d bytes after compressing and moving all that the spec allows, but DynamoDB takes %d. Its largest attributes: %s. Give them a policy that moves their values, or make them smaller."
              .formatted(table.name(), bytes, ItemSize.ITEM_BYTES_MAX, largestAttributes()),
          null);
    }
  }

  private @Nullable String largestThatMayLeave() {
    return encodedValues.keySet().stream()
        .filter(attribute -> !leaving.contains(attribute))
        .filter(attribute -> policy(attribute).outside() != Outside.NOWHERE)
        .filter(attribute -> inItemBytes(attribute) > outsideBytes(attribute))
        .sorted()
        .max(comparingLong(this::inItemBytes))
        .orElse(null);
  }

  private long inItemBytes(String attribute) {
    return requireNonNull(encodedValues.get(attribute))
        .inItemBytes(attribute, table.markerOf(attribute));
  }

  private long outsideBytes(String attribute) {
    return EncodedValue.outsideBytes(table.markerOf(attribute));
  }

  private long bytes() {
    long bytes = 0;
    for (String name : item.keySet()) {
      bytes += storedBytes(name);
    }
    return bytes;
  }

  /** The bytes of an attribute in its current layout, with names and marker. */
  private long storedBytes(String name) {
    if (leaving.contains(name) || references.containsKey(name)) {
      return outsideBytes(name);
    }
    return encodedValues.containsKey(name)
        ? inItemBytes(name)
        : ItemSize.attributeBytes(name, requireNonNull(item.get(name)));
  }

  private String largestAttributes() {
    return item.keySet().stream()
        .sorted(comparingLong(this::storedBytes).reversed())
        .limit(3)
        .map(name -> "%s (%d bytes)".formatted(name, storedBytes(name)))
        .collect(Collectors.joining(", "));
  }

  private ItemLayout layout() {
    boolean asItIs = leaving.isEmpty() && references.isEmpty();
    if (asItIs && encodedValues.values().stream().allMatch(encoded -> encoded.codec() == null)) {
      return new ItemLayout(item, List.of(), references);
    }
    Map<String, AttributeValue> staying = new LinkedHashMap<>(item);
    staying.keySet().removeAll(references.keySet());
    List<ExternalValue> moved = new ArrayList<>();
    encodedValues.forEach(
        (attribute, encoded) -> {
          if (leaving.contains(attribute)) {
            staying.remove(attribute);
            moved.add(ValueEncoder.moved(table, attribute, encoded));
          } else if (encoded.codec() != null) {
            staying.put(attribute, encoded.inItem());
            staying.put(table.markerOf(attribute), requireNonNull(encoded.inItemMarker()).write());
          }
        });
    return new ItemLayout(staying, moved, references);
  }

  /** References among the values of an item that is to be written. */
  static final class References {
    private References() {}

    /**
     * A reference that an attribute is given.
     *
     * @throws LargeValueException if it is none, or the spec does not have the attribute read so:
     *     to store it in place of the value would lose the value
     */
    static Reference of(ChunkedTable table, String attribute, AttributeValue value) {
      try {
        if (!table.spec().isByReference(attribute)) {
          throw new LargeValueException(
              Reason.INVALID,
              "It is given a reference to a value outside, and the spec does not have it read by"
                  + " reference. Say byReference, or give it the value.");
        }
        Reference reference = Reference.read(value);
        if (!reference.attribute().equals(attribute) || !table.isNamed(reference.tableName())) {
          throw new LargeValueException(
              Reason.INVALID,
              "It is given a reference to a value of another attribute. Open that, and write what"
                  + " it has.");
        }
        return reference;
      } catch (LargeValueException e) {
        throw e.at(table.name(), attribute);
      }
    }
  }
}
