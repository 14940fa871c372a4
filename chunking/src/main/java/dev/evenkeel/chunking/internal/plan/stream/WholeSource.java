package dev.evenkeel.chunking.internal.plan.stream;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.spec.ByteSource;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Bytes that come all at once, handed out in pieces. */
final class WholeSource implements ByteSource {
  private final Flow<byte[]> whole;
  private @Nullable ByteBuffer left;

  WholeSource(Flow<byte[]> whole) {
    this.whole = whole;
  }

  @Override
  public Flow<ByteBuffer> next(int bytesMax) {
    ByteBuffer now = left;
    return now != null
        ? Flow.of(taken(now, bytesMax))
        : whole.map(
            bytes -> {
              ByteBuffer all = ByteBuffer.wrap(bytes);
              left = all;
              return taken(all, bytesMax);
            });
  }

  private static ByteBuffer taken(ByteBuffer from, int bytesMax) {
    int bytes = Math.min(bytesMax, from.remaining());
    ByteBuffer piece = from.slice(from.position(), bytes);
    from.position(from.position() + bytes);
    return piece;
  }
}
