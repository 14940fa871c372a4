package dev.evenkeel.benchmarks.figure;

/** How large a run is. */
public enum Scale {
  /** What docs/figures.md records. */
  FULL,
  /** Tiny: shows that every line is printed. Times mean nothing; counts are those of few rows. */
  SMOKE;

  /** The one of two sizes that belongs to this scale. */
  public int of(int full, int smoke) {
    return this == FULL ? full : smoke;
  }
}
