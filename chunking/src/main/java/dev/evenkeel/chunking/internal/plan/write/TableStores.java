package dev.evenkeel.chunking.internal.plan.write;

import dev.evenkeel.chunking.internal.plan.layout.ChunkedTable;

/** The stores of each table of a client. */
@FunctionalInterface
public interface TableStores {
  Stores of(ChunkedTable table);
}
