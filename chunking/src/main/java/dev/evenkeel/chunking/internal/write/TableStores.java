package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.table.ChunkedTable;

/** The stores of each table of a client. */
@FunctionalInterface
public interface TableStores {
  Stores of(ChunkedTable table);
}
