package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import org.jspecify.annotations.Nullable;

/**
 * An item at its two places, as a number: 4 bits for the value at each. Judges what is written
 * there. A copy is a transaction with one put and one check, so that it happens at one moment.
 */
final class MovedItems {
  /** A write that copies the item; with {@link #CHECKS} only if it is at the other place. */
  static final int COPIES = 1 << 12;

  static final int CHECKS = 1 << 13;

  /** Only if the item is not at the place of the put. */
  static final int NEEDS_FREE = 1 << 14;

  /** A delete by who moves the item, and not by a caller. */
  static final int REMOVES = 1 << 15;

  /** What a look finds at both places: 4 bits for each, the first one lower. */
  static final int BOTH = 3;

  private MovedItems() {}

  static int at(int items, int place) {
    return (items >> (4 * place)) & 15;
  }

  static int with(int items, int place, int value) {
    return (items & ~(15 << (4 * place))) | (value << (4 * place));
  }

  /** Which action of a copy fails, from 1; 0 if a write happens. */
  static int failed(int items, int write) {
    int place = LateRequests.place(write);
    if ((write & CHECKS) != 0 && at(items, 3 - place) == 0) {
      return 1;
    }
    return (write & NEEDS_FREE) != 0 && at(items, place) != 0 ? 2 : 0;
  }

  /** The items after a write. */
  static int written(int items, int write) {
    return failed(items, write) == 0
        ? with(items, LateRequests.place(write), LateRequests.value(write))
        : items;
  }

  /** What is wrong with a write; null if nothing is. */
  static @Nullable String wrong(Script script, LayoutRecord record, int before, int after) {
    int from = MovedTable.place(record);
    int old = at(before, from);
    if (record.state() != State.MOVING || at(after, from) == old) {
      return wrong(script, record, after);
    }
    if (at(after, from) != 0) {
      return "the item is written at its old place while it is moved";
    }
    return at(after, 3 - from) == old ? null : "the item is deleted before its copy is there";
  }

  /** What is wrong with items under a record; null if nothing is. */
  static @Nullable String wrong(Script script, LayoutRecord record, int items) {
    int from = MovedTable.place(record);
    int old = at(items, from);
    int moved = at(items, 3 - from);
    if (record.state() != State.MOVING) {
      boolean isOfAnother =
          script.whole && !script.elsewhere && from == 1; // a plain key that reads like a shard
      return moved == 0 || isOfAnother
          ? null
          : "the item lies at place %d, where it is hidden".formatted(3 - from);
    }
    return old == 0 || moved == 0 || moved == old ? null : "the item differs at both places";
  }
}
