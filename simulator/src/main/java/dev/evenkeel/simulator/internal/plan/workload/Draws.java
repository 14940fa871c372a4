package dev.evenkeel.simulator.internal.plan.workload;

/** Random numbers that are a function of a seed and a place: SplitMix64. */
final class Draws {
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private final long start;

  Draws(long seed) {
    this.start = mix(seed + STEP);
  }

  /** The 64 random bits at a place. */
  long at(long place) {
    return mix(start + place * STEP);
  }

  /** A number below {@code bound}, of the upper half of random bits. */
  static int below(long bits, int bound) {
    return (int) (((bits >>> 32) * bound) >>> 32);
  }

  /** The lower half of random bits as a number from 0 up to, without, 1. */
  static double fraction(long bits) {
    return (bits & 0xFFFFFFFFL) * 0x1p-32;
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
