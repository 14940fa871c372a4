package dev.evenkeel.chunking.internal.wire;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * How one value is stored: what its marker says. A value without a marker is stored as it is.
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

  public Marker {
    if (placement.isOutside() != (payload != null)) {
      throw new IllegalArgumentException("a payload is what is outside the item");
    }
    if (originalBytes < 0) {
      throw new IllegalArgumentException("a value cannot have " + originalBytes + " bytes");
    }
  }

  /**
   * What is outside the item.
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

    /** How many chunks there are of so many bytes; an empty value has one, empty. */
    public static long chunksOf(long storedBytes, int chunkBytes) {
      return Math.max(1, (storedBytes + chunkBytes - 1) / chunkBytes);
    }

    /** How many bytes the chunk with this number has, counted from 1. */
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

  /** What is outside the item; of a value for which {@link #isOutside()} holds. */
  public Payload outside() {
    return requireNonNull(payload, "this value is in its item");
  }
}
