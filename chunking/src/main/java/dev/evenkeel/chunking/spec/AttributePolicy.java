package dev.evenkeel.chunking.spec;

import org.jspecify.annotations.Nullable;

/**
 * The rules for the values of one attribute, in this order: they stay in the item as they are; they
 * are compressed; they leave the item for chunks or for S3. Immutable.
 *
 * <p>A policy decides how values are written. Every value says itself how it was written, so that a
 * changed policy reads what older ones wrote, as long as the attribute stays in the spec and the
 * store it went to stays known.
 */
public final class AttributePolicy {
  /** Values below this are not worth the time to try. */
  public static final int COMPRESS_FROM_BYTES_DEFAULT = 512;

  /**
   * The maximum bytes of a value that an update leaves in the item: an update does not know the
   * rest of the item. With a quarter of DynamoDB's 400 KB, four such attributes fit.
   */
  public static final int UPDATE_INLINE_BYTES_MAX_DEFAULT = 96 * 1024;

  /** Where values go that leave the item. */
  public enum Outside {
    /** Nowhere: they stay, and an item that is too large for that is refused. */
    NOWHERE,
    /** Into chunks, items of a table of their own. */
    CHUNKS,
    /** Into an object in S3. */
    OBJECT
  }

  private final @Nullable ValueCodec codec;
  private final int compressFromBytes;
  private final boolean onlyIfUnitSaved;
  private final Outside outside;
  private final int moveFromBytes;
  private final int updateInlineBytesMax;

  private AttributePolicy(
      @Nullable ValueCodec codec,
      int compressFromBytes,
      boolean onlyIfUnitSaved,
      Outside outside,
      int moveFromBytes,
      int updateInlineBytesMax) {
    this.codec = codec;
    this.compressFromBytes = compressFromBytes;
    this.onlyIfUnitSaved = onlyIfUnitSaved;
    this.outside = outside;
    this.moveFromBytes = moveFromBytes;
    this.updateInlineBytesMax = updateInlineBytesMax;
  }

  /** Values are written as they are; what another policy wrote is read. */
  public static AttributePolicy asTheyAre() {
    return new AttributePolicy(
        null,
        COMPRESS_FROM_BYTES_DEFAULT,
        false,
        Outside.NOWHERE,
        Integer.MAX_VALUE,
        UPDATE_INLINE_BYTES_MAX_DEFAULT);
  }

  /**
   * Compresses, first of all. The compressed form is kept if it saves a tenth: storage, and the
   * units of a Query, are counted in bytes before anything is rounded. {@link #asTheyAre()} with a
   * codec.
   */
  public static AttributePolicy compressed(ValueCodec codec) {
    return asTheyAre().withCodec(codec);
  }

  /** Values that do not fit go into chunks. */
  public static AttributePolicy chunked() {
    return asTheyAre().thenChunked();
  }

  /** Values that do not fit go to S3. */
  public static AttributePolicy offloaded() {
    return asTheyAre().thenOffloaded();
  }

  /** This policy, with compression by this codec; null for none. */
  public AttributePolicy withCodec(@Nullable ValueCodec newCodec) {
    return new AttributePolicy(
        newCodec, compressFromBytes, onlyIfUnitSaved, outside, moveFromBytes, updateInlineBytesMax);
  }

  /** This policy; what does not fit goes into chunks. */
  public AttributePolicy thenChunked() {
    return withOutside(Outside.CHUNKS);
  }

  /** This policy; what does not fit goes to S3. */
  public AttributePolicy thenOffloaded() {
    return withOutside(Outside.OBJECT);
  }

  private AttributePolicy withOutside(Outside newOutside) {
    return new AttributePolicy(
        codec, compressFromBytes, onlyIfUnitSaved, newOutside, moveFromBytes, updateInlineBytesMax);
  }

  /** This policy; values of fewer bytes are not compressed. At least 0. */
  public AttributePolicy compressFrom(int bytes) {
    return new AttributePolicy(
        codec, atLeast(0, bytes), onlyIfUnitSaved, outside, moveFromBytes, updateInlineBytesMax);
  }

  /**
   * This policy; a compressed form is kept only if the value then takes a write unit (1 KB) less.
   * For items that are never queried and whose storage does not matter.
   */
  public AttributePolicy onlyIfUnitSaved() {
    return new AttributePolicy(
        codec, compressFromBytes, true, outside, moveFromBytes, updateInlineBytesMax);
  }

  /**
   * This policy; a value whose stored form has this many bytes leaves the item even if it would
   * fit. DynamoDB bills an update of any attribute by the whole item, so what is large and seldom
   * read makes every update of a small counter beside it dear.
   */
  public AttributePolicy moveFrom(int bytes) {
    return new AttributePolicy(
        codec,
        compressFromBytes,
        onlyIfUnitSaved,
        outside,
        atLeast(1, bytes),
        Math.min(updateInlineBytesMax, bytes));
  }

  /**
   * This policy; an update leaves a value in the item whose stored form has at most this many
   * bytes. An update sees one attribute and not the rest of the item.
   */
  public AttributePolicy updateInlineBytesMax(int bytes) {
    return new AttributePolicy(
        codec, compressFromBytes, onlyIfUnitSaved, outside, moveFromBytes, atLeast(0, bytes));
  }

  private static int atLeast(int least, int bytes) {
    if (bytes < least) {
      throw new IllegalArgumentException(
          "a size must be at least %d bytes but is %d".formatted(least, bytes));
    }
    return bytes;
  }

  public @Nullable ValueCodec codec() {
    return codec;
  }

  public int compressFromBytes() {
    return compressFromBytes;
  }

  public boolean isOnlyIfUnitSaved() {
    return onlyIfUnitSaved;
  }

  public Outside outside() {
    return outside;
  }

  /** The stored size from which a value leaves the item; the greatest number if that is not set. */
  public int moveFromBytes() {
    return moveFromBytes;
  }

  public int updateInlineBytesMax() {
    return updateInlineBytesMax;
  }

  @Override
  public String toString() {
    return "AttributePolicy[%s, %s]".formatted(codec == null ? "-" : codec.name(), outside);
  }
}
