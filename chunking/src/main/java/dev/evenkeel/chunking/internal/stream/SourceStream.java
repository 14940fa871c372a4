package dev.evenkeel.chunking.internal.stream;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.spec.ByteSource;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Function;

/** A source as a stream, each piece of it a flow that is run to its end. */
final class SourceStream extends InputStream {
  private static final int PIECE_BYTES = 4 * 1024 * 1024;

  private final ByteSource source;
  private final Function<Flow<?>, Object> run;
  private ByteBuffer piece = ByteBuffer.allocate(0);
  private boolean ended;

  SourceStream(ByteSource source, Function<Flow<?>, Object> run) {
    this.source = source;
    this.run = run;
  }

  @Override
  public int read() {
    return fill() ? piece.get() & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int bytes = Math.min(length, piece.remaining());
    piece.get(target, offset, bytes);
    return bytes;
  }

  private boolean fill() {
    if (!piece.hasRemaining() && !ended) {
      piece = (ByteBuffer) run.apply(source.next(PIECE_BYTES));
      ended = !piece.hasRemaining();
    }
    return !ended;
  }
}
