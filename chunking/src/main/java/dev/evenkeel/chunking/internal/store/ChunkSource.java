package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.chunking.internal.store.ChunkRows.Slices.Range;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Marker.Payload;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.objects.internal.spec.ByteSource;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;

/** The chunks of a payload, some at a time. */
final class ChunkSource implements ByteSource {
  /** The maximum bytes of a request for chunks. */
  private static final int WINDOW_BYTES = 4 * 1024 * 1024;

  private final ChunkStore store;
  private final Parent parent;
  private final Marker marker;
  private final Queue<ByteBuffer> ready = new ArrayDeque<>();
  private int next = 1;

  ChunkSource(ChunkStore store, Parent parent, Marker marker) {
    this.store = store;
    this.parent = parent;
    this.marker = marker;
  }

  @Override
  public long length() {
    return marker.outside().storedBytes();
  }

  @Override
  public Flow<ByteBuffer> next(int bytesMax) {
    ByteBuffer piece = ready.peek();
    Payload payload = marker.outside();
    if (piece != null) {
      return Flow.of(taken(piece, bytesMax));
    }
    if (next > payload.chunks()) {
      return Flow.of(ByteBuffer.allocate(0));
    }
    int first = next;
    int window =
        Math.max(1, Math.min(RequestLimits.BATCH_KEYS_MAX, WINDOW_BYTES / payload.chunkBytes()));
    int last = first + Math.min(window - 1, payload.chunks() - first);
    return store
        .readRange(parent, marker, new Range(first, last))
        .then(
            pieces -> {
              next = last + 1;
              pieces.stream()
                  .filter(bytes -> bytes.length > 0)
                  .map(ByteBuffer::wrap)
                  .forEach(ready::add);
              return next(bytesMax);
            });
  }

  private ByteBuffer taken(ByteBuffer piece, int bytesMax) {
    ByteBuffer taken = ByteSource.taken(piece, bytesMax);
    if (!piece.hasRemaining()) {
      ready.remove();
    }
    return taken;
  }
}
