package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.AdvisorRules.LARGE_SET_ELEMENTS;
import static dev.evenkeel.simulator.advise.AdvisorRules.LARGE_VALUE_BYTES;
import static dev.evenkeel.simulator.advise.AdvisorRules.LONG_NAMES_SHARE;
import static dev.evenkeel.simulator.advise.AdvisorRules.LONG_NAME_BYTES;
import static dev.evenkeel.simulator.advise.Sources.count;
import static dev.evenkeel.simulator.advise.Sources.format;

import dev.evenkeel.core.internal.value.Printable;
import dev.evenkeel.core.internal.value.Utf8;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.simulator.advise.Finding.Kind;
import dev.evenkeel.simulator.advise.Finding.Weight;
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

/** The sizes of attribute names and values in items, and findings about them. */
final class AttributeUse {
  static final String LARGE_VALUES_CURE =
      "Compress them, or keep them in chunks or in S3: ChunkingDynamoDbClient with"
          + " AttributePolicy.compressed(Codecs.gzip()).thenChunked(), or @Compressed, @Chunked and"
          + " @Offloaded.";

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
      if (elements >= LARGE_SET_ELEMENTS) {
        largeSets++;
      } else if (valueBytes >= LARGE_VALUE_BYTES) {
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

    boolean hasLongName() {
      return nameLength >= LONG_NAME_BYTES;
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

  /** Findings about the items. */
  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    longNames(findings);
    largeSets(findings);
    largeValues(findings);
    return findings;
  }

  /** The attributes that match a test, in descending order of a measure. */
  private List<Sums> with(Predicate<Sums> condition, ToLongFunction<Sums> most) {
    List<Sums> found = new ArrayList<>(attributes.values());
    found.removeIf(condition.negate());
    found.sort(Comparator.comparingLong(most).reversed().thenComparing(Sums::name));
    return found;
  }

  private void longNames(List<Finding> findings) {
    List<Sums> named = with(Sums::hasLongName, Sums::nameBytes);
    double meanNameBytes = items == 0 ? 0 : (double) nameBytes / items;
    double share = meanNameBytes / meanBytes();
    if (named.isEmpty() || !(share >= LONG_NAMES_SHARE)) {
      return;
    }
    findings.add(
        new Finding(
            Kind.LONG_NAMES,
            Weight.COST,
            format(
                "of the %,.0f bytes of an average item, %,.0f are names of attributes (%.0f %%); long are %s",
                meanBytes(), meanNameBytes, 100 * share, Sources.list(named, Sums::name)),
            format(
                "names are part of every item; %.0f %% of its bytes are too much, where names of %d bytes"
                    + " or more are among them",
                100 * LONG_NAMES_SHARE, LONG_NAME_BYTES),
            Sources.ITEM_SIZE,
            "Store shorter names: @DynamoDbAttribute(\"n\") on a getter leaves the property's name as it"
                + " is."));
  }

  private void largeSets(List<Finding> findings) {
    List<Sums> sets = with(sums -> sums.largeSets > 0, sums -> sums.largeSets);
    if (sets.isEmpty()) {
      return;
    }
    findings.add(
        new Finding(
            Kind.LARGE_SETS,
            Weight.COST,
            Sources.list(
                sets,
                sums ->
                    format(
                        "%s has %d elements or more in %s, up to %,d",
                        sums.name(),
                        LARGE_SET_ELEMENTS,
                        count(sums.largeSets, "item"),
                        sums.elementsMax)),
            "a set ends at 400 KB with its item, is read with it each time, and is written whole for one"
                + " more element",
            Sources.SETS,
            "Keep the elements in a table of their own: ChildCollection."));
  }

  private void largeValues(List<Finding> findings) {
    List<Sums> values = with(sums -> sums.largeValues > 0, sums -> sums.largeValues);
    if (values.isEmpty()) {
      return;
    }
    findings.add(
        new Finding(
            Kind.LARGE_VALUES,
            Weight.COST,
            Sources.list(
                values,
                sums ->
                    format(
                        "%s has %,d bytes or more in %s, up to %,d",
                        sums.name(),
                        LARGE_VALUE_BYTES,
                        count(sums.largeValues, "item"),
                        sums.valueBytesMax)),
            "every read and every update pays for the whole item",
            Sources.VALUES,
            LARGE_VALUES_CURE));
  }
}
