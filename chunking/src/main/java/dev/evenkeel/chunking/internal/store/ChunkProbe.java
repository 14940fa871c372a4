package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Deletes chunks whose number nobody noted, as their value was being streamed. A stream writes
 * windows of {@value #WINDOW} chunks, one after the other, so a window of which none is there is
 * past the last: inside one that is there any may be missing.
 */
public final class ChunkProbe {
  /** How many chunks a stream writes before it waits for all of them. */
  public static final int WINDOW = 25;

  private ChunkProbe() {}

  static Flow<Done> removeAll(ChunkTableSpec table, ChunkRows rows) {
    return removeFrom(table, rows, 1);
  }

  private static Flow<Done> removeFrom(ChunkTableSpec table, ChunkRows rows, int first) {
    List<Map<String, AttributeValue>> keys =
        IntStream.range(first, first + WINDOW).mapToObj(rows::key).toList();
    return Batches.getKeys(table.tableName(), keys, rows::identity)
        .then(
            found -> {
              if (found.isEmpty()) {
                return Flow.done();
              }
              List<Map<String, AttributeValue>> present =
                  keys.stream().filter(key -> found.containsKey(rows.identity(key))).toList();
              // The next window first: whoever takes over after a stop must find this one.
              return removeFrom(table, rows, first + WINDOW)
                  .then(done -> Batches.delete(table.tableName(), present));
            });
  }
}
