package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.PartitionRules;
import dev.evenkeel.simulator.spec.PartitionSecond.PartitionHeat;

/** A partition: its limits, stored bytes, and totals of the current second. */
final class Partition {
  /** An odd multiplier that mixes two numbers into one. */
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
  private boolean full;
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

  /** The number of splits that led to it. */
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

  /** Its units each second without burst; if it has none, those that any partition carries. */
  double unitsPerSecond(OperationType type) {
    long rate = bucket(type).rate();
    return Micros.toUnits(rate > 0 ? rate : BurstCapacity.partitionLimit(type));
  }

  /** The votes for the key that makes it hot. */
  Votes heat() {
    return heat;
  }

  /**
   * The votes for the item that makes it hot; for the key, where the places of items are not known.
   */
  Votes itemHeat() {
    return itemHeat;
  }

  /** The votes for the key that makes it grow. */
  Votes inserts() {
    return inserts;
  }

  /** Records a request; returns whether it is the first in this second. */
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

  /** Notes a request that was refused: the rest of what a partition carries may be too small. */
  void refuse(OperationType type, long second, long micros) {
    long accepted = type == OperationType.READ ? acceptedReads : acceptedWrites;
    full |=
        accepted + micros > BurstCapacity.partitionLimit(type)
            && bucket(type).available(second) < micros;
  }

  /** Accepts units for all of its keys, which heat no single one. */
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

  /** Ends the second; returns whether the partition was hot for long enough to be split. */
  boolean endSecond(long second) {
    boolean hot =
        full
            || isHot(acceptedReads, PartitionRules.PARTITION_READ_UNITS)
            || isHot(acceptedWrites, PartitionRules.PARTITION_WRITE_UNITS);
    hotSeconds = !hot ? 0 : hotSecond == second - 1 ? hotSeconds + 1 : 1;
    hotSecond = hot ? second : -1;
    if (!hot) {
      cool();
    }
    touched = false;
    full = false;
    offeredReads = 0;
    offeredWrites = 0;
    acceptedReads = 0;
    acceptedWrites = 0;
    return hotSeconds >= PartitionRules.HEAT_SECONDS;
  }

  /** Restarts the measurement of heat. */
  void cool() {
    hotSeconds = 0;
    heat.clear();
    itemHeat.clear();
  }

  private static boolean isHot(long accepted, long limit) {
    return accepted >= PartitionRules.HEAT_SHARE * Micros.of(limit);
  }
}
