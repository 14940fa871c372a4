package dev.evenkeel.chunking.internal.value;

/**
 * What a stored value may ask of whoever reads it.
 *
 * @param decompressedBytesMax the largest original value that is read
 * @param windowBytesMax how far back a compressed form may refer, which the codec holds in memory
 */
public record UnpackLimits(long decompressedBytesMax, long windowBytesMax) {
  public UnpackLimits {
    if (decompressedBytesMax < 0 || windowBytesMax < 1) {
      throw new IllegalArgumentException(
          "decompressedBytesMax must be >= 0 and windowBytesMax >= 1 but they were %d and %d"
              .formatted(decompressedBytesMax, windowBytesMax));
    }
  }
}
