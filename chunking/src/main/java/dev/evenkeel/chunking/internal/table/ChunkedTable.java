package dev.evenkeel.chunking.internal.table;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.internal.wire.SeedLayout;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A spec, and the names derived from it. */
public final class ChunkedTable {
  private final ChunkingSpec spec;
  private final String name;
  private final Map<String, String> markers = new LinkedHashMap<>();
  private final Set<String> reserved = new LinkedHashSet<>();

  public ChunkedTable(ChunkingSpec spec) {
    this.spec = spec;
    this.name = TableName.parse(spec.tableName()).name();
    spec.attributes()
        .keySet()
        .forEach(attribute -> markers.put(attribute, ChunkingSpec.markerOf(attribute)));
    reserved.addAll(markers.values());
    if (spec.seedAttribute() != null) {
      reserved.add(SeedLayout.COUNT);
      reserved.add(SeedLayout.VERSION);
    }
  }

  /**
   * Checks that each chunk table in the layout of AWS's text, whose keys do not name the table they
   * belong to, has chunks of one table only.
   *
   * @throws IllegalArgumentException if two share one
   */
  public static void requireSeedTablesApart(List<ChunkingSpec> specs) {
    Set<String> seeded = new HashSet<>();
    for (ChunkingSpec spec : specs) {
      ChunkTableSpec chunks = spec.chunkTable();
      if (spec.seedAttribute() != null
          && chunks != null
          && !seeded.add(TableName.parse(chunks.tableName()).name())) {
        throw new IllegalArgumentException(
            "Two tables have chunks of AWS's layout in table '%s': their keys do not tell which are whose. Give each table a chunk table of its own"
                .formatted(chunks.tableName()));
      }
    }
  }

  public ChunkingSpec spec() {
    return spec;
  }

  /** The plain name, by which payloads are stored. */
  public String name() {
    return name;
  }

  /** Whether a name or ARN, as DynamoDB answers it, is this table's. */
  public boolean isNamed(@Nullable String nameOrArn) {
    return nameOrArn != null && TableName.parse(nameOrArn).name().equals(name);
  }

  public KeySchema schema() {
    return spec.key();
  }

  /** The attributes that the spec names. */
  public Set<String> attributes() {
    return spec.attributes().keySet();
  }

  public boolean manages(String attribute) {
    return markers.containsKey(attribute);
  }

  /** The marker's name of an attribute that the spec names. */
  public String markerOf(String attribute) {
    return requireNonNull(markers.get(attribute));
  }

  /**
   * The attributes that callers neither write nor see: markers, and what the seed's layout adds.
   */
  public Set<String> reserved() {
    return reserved;
  }

  public Parent parent(Map<String, AttributeValue> key, String attribute) {
    return new Parent(name, keyOf(key), attribute);
  }

  /**
   * The key of an item or a key that a caller gives, which decides where payloads are.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if a part is missing or of another type
   *     than the spec says: DynamoDB would refuse it, but only after payloads were written
   */
  public Map<String, AttributeValue> requireKey(Call call, Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = new LinkedHashMap<>(4); // two at most
    for (KeyAttribute part : schema().partition()) {
      key.put(part.name(), keyValue(call, part, item));
    }
    for (KeyAttribute part : schema().sort()) {
      key.put(part.name(), keyValue(call, part, item));
    }
    return key;
  }

  private static AttributeValue keyValue(
      Call call, KeyAttribute part, Map<String, AttributeValue> item) {
    AttributeValue value = item.get(part.name());
    if (value == null || value.type() == null || !value.type().name().equals(part.type().name())) {
      throw call.invalid(
          "key attribute '%s' is missing or not of type %s".formatted(part.name(), part.type()),
          "Give it, or correct the key in the spec");
    }
    return value;
  }

  /** Equal for equal keys of this table, however their numbers are written. */
  public Object identity(Map<String, AttributeValue> item) {
    return parent(item, "").text(schema());
  }

  /** The key attributes of an item that has them. */
  public Map<String, AttributeValue> keyOf(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    schema().attributes().forEach(part -> key.put(part, requireNonNull(item.get(part))));
    return key;
  }

  /**
   * The marker of an attribute; null if its value is stored as it is, or not at all.
   *
   * @throws LargeValueException if its marker cannot be read
   */
  public @Nullable Marker marker(Map<String, AttributeValue> item, String attribute) {
    AttributeValue marker = item.get(markerOf(attribute));
    if (marker == null) {
      return null;
    }
    try {
      Marker read = Marker.read(marker);
      if (read.placement() == Placement.SEED_CHUNKS && !attribute.equals(spec.seedAttribute())) {
        throw new LargeValueException(
            Reason.CORRUPT,
            "Its marker tells of the layout of AWS's text, and the spec does not. Name it there by seedLayout.");
      }
      return read;
    } catch (LargeValueException e) {
      throw e.at(name, attribute);
    }
  }

  /**
   * The payload that an item has outside for an attribute; null if it has none. Also that of a
   * parent made by hand in the seed's layout, which has no marker.
   *
   * @throws LargeValueException if its marker cannot be read
   */
  public @Nullable PayloadRef payload(Map<String, AttributeValue> item, String attribute) {
    Marker marker = marker(item, attribute);
    if (marker != null) {
      return PayloadRef.of(marker);
    }
    return attribute.equals(spec.seedAttribute()) ? byHand(item, attribute) : null;
  }

  private @Nullable PayloadRef byHand(Map<String, AttributeValue> item, String attribute) {
    try {
      SeedLayout.Chunks chunks = SeedLayout.of(item);
      return chunks == null ? null : PayloadRef.of(chunks);
    } catch (LargeValueException e) {
      throw e.at(name, attribute);
    }
  }

  /**
   * The attributes of an item that describe a value outside: the marker, and in the layout of AWS's
   * text the count and version of the chunks.
   */
  public Map<String, AttributeValue> markerAttributes(String attribute, Marker marker) {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>();
    attributes.put(markerOf(attribute), marker.write());
    if (marker.placement() == Placement.SEED_CHUNKS) {
      attributes.put(
          SeedLayout.COUNT, AttributeValue.fromN(Integer.toString(marker.outside().chunks())));
      attributes.put(
          SeedLayout.VERSION, AttributeValue.fromN(SeedLayout.version(marker.outside().writeId())));
    }
    return attributes;
  }
}
