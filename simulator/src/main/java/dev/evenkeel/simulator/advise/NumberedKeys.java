package dev.evenkeel.simulator.advise;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Keys that end with a number: whether the numbers rise, and how densely they lie. Looks at those
 * with the prefix that most of them share.
 */
final class NumberedKeys {
  private Quantiles numbers = new Quantiles();
  private String prefix = "";
  private long votes;
  private long last = -1;
  private long steps;
  private long rising;

  /**
   * The share of numbers left out at each end: the nine tenths between do not depend on a few that
   * are far off.
   */
  private static final double INNER = 0.05;

  void add(String key) {
    int digits = KeyShape.digitsAtEnd(key);
    int prefixLength = key.length() - digits;
    if (prefixLength != prefix.length() || !key.startsWith(prefix)) {
      votes--;
      if (votes >= 0) {
        return;
      }
      prefix = key.substring(0, prefixLength);
      votes = 0;
      last = -1;
    }
    votes++;
    if (digits > 0) {
      number(Long.parseLong(key, prefixLength, key.length(), 10));
    }
  }

  private void number(long number) {
    numbers.add((double) number);
    if (last >= 0 && number != last) {
      long step = number - last;
      steps++;
      rising += step > 0 && step <= AdvisorRules.SEQUENCE_STEP_MAX ? 1 : 0;
    }
    last = number;
  }

  void write(DataOutput out) throws IOException {
    PackedText.write(out, prefix);
    out.writeLong(votes);
    out.writeLong(steps);
    out.writeLong(rising);
    numbers.write(out);
  }

  /**
   * Adds the keys of another. If both share a prefix, those with it count; otherwise those of the
   * one whose prefix has more votes.
   */
  void add(DataInput in) throws IOException {
    String otherPrefix = PackedText.text(in);
    long otherVotes = in.readLong();
    long otherSteps = in.readLong();
    long otherRising = in.readLong();
    Quantiles otherNumbers = Quantiles.read(in);
    if (prefix.equals(otherPrefix)) {
      votes += otherVotes;
      steps += otherSteps;
      rising += otherRising;
      numbers.add(otherNumbers);
    } else if (votes >= otherVotes) {
      votes -= otherVotes;
    } else {
      prefix = otherPrefix;
      votes = otherVotes - votes;
      steps = otherSteps;
      rising = otherRising;
      numbers = otherNumbers;
    }
    last = -1;
  }

  /** The part of the steps from one number to another that are small and upwards. */
  double risingShare() {
    return steps == 0 ? 0 : (double) rising / steps;
  }

  /**
   * The part of their range that the numbers fill.
   *
   * @param distinct how many different ones there are
   */
  double density(double distinct) {
    if (numbers.count() == 0) {
      return 0;
    }
    double range = numbers.at(1 - INNER) - numbers.at(INNER) + 1;
    return Math.min(1, distinct * (1 - 2 * INNER) / range);
  }
}
