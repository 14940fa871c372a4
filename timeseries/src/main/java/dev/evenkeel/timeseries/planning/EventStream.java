package dev.evenkeel.timeseries.planning;

/**
 * The stream of events.
 *
 * @param perSecond events a second, on average
 * @param peakPerSecond events a second at most, over seconds that matter
 * @param itemBytes the size of the item that an event becomes, names included, as DynamoDB counts
 *     it for capacity
 */
public record EventStream(double perSecond, double peakPerSecond, int itemBytes) {

  /**
   * @throws IllegalArgumentException if a rate is not above 0, the peak is below the average, or an
   *     item has no byte, or more than DynamoDB's 400 KB
   */
  public EventStream {
    if (!(perSecond > 0) || !Double.isFinite(peakPerSecond) || peakPerSecond < perSecond) {
      throw new IllegalArgumentException(
          "rates must be above 0, and the peak no less than the average, but were %s and %s"
              .formatted(perSecond, peakPerSecond));
    }
    if (itemBytes < 1 || itemBytes > 400 * 1024) {
      throw new IllegalArgumentException(
          "itemBytes must be 1 to 409,600 but was %d".formatted(itemBytes));
    }
  }

  /** A stream without peaks. */
  public static EventStream of(double perSecond, int itemBytes) {
    return new EventStream(perSecond, perSecond, itemBytes);
  }

  /** The same with a peak. */
  public EventStream peak(double newPeakPerSecond) {
    return new EventStream(perSecond, newPeakPerSecond, itemBytes);
  }

  /** Write units of one event: one for each KB or part of it. */
  int unitsPerEvent() {
    return (itemBytes + 1023) / 1024;
  }
}
