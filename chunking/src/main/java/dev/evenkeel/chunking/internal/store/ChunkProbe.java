package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.spec.ByteSource;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Deletes the chunks of a value whose stream ended before their number was recorded. A stream
 * writes windows of {@value #WINDOW} chunks, one after the other, so a window of which none is
 * there is past the last: inside one that is there any may be missing.
 */
public final class ChunkProbe {
  /** The number of chunks that a stream writes before it waits for all of them. */
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
              // The next window is removed first: a process that takes over after a stop must find
              // this one.
              return removeFrom(table, rows, first + WINDOW)
                  .then(done -> Batches.delete(table.tableName(), present));
            });
  }

  /** Cuts what comes piece by piece, of any size, into chunks of one size. */
  static final class ChunkCutter {
    private final ByteSource source;
    private final int chunkBytes;
    private boolean ended;

    ChunkCutter(ByteSource source, int chunkBytes) {
      this.source = source;
      this.chunkBytes = chunkBytes;
    }

    /** Whether the source has come to its end. */
    boolean isEnded() {
      return ended;
    }

    /** The next chunks: so many, or fewer at the end, where the last may be shorter. */
    Flow<List<byte[]>> next(int chunksMax) {
      return Flow.defer(() -> filled(new ArrayList<>(), chunksMax));
    }

    private Flow<List<byte[]>> filled(List<byte[]> chunks, int chunksMax) {
      return chunks.size() == chunksMax || ended
          ? Flow.of(chunks)
          : chunk(new byte[chunkBytes], 0)
              .then(
                  chunk -> {
                    if (chunk.length > 0) {
                      chunks.add(chunk);
                    }
                    return filled(chunks, chunksMax);
                  });
    }

    private Flow<byte[]> chunk(byte[] chunk, int filled) {
      return filled == chunkBytes
          ? Flow.of(chunk)
          : source.next(chunkBytes - filled).then(piece -> taken(chunk, filled, piece));
    }

    private Flow<byte[]> taken(byte[] chunk, int filled, ByteBuffer piece) {
      int bytes = piece.remaining();
      if (bytes == 0) {
        ended = true;
        return Flow.of(Arrays.copyOf(chunk, filled));
      }
      piece.duplicate().get(chunk, filled, bytes);
      return chunk(chunk, filled + bytes);
    }
  }
}
