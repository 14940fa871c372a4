package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.spec.ByteSource;
import java.nio.ByteBuffer;

/** Bytes in memory, handed on without a copy. */
final class BytesSource implements ByteSource {
  private final ByteBuffer rest;
  private final long length;

  BytesSource(ByteBuffer bytes) {
    rest = bytes.duplicate();
    length = rest.remaining();
  }

  @Override
  public Flow<ByteBuffer> next(int bytesMax) {
    return Flow.defer(
        () -> {
          int bytes = Math.min(bytesMax, rest.remaining());
          ByteBuffer piece = rest.slice(rest.position(), bytes);
          rest.position(rest.position() + bytes);
          return Flow.of(piece);
        });
  }

  @Override
  public long length() {
    return length;
  }
}
