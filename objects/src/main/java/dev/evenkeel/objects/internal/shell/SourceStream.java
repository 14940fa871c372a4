package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.spec.ByteSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Function;

/** A source read as a stream; each piece is asked for when the one before is used up. */
public final class SourceStream extends InputStream {
  private final ByteSource source;
  private final Function<Flow<ByteBuffer>, ByteBuffer> run;
  private final int pieceBytes;
  private ByteBuffer piece = ByteBuffer.allocate(0);
  private boolean ended;
  private boolean closed;

  public SourceStream(
      ByteSource source, Function<Flow<ByteBuffer>, ByteBuffer> run, int pieceBytes) {
    this.source = source;
    this.run = run;
    this.pieceBytes = pieceBytes;
  }

  @Override
  public int read() throws IOException {
    return isAtEnd() ? -1 : piece.get() & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    if (isAtEnd()) {
      return -1;
    }
    int bytes = Math.min(length, piece.remaining());
    piece.get(into, offset, bytes);
    return bytes;
  }

  @Override
  public int available() {
    return piece.remaining();
  }

  private boolean isAtEnd() throws IOException {
    if (closed) {
      throw new IOException("the stream is closed");
    }
    if (!piece.hasRemaining() && !ended) {
      piece = run.apply(source.next(pieceBytes)).duplicate();
      ended = !piece.hasRemaining();
    }
    return ended;
  }

  /** Nothing is open between two pieces, so this only lets go of what was read. */
  @Override
  public void close() {
    closed = true;
    piece = ByteBuffer.allocate(0);
  }
}
