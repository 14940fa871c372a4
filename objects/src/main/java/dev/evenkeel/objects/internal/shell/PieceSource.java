package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.spec.ByteSource;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Pieces of any size as they come, handed on in pieces of the size that is asked for. */
public final class PieceSource implements ByteSource {
  private final Supplier<CompletableFuture<ByteBuffer>> pieces;
  private final long length;
  private ByteBuffer rest = ByteBuffer.allocate(0);

  public PieceSource(Supplier<CompletableFuture<ByteBuffer>> pieces, long length) {
    this.pieces = pieces;
    this.length = length;
  }

  @Override
  public Flow<ByteBuffer> next(int bytesMax) {
    return Flow.defer(
        () ->
            rest.hasRemaining()
                ? Flow.of(cut(bytesMax))
                : Flow.ask(new PieceRequest.NextPiece(pieces))
                    .map(
                        piece -> {
                          rest = piece.slice();
                          return cut(bytesMax);
                        }));
  }

  private ByteBuffer cut(int bytesMax) {
    int bytes = Math.min(bytesMax, rest.remaining());
    ByteBuffer piece = rest.slice(rest.position(), bytes);
    rest.position(rest.position() + bytes);
    return piece;
  }

  @Override
  public long length() {
    return length;
  }
}
