package dev.evenkeel.chunking.internal.wire;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.value.PayloadBytes;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The marker of a value: how the value is stored. A value without a marker is stored as it is.
 *
 * @param placement where its stored form is
 * @param codec the codec that its stored form needs; null if it is not compressed
 * @param type the type of the value
 * @param originalBytes how many bytes the value has
 * @param payload of a value outside its item, what is to be found there; null of one in its item
 */
public record Marker(
    Placement placement,
    @Nullable String codec,
    AttributeValue.Type type,
    long originalBytes,
    @Nullable Payload payload) {

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

  /** Fields of values outside; conditions on these fields must not hold for any other value. */
  private static final Set<String> OUTSIDE_FIELDS =
      Set.of(STORED_BYTES, DIGEST, WRITE_ID, CHUNKS, CHUNK_BYTES);

  public Marker {
    if (placement.isOutside() != (payload != null)) {
      throw new IllegalArgumentException("a payload is what is outside the item");
    }
    if (originalBytes < 0) {
      throw new IllegalArgumentException("a value cannot have " + originalBytes + " bytes");
    }
  }

  /** Where a value is stored. */
  public enum Placement {
    /** In the item, under its own name. */
    ITEM("item"),
    /** In the chunk table. */
    CHUNKS("chunks"),
    /** In the chunk table, in the layout that AWS's text shows. */
    SEED_CHUNKS("seed"),
    /** In S3. */
    OBJECT("object");

    private final String text;

    Placement(String text) {
      this.text = text;
    }

    /** The name of the placement in markers. */
    public String text() {
      return text;
    }

    /** Whether the value is somewhere else than in its item. */
    public boolean isOutside() {
      return this != ITEM;
    }

    static @Nullable Placement ofText(String text) {
      for (Placement placement : values()) {
        if (placement.text.equals(text)) {
          return placement;
        }
      }
      return null;
    }
  }

  /**
   * The payload of a value outside its item.
   *
   * @param writeId the write that it belongs to
   * @param storedBytes how many bytes it has, in all
   * @param digest the SHA-256 of the value, uncompressed
   * @param chunks how many chunks there are; 0 for an object
   * @param chunkBytes how many bytes each chunk but the last has; 0 for an object, and in the
   *     layout of AWS's text, where a chunk of text ends with a character
   */
  public record Payload(
      WriteId writeId, long storedBytes, Digest digest, int chunks, int chunkBytes) {

    public Payload {
      boolean fits =
          chunkBytes == 0 || (chunkBytes > 0 && chunks == chunksOf(storedBytes, chunkBytes));
      if (storedBytes < 0 || chunks < 0 || !fits) {
        throw new IllegalArgumentException(
            "%d bytes are not %d chunks of %d".formatted(storedBytes, chunks, chunkBytes));
      }
    }

    /** The number of chunks for a payload of this length; an empty value has one, empty. */
    public static long chunksOf(long storedBytes, int chunkBytes) {
      return Math.max(1, (storedBytes + chunkBytes - 1) / chunkBytes);
    }

    /** The number of bytes in the chunk with this number, counted from 1. */
    public int bytesOfChunk(int number) {
      return number < chunks ? chunkBytes : (int) (storedBytes - (long) (chunks - 1) * chunkBytes);
    }
  }

  /** A value in its item, compressed. */
  public static Marker inItem(String codec, AttributeValue.Type type, long originalBytes) {
    return new Marker(Placement.ITEM, codec, type, originalBytes, null);
  }

  public boolean isOutside() {
    return payload != null;
  }

  /** The payload of an outside value; requires {@link #isOutside()}. */
  public Payload outside() {
    return requireNonNull(payload, "this value is in its item");
  }

  /** The name of the entry with the write id, for conditions. */
  public static String writeIdField() {
    return WRITE_ID;
  }

  /** The marker as an attribute. */
  public AttributeValue write() {
    Map<String, AttributeValue> fields = new LinkedHashMap<>();
    fields.put(VERSION_FIELD, number(VERSION));
    fields.put(PLACEMENT, AttributeValue.fromS(placement.text()));
    if (codec != null) {
      fields.put(CODEC, AttributeValue.fromS(codec));
    }
    fields.put(TYPE, AttributeValue.fromS(type.name()));
    fields.put(ORIGINAL_BYTES, number(originalBytes));
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
   * Reads a marker. Its content is not trusted: every writer of the item can write its marker.
   * Unknown entries of a newer version are refused, for they may change the meaning of the rest.
   *
   * @throws LargeValueException if a newer version wrote it
   * @throws LargeValueException if no version wrote it
   */
  public static Marker read(AttributeValue marker) {
    if (!marker.hasM()) {
      throw corrupt("it is no map");
    }
    Map<String, AttributeValue> fields = marker.m();
    long version = natural(fields, VERSION_FIELD);
    if (version != VERSION || !FIELDS.containsAll(fields.keySet())) {
      throw new LargeValueException(
          Reason.NEWER_FORMAT,
          "It is written in format %d, or with entries that this version does not know. Read it with a newer Evenkeel."
              .formatted(version));
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

  private static LargeValueException corrupt(@Nullable String what) {
    return new LargeValueException(
        Reason.CORRUPT,
        "Its marker is none: %s. Write the value again, or restore the item.".formatted(what));
  }

  private static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }

  private static AttributeValue binary(byte[] value) {
    return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(value));
  }
}
