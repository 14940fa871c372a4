package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.spec.ByteSource;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cuts what comes piece by piece, of any size, into chunks of one size. */
final class ChunkIntake {
  private final ByteSource source;
  private final int chunkBytes;
  private boolean ended;

  ChunkIntake(ByteSource source, int chunkBytes) {
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
