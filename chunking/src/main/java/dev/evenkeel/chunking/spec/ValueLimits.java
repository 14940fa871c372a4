package dev.evenkeel.chunking.spec;

/**
 * Limits on the memory and time that stored values may claim in this process, whatever their
 * writer.
 *
 * @param valueBytesMax the largest value, uncompressed, that is written or read whole, below 2 GiB;
 *     larger ones need a stream
 * @param streamBytesMax the largest value that is streamed
 * @param windowBytesMax how far back a compressed value may refer, which is memory to unpack it
 * @param chunksMax the most chunks of one value
 * @param hydrateBytesMax how many bytes of values one page or batch brings: what would pass it
 *     comes with the next page, or as unprocessed keys. Where a page with a filter ends early, rows
 *     behind its end are evaluated, counted in {@code ScannedCount} and billed again
 * @param widthMax how many sub-requests of one call are under way at a time
 */
public record ValueLimits(
    long valueBytesMax,
    long streamBytesMax,
    long windowBytesMax,
    int chunksMax,
    long hydrateBytesMax,
    int widthMax) {
  private static final long MIB = 1024L * 1024;

  /** The length of one Java array, on any virtual machine. */
  private static final long WHOLE_BYTES_MAX = Integer.MAX_VALUE - 8;

  /**
   * Values of 64 MiB, streams of 5 TiB (S3's largest object), windows of 8 MiB (what zstd asks of
   * every reader), 100,000 chunks, 64 MiB in a page, 8 sub-requests at a time.
   */
  public static final ValueLimits DEFAULT =
      new ValueLimits(64 * MIB, 5 * MIB * MIB, 8 * MIB, 100_000, 64 * MIB, 8);

  public ValueLimits {
    if (valueBytesMax > WHOLE_BYTES_MAX) {
      throw new IllegalArgumentException(
          "a value of more than %d bytes cannot be held in memory whole: stream it"
              .formatted(WHOLE_BYTES_MAX));
    }
    if (valueBytesMax < 1
        || streamBytesMax < valueBytesMax
        || windowBytesMax < 1024
        || chunksMax < 1
        || hydrateBytesMax < 1
        || widthMax < 1) {
      throw new IllegalArgumentException(
          "limits must be positive, a window at least 1,024 bytes, and a stream at least as long as"
              + " a value");
    }
  }

  public ValueLimits withValueBytesMax(long bytes) {
    return new ValueLimits(
        bytes,
        Math.max(bytes, streamBytesMax),
        windowBytesMax,
        chunksMax,
        hydrateBytesMax,
        widthMax);
  }

  public ValueLimits withStreamBytesMax(long bytes) {
    return new ValueLimits(
        valueBytesMax, bytes, windowBytesMax, chunksMax, hydrateBytesMax, widthMax);
  }

  public ValueLimits withWindowBytesMax(long bytes) {
    return new ValueLimits(
        valueBytesMax, streamBytesMax, bytes, chunksMax, hydrateBytesMax, widthMax);
  }

  public ValueLimits withChunksMax(int chunks) {
    return new ValueLimits(
        valueBytesMax, streamBytesMax, windowBytesMax, chunks, hydrateBytesMax, widthMax);
  }

  public ValueLimits withHydrateBytesMax(long bytes) {
    return new ValueLimits(
        valueBytesMax, streamBytesMax, windowBytesMax, chunksMax, bytes, widthMax);
  }

  public ValueLimits withWidthMax(int subRequests) {
    return new ValueLimits(
        valueBytesMax, streamBytesMax, windowBytesMax, chunksMax, hydrateBytesMax, subRequests);
  }
}
