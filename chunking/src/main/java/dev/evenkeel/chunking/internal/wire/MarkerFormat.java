package dev.evenkeel.chunking.internal.wire;

import dev.evenkeel.chunking.internal.value.PayloadBytes;
import dev.evenkeel.chunking.internal.wire.Marker.Payload;
import dev.evenkeel.chunking.spec.CorruptValueException;
import dev.evenkeel.chunking.spec.NewerFormatException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Markers as attributes. Reading trusts nothing: whoever can write the item can write its marker.
 * What a newer version may add is refused rather than passed over, for it may change what the rest
 * means.
 */
public final class MarkerFormat {
  static final int VERSION = 1;

  private static final String VERSION_FIELD = "v";
  private static final String PLACEMENT = "at";
  private static final String CODEC = "c";
  private static final String TYPE = "t";
  private static final String ORIGINAL_BYTES = "n";
  private static final String STORED_BYTES = "z";
  private static final String DIGEST = "h";
  private static final String WRITE_ID = "w";
  private static final String CHUNKS = "k";
  private static final String CHUNK_BYTES = "s";
  private static final Set<String> FIELDS =
      Set.of(
          VERSION_FIELD,
          PLACEMENT,
          CODEC,
          TYPE,
          ORIGINAL_BYTES,
          STORED_BYTES,
          DIGEST,
          WRITE_ID,
          CHUNKS,
          CHUNK_BYTES);

  /** These tell of a value outside; conditions on them must not be met by any other. */
  private static final Set<String> OUTSIDE_FIELDS =
      Set.of(STORED_BYTES, DIGEST, WRITE_ID, CHUNKS, CHUNK_BYTES);

  private MarkerFormat() {}

  /** The name of the entry that tells one write from another, for conditions. */
  public static String writeIdField() {
    return WRITE_ID;
  }

  public static AttributeValue write(Marker marker) {
    Map<String, AttributeValue> fields = new LinkedHashMap<>();
    fields.put(VERSION_FIELD, number(VERSION));
    fields.put(PLACEMENT, AttributeValue.fromS(marker.placement().text()));
    if (marker.codec() != null) {
      fields.put(CODEC, AttributeValue.fromS(marker.codec()));
    }
    fields.put(TYPE, AttributeValue.fromS(marker.type().name()));
    fields.put(ORIGINAL_BYTES, number(marker.originalBytes()));
    Payload payload = marker.payload();
    if (payload != null) {
      write(payload, fields);
    }
    return AttributeValue.fromM(fields);
  }

  private static void write(Payload payload, Map<String, AttributeValue> fields) {
    fields.put(STORED_BYTES, number(payload.storedBytes()));
    fields.put(DIGEST, binary(payload.digest().bytes()));
    fields.put(WRITE_ID, binary(payload.writeId().bytes()));
    if (payload.chunks() > 0) {
      fields.put(CHUNKS, number(payload.chunks()));
    }
    if (payload.chunkBytes() > 0) {
      fields.put(CHUNK_BYTES, number(payload.chunkBytes()));
    }
  }

  /**
   * Reads a marker.
   *
   * @throws NewerFormatException if a newer version wrote it
   * @throws CorruptValueException if no version wrote it
   */
  public static Marker read(AttributeValue marker) {
    if (!marker.hasM()) {
      throw corrupt("it is no map");
    }
    Map<String, AttributeValue> fields = marker.m();
    long version = natural(fields, VERSION_FIELD);
    if (version != VERSION || !FIELDS.containsAll(fields.keySet())) {
      throw new NewerFormatException(version);
    }
    try {
      return read(fields);
    } catch (IllegalArgumentException e) {
      throw corrupt(e.getMessage());
    }
  }

  private static Marker read(Map<String, AttributeValue> fields) {
    Placement placement = Placement.ofText(string(fields, PLACEMENT));
    if (placement == null) {
      throw corrupt("entry 'at' names no place");
    }
    if (!placement.isOutside() && OUTSIDE_FIELDS.stream().anyMatch(fields::containsKey)) {
      throw corrupt("it tells of a value in the item and of one outside");
    }
    return new Marker(
        placement,
        fields.containsKey(CODEC) ? string(fields, CODEC) : null,
        PayloadBytes.type(string(fields, TYPE)),
        natural(fields, ORIGINAL_BYTES),
        placement.isOutside() ? payload(placement, fields) : null);
  }

  private static Payload payload(Placement placement, Map<String, AttributeValue> fields) {
    return new Payload(
        WriteId.of(bytes(fields, WRITE_ID)),
        natural(fields, STORED_BYTES),
        Digest.ofDigest(bytes(fields, DIGEST)),
        placement == Placement.OBJECT ? 0 : positive(fields, CHUNKS),
        placement == Placement.CHUNKS ? positive(fields, CHUNK_BYTES) : 0);
  }

  private static int positive(Map<String, AttributeValue> fields, String field) {
    long value = natural(fields, field);
    if (value < 1 || value > Integer.MAX_VALUE) {
      throw corrupt("entry '%s' is out of range".formatted(field));
    }
    return (int) value;
  }

  private static long natural(Map<String, AttributeValue> fields, String field) {
    return require(Entries.natural(fields, field), field);
  }

  private static String string(Map<String, AttributeValue> fields, String field) {
    return require(Entries.text(fields, field), field);
  }

  private static byte[] bytes(Map<String, AttributeValue> fields, String field) {
    return require(Entries.bytes(fields, field), field);
  }

  private static <T> T require(@Nullable T value, String field) {
    if (value == null) {
      throw corrupt("entry '%s' is missing or of another type".formatted(field));
    }
    return value;
  }

  private static CorruptValueException corrupt(@Nullable String what) {
    return new CorruptValueException(
        "Its marker is none: %s. Write the value again, or restore the item.".formatted(what));
  }

  private static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }

  private static AttributeValue binary(byte[] value) {
    return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(value));
  }
}
