package dev.evenkeel.simulator.advise;

import dev.evenkeel.core.internal.value.Printable;
import dev.evenkeel.core.internal.value.Utf8;
import dev.evenkeel.core.item.ItemSize;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The sizes of attribute names and values in items. */
final class AttributeUse {
  /** More distinct names than this are data, not names. */
  private static final int NAMES_MAX = 1_024;

  private final Map<String, Sums> attributes = new HashMap<>();
  private long items;
  private long bytes;
  private long nameBytes;

  /** The statistics of one attribute. */
  static final class Sums {
    private final String name;
    private final int nameLength;
    private long count;
    private long largeValues;
    private long valueBytesMax;
    private long largeSets;
    private long elementsMax;

    private Sums(String name) {
      this.name = name;
      this.nameLength = Utf8.length(name);
    }

    private void add(AttributeValue value, long valueBytes) {
      count++;
      valueBytesMax = Math.max(valueBytesMax, valueBytes);
      long elements = elements(value);
      elementsMax = Math.max(elementsMax, elements);
      if (elements >= AdvisorRules.LARGE_SET_ELEMENTS) {
        largeSets++;
      } else if (valueBytes >= AdvisorRules.LARGE_VALUE_BYTES) {
        largeValues++;
      }
    }

    private void write(DataOutput out) throws IOException {
      PackedText.write(out, name);
      out.writeLong(count);
      out.writeLong(largeValues);
      out.writeLong(valueBytesMax);
      out.writeLong(largeSets);
      out.writeLong(elementsMax);
    }

    private void add(DataInput in) throws IOException {
      count += in.readLong();
      largeValues += in.readLong();
      valueBytesMax = Math.max(valueBytesMax, in.readLong());
      largeSets += in.readLong();
      elementsMax = Math.max(elementsMax, in.readLong());
    }

    private static long elements(AttributeValue value) {
      return (long) value.ss().size() + value.ns().size() + value.bs().size();
    }

    /** The name for readers; DynamoDB allows up to 64 KB of any characters. */
    String name() {
      return Printable.of(name, AdvisorRules.NAME_LENGTH_MAX);
    }

    long largeValues() {
      return largeValues;
    }

    long valueBytesMax() {
      return valueBytesMax;
    }

    long largeSets() {
      return largeSets;
    }

    long elementsMax() {
      return elementsMax;
    }

    boolean hasLongName() {
      return nameLength >= AdvisorRules.LONG_NAME_BYTES;
    }

    long nameBytes() {
      return count * nameLength;
    }
  }

  /** Adds an item, and gives its size. */
  long add(Map<String, AttributeValue> item) {
    long itemBytes = 0;
    for (Map.Entry<String, AttributeValue> attribute : item.entrySet()) {
      String name = attribute.getKey();
      long valueBytes = ItemSize.valueBytes(attribute.getValue());
      int nameLength = Utf8.length(name);
      itemBytes += nameLength + valueBytes;
      nameBytes += nameLength;
      sums(name).add(attribute.getValue(), valueBytes);
    }
    items++;
    bytes += itemBytes;
    return itemBytes;
  }

  /** The sums of an attribute; of one too many, some that nobody sees. */
  private Sums sums(String name) {
    Sums sums = attributes.get(name);
    if (sums == null) {
      sums = new Sums(name);
      if (attributes.size() < NAMES_MAX) {
        attributes.put(name, sums);
      }
    }
    return sums;
  }

  void write(DataOutput out) throws IOException {
    out.writeLong(items);
    out.writeLong(bytes);
    out.writeLong(nameBytes);
    out.writeInt(attributes.size());
    for (Sums sums : attributes.values()) {
      sums.write(out);
    }
  }

  /** Adds the attributes of other items. */
  void add(DataInput in) throws IOException {
    items += in.readLong();
    bytes += in.readLong();
    nameBytes += in.readLong();
    for (int left = in.readInt(); left > 0; left--) {
      sums(PackedText.text(in)).add(in);
    }
  }

  long items() {
    return items;
  }

  double meanBytes() {
    return items == 0 ? 0 : (double) bytes / items;
  }

  double meanNameBytes() {
    return items == 0 ? 0 : (double) nameBytes / items;
  }

  /** The attributes that match a test, in descending order of a measure. */
  List<Sums> with(Predicate<Sums> condition, ToLongFunction<Sums> most) {
    List<Sums> found = new ArrayList<>(attributes.values());
    found.removeIf(condition.negate());
    found.sort(Comparator.comparingLong(most).reversed().thenComparing(Sums::name));
    return found;
  }
}
