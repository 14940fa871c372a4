package dev.evenkeel.core.internal.scan;

/**
 * What a scan, or a part of one, has read.
 *
 * @param items how many
 * @param pages how many
 * @param units read capacity, as DynamoDB told
 * @param segmentsEnded how many segments were read to their end
 */
public record ScanTally(long items, long pages, double units, int segmentsEnded) {
  /** Nothing. */
  public static final ScanTally NONE = new ScanTally(0, 0, 0, 0);

  ScanTally plus(ScanPage page) {
    return new ScanTally(
        items + page.items().size(),
        pages + 1,
        units + page.units(),
        segmentsEnded + (page.isLast() ? 1 : 0));
  }
}
