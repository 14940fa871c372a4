package dev.evenkeel.simulator.advise;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.simulator.advise.Advice.Bounds;
import dev.evenkeel.simulator.advise.Advice.Distribution;
import dev.evenkeel.simulator.advise.Advice.KeyStatistics;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.trace.TraceRecord;

/** Totals over all requests. */
final class TraceSums {
  private final Quantiles sizes = new Quantiles();
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;
  private long writes;
  private long writeHalves;
  private long reads;
  private long readHalves;
  private long updates;
  private long itemReads;
  private long sortKeys;
  private long tooLarge;

  void add(TraceRecord request, CapacityUnits units) {
    first = Math.min(first, request.atMillis());
    last = Math.max(last, request.atMillis());
    boolean hasSortKey = request.sortKey() != null;
    sortKeys += hasSortKey ? 1 : 0;
    tooLarge += request.bytes() > ItemSize.ITEM_BYTES_MAX ? 1 : 0;
    sizes.add((double) request.bytes());
    if (request.access().type() == OperationType.WRITE) {
      writes++;
      writeHalves += units.halves();
      updates += request.access() == Access.REPLACE ? 1 : 0;
    } else {
      reads++;
      readHalves += units.halves();
      itemReads += hasSortKey ? 1 : 0;
    }
  }

  KeyStatistics statistics(Bounds distinct, Distribution keysPerMinute) {
    return new KeyStatistics(
        requests(),
        writes,
        writeHalves / 2.0,
        reads,
        readHalves / 2.0,
        requests() == 0 ? -1 : first,
        requests() == 0 ? -1 : last,
        distinct,
        sizes.distribution(),
        keysPerMinute);
  }

  long requests() {
    return writes + reads;
  }

  long writes() {
    return writes;
  }

  long reads() {
    return reads;
  }

  /** Writes of existing items. */
  long updates() {
    return updates;
  }

  /** Reads of one item, by its whole key. */
  long itemReads() {
    return itemReads;
  }

  /** Whether the trace has sort keys. */
  boolean hasSortKeys() {
    return sortKeys > 0;
  }

  /** The number of requests of more bytes than an item can have. */
  long tooLarge() {
    return tooLarge;
  }

  Distribution sizes() {
    return sizes.distribution();
  }
}
