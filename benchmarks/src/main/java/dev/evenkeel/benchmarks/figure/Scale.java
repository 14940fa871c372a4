package dev.evenkeel.benchmarks.figure;

/** The size of a run. */
public enum Scale {
  /** The size recorded in docs/figures.md. */
  FULL,
  /** Tiny: shows that every line is printed. Times mean nothing; counts are those of few rows. */
  SMOKE;

  /** The one of two sizes that belongs to this scale. */
  public int of(int full, int smoke) {
    return this == FULL ? full : smoke;
  }
}
