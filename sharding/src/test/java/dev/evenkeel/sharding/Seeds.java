package dev.evenkeel.sharding;

import java.util.Random;

/** Where the randomness of model tests begins. */
final class Seeds {
  /** The golden ratio: multiples of it are far from each other. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private Seeds() {}

  /** For one of several seeds in a row, which as they are would begin with all but one number. */
  static Random random(long seed) {
    return new Random(seed * SPREAD);
  }
}
