package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.core.internal.operation.Call;
import java.util.List;

/**
 * Refuses a request that makes or changes a table and contradicts the spec. It would lose rows
 * later, and in silence: an item whose index key is stored elsewhere is not in the index.
 */
final class TableMismatch {
  private TableMismatch() {}

  static void refuseAny(String operation, ChunkedTable table, List<String> problems) {
    if (!problems.isEmpty()) {
      throw new Call(operation, table.name())
          .refuse(
              "it contradicts the spec of large values: " + String.join("; ", problems),
              "Correct it, or leave the attribute out of the spec");
    }
  }
}
