package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.work.WorkTable;
import dev.evenkeel.core.internal.work.WorkTotal;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Tells a table that has no record yet from one whose record was lost: a first record would hide
 * items then.
 *
 * @param tableName for messages
 * @param first the record of a table that has none
 */
record LostRecord(String tableName, LayoutTable table, LayoutRecord first, RowWatch watch) {

  /**
   * The record now. Clients register by a record: where there are some and no record, it was lost.
   * Where there is none, it costs a look at the rows of clients and a read more.
   */
  Flow<LayoutRecord> unlessRegistered() {
    return read().then(now -> isThere(now) ? Flow.of(now) : judged(false));
  }

  /**
   * The same for whoever reads no items before. A move reads them all, and writes a record right
   * after that, which is there until the move has ended and its rows are gone. Where there is no
   * record, it costs one read more.
   */
  Flow<LayoutRecord> unlessMoved() {
    return read().then(now -> isThere(now) ? Flow.of(now) : isMoved().then(this::judged));
  }

  private Flow<LayoutRecord> read() {
    return table.read(first);
  }

  private boolean isThere(LayoutRecord now) {
    return now.version() > first.version();
  }

  private Flow<Boolean> isMoved() {
    WorkTable looks = LayoutTable.looks(table.control(), table.table());
    return looks
        .read()
        .then(
            job ->
                job.isEmpty()
                    ? Flow.of(false)
                    : looks.total(job.get(), null).map(WorkTotal::isDone));
  }

  /** By the record that is there after all else was read: another process may write the first. */
  private Flow<LayoutRecord> judged(boolean isMoved) {
    return watch.look(table).then(rows -> read().map(now -> judged(now, rows, isMoved)));
  }

  private LayoutRecord judged(LayoutRecord now, List<Registration> rows, boolean isMoved) {
    if (!isThere(now) && !rows.isEmpty()) {
      throw LayoutUnknownException.lost(tableName, table.control(), rows.size(), where(rows));
    }
    if (!isThere(now) && isMoved) {
      throw LayoutUnknownException.lostMove(
          tableName, table.control(), table.table() + "#look#work");
    }
    return now;
  }

  static String where(List<Registration> clients) {
    return clients.stream().map(Registration::where).collect(Collectors.joining(", "));
  }
}
