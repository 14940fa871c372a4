package dev.evenkeel.upload.spec;

/**
 * Positions of a source that follow each other.
 *
 * @param first the first of them
 * @param last the last of them
 */
public record PositionRange(long first, long last) {
  public PositionRange {
    if (first < 0 || last < first) {
      throw new IllegalArgumentException("no range: " + first + " to " + last);
    }
  }
}
