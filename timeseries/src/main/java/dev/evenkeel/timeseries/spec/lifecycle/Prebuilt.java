package dev.evenkeel.timeseries.spec.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The prebuilt tables of a series.
 *
 * <p>A table is needed from the moment on at which its first item may come, and built some time
 * before. It is overdue when it does not serve although half of that time is over, or an item may
 * come already: runs have failed to build it, or there were no runs.
 *
 * @param overdue the tables that are, the oldest first
 * @param boundary when the first period begins, or began, that no table serves; null if the run did
 *     not look
 */
public record Prebuilt(List<String> overdue, @Nullable Instant boundary) {
  /** Not determined. */
  public static final Prebuilt UNKNOWN = new Prebuilt(List.of(), null);

  /** Copies the list. */
  public Prebuilt {
    overdue = List.copyOf(overdue);
  }

  /**
   * The time until a period without a serving table begins; negative if it has begun.
   *
   * @return null if the run did not look
   */
  public @Nullable Duration untilBoundary(Instant now) {
    return boundary == null ? null : Duration.between(now, boundary);
  }
}
