package dev.evenkeel.simulator.internal.plan.workload;

import java.util.Arrays;

/** Counts numbers of 0 or more, in the order in which they first come. */
final class Tally {
  private static final long FREE = -1;

  private long[] numbers = new long[16];
  private long[] counts = new long[16];
  private int[] order = new int[8];
  private int size;

  Tally() {
    Arrays.fill(numbers, FREE);
  }

  void add(long number) {
    int slot = slotOf(number);
    if (numbers[slot] == FREE) {
      if (size == order.length) {
        grow();
        slot = slotOf(number);
      }
      numbers[slot] = number;
      counts[slot] = 0;
      order[size++] = slot;
    }
    counts[slot]++;
  }

  int size() {
    return size;
  }

  long number(int index) {
    return numbers[order[index]];
  }

  long count(int index) {
    return counts[order[index]];
  }

  void clear() {
    for (int i = 0; i < size; i++) {
      numbers[order[i]] = FREE;
    }
    size = 0;
  }

  private int slotOf(long number) {
    int mask = numbers.length - 1;
    int slot = (int) ((number * 0x9E3779B97F4A7C15L) >>> 32) & mask;
    while (numbers[slot] != FREE && numbers[slot] != number) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Twice the room; at most half of it is ever used. */
  private void grow() {
    long[] oldNumbers = numbers;
    long[] oldCounts = counts;
    numbers = new long[2 * oldNumbers.length];
    counts = new long[numbers.length];
    Arrays.fill(numbers, FREE);
    for (int i = 0; i < size; i++) {
      int old = order[i];
      int slot = slotOf(oldNumbers[old]);
      numbers[slot] = oldNumbers[old];
      counts[slot] = oldCounts[old];
      order[i] = slot;
    }
    order = Arrays.copyOf(order, 2 * order.length);
  }
}
