package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.PartitionHeat;
import dev.evenkeel.simulator.spec.PartitionRules;

/** A partition: what it may spend, what it holds, and what it met in the second that is open. */
final class Partition {
  /** An odd number without pattern: makes one number of two. */
  private static final long MIXER = 0x9E3779B97F4A7C15L;

  private final long number;
  private final int splits;
  private final Point start;
  private final Bucket reads;
  private final Bucket writes;
  private final Votes heat = new Votes();
  private final Votes itemHeat = new Votes();
  private final Votes inserts = new Votes();

  private long bytes;
  private boolean touched;
  private long offeredReads;
  private long offeredWrites;
  private long acceptedReads;
  private long acceptedWrites;
  private long hotSecond = -1;
  private int hotSeconds;

  Partition(long number, int splits, Point start, Bucket reads, Bucket writes, long bytes) {
    this.number = number;
    this.splits = splits;
    this.start = start;
    this.reads = reads;
    this.writes = writes;
    this.bytes = bytes;
  }

  long number() {
    return number;
  }

  /** How often it, or what it came from, was split. */
  int splits() {
    return splits;
  }

  Point start() {
    return start;
  }

  long bytes() {
    return bytes;
  }

  Bucket bucket(OperationType type) {
    return type == OperationType.READ ? reads : writes;
  }

  /** Which key makes it hot. */
  Votes heat() {
    return heat;
  }

  /** Which item makes it hot; where the places of items are not known apart, which key. */
  Votes itemHeat() {
    return itemHeat;
  }

  /** Which key makes it grow. */
  Votes inserts() {
    return inserts;
  }

  /** Notes that something is asked of it; whether it was the first in this second. */
  boolean offer(OperationType type, long micros) {
    if (type == OperationType.READ) {
      offeredReads += micros;
    } else {
      offeredWrites += micros;
    }
    boolean first = !touched;
    touched = true;
    return first;
  }

  void accept(OperationType type, long micros, long hash, long place) {
    if (micros == 0) {
      return;
    }
    heat.add(hash, micros);
    itemHeat.add(hash + place * MIXER, micros);
    spend(type, micros);
  }

  /** Accepts what is for all of its keys alike: heat of no single one. */
  void acceptEvenly(OperationType type, long micros) {
    accept(type, micros / 2, start.hash(), 0);
    accept(type, micros - micros / 2, ~start.hash(), 0);
  }

  private void spend(OperationType type, long micros) {
    bucket(type).spend(micros);
    if (type == OperationType.READ) {
      acceptedReads += micros;
    } else {
      acceptedWrites += micros;
    }
  }

  /** Grows, or shrinks by what is deleted, of which more may have been there than was known. */
  void store(long newBytes, long hash) {
    bytes = Math.max(0, bytes + newBytes);
    if (newBytes > 0) {
      inserts.add(hash, newBytes);
    }
  }

  PartitionHeat heatOfSecond() {
    return new PartitionHeat(
        number,
        Micros.toUnits(offeredReads),
        Micros.toUnits(offeredWrites),
        Micros.toUnits(acceptedReads),
        Micros.toUnits(acceptedWrites),
        Micros.toUnits(reads.rate()),
        Micros.toUnits(writes.rate()));
  }

  /** Ends the second; whether the partition has now been hot for long enough to be split. */
  boolean endSecond(long second) {
    boolean hot =
        isHot(acceptedReads, PartitionRules.PARTITION_READ_UNITS)
            || isHot(acceptedWrites, PartitionRules.PARTITION_WRITE_UNITS);
    hotSeconds = !hot ? 0 : hotSecond == second - 1 ? hotSeconds + 1 : 1;
    hotSecond = hot ? second : -1;
    if (!hot) {
      cool();
    }
    touched = false;
    offeredReads = 0;
    offeredWrites = 0;
    acceptedReads = 0;
    acceptedWrites = 0;
    return hotSeconds >= PartitionRules.HEAT_SECONDS;
  }

  /** Starts to look for heat anew. */
  void cool() {
    hotSeconds = 0;
    heat.clear();
    itemHeat.clear();
  }

  private static boolean isHot(long accepted, long limit) {
    return accepted >= PartitionRules.HEAT_SHARE * Micros.of(limit);
  }
}
