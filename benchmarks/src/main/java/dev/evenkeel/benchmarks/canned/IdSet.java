package dev.evenkeel.benchmarks.canned;

/**
 * Sort key values in ascending order: sixteen digits each, spaced irregularly, so that a hash
 * places every set differently.
 *
 * @param seed gives each set its own values
 */
public record IdSet(long seed) {
  private static final int DIGITS = 16;
  private static final int SPACING = 1000;

  /** The value at a rank; greater ranks have greater values, in DynamoDB's order too. */
  public String id(int rank) {
    long rest = (long) rank * SPACING + Long.remainderUnsigned(mixed(rank), SPACING);
    char[] digits = new char[DIGITS];
    for (int i = DIGITS - 1; i >= 0; i--) {
      digits[i] = (char) ('0' + rest % 10);
      rest /= 10;
    }
    return new String(digits);
  }

  /** SplitMix64 (Steele, Lea and Flood 2014): seed and rank give the state. */
  private long mixed(int rank) {
    long z = seed + (rank + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
