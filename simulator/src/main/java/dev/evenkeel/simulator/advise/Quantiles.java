package dev.evenkeel.simulator.advise;

import dev.evenkeel.simulator.advise.Advice.Distribution;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The distribution of numbers in bounded memory. Exact while there are no more than {@value
 * #VALUES_MAX} different ones; beyond that they are counted by their first digits, as many as that
 * leaves room for. The same numbers give the same answers, in whatever order they come.
 */
final class Quantiles {
  static final int VALUES_MAX = 4_096;

  private static final int MANTISSA_BITS = 52;

  private final Map<Double, Long> counts = new HashMap<>();
  private int bits = MANTISSA_BITS;
  private long count;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;

  void add(double number) {
    count++;
    min = Math.min(min, number);
    max = Math.max(max, number);
    add(number, 1L);
  }

  private void add(double number, long times) {
    counts.merge(rounded(number), times, Long::sum);
    while (counts.size() > VALUES_MAX && bits > 0) {
      round(bits - 1);
    }
  }

  private void round(int fewer) {
    if (fewer == bits) {
      return;
    }
    bits = fewer;
    Map<Double, Long> exact = Map.copyOf(counts);
    counts.clear();
    exact.forEach((value, times) -> counts.merge(rounded(value), times, Long::sum));
  }

  /** Towards zero, by all bits but the first of the mantissa. */
  private double rounded(double number) {
    return Double.longBitsToDouble(
        Double.doubleToLongBits(number) & (-1L << (MANTISSA_BITS - bits)));
  }

  long count() {
    return count;
  }

  /** The least number that so large a part of all are not above, but for the rounding. */
  double at(double rank) {
    long wanted = (long) Math.ceil(rank * count);
    long counted = 0;
    for (Map.Entry<Double, Long> entry : new TreeMap<>(counts).entrySet()) {
      counted += entry.getValue();
      if (counted >= wanted) {
        return Math.max(min, Math.min(max, entry.getKey()));
      }
    }
    return max;
  }

  Distribution distribution() {
    return count == 0 ? Distribution.NONE : new Distribution(count, min, at(0.5), at(0.99), max);
  }

  void write(DataOutput out) throws IOException {
    out.writeLong(count);
    out.writeDouble(min);
    out.writeDouble(max);
    out.writeInt(bits);
    out.writeInt(counts.size());
    for (Map.Entry<Double, Long> entry : counts.entrySet()) {
      out.writeDouble(entry.getKey());
      out.writeLong(entry.getValue());
    }
  }

  static Quantiles read(DataInput in) throws IOException {
    Quantiles read = new Quantiles();
    read.count = in.readLong();
    read.min = in.readDouble();
    read.max = in.readDouble();
    read.bits = in.readInt();
    for (int left = in.readInt(); left > 0; left--) {
      read.counts.put(in.readDouble(), in.readLong());
    }
    return read;
  }

  /** Adds the numbers of another. */
  void add(Quantiles other) {
    count += other.count;
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
    round(Math.min(bits, other.bits));
    other.counts.forEach(this::add);
  }
}
