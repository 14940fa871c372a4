package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.spec.ByteSource;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** Sources of bytes that an application has, and streams of bytes that it wants. */
public final class ByteSources {
  private ByteSources() {}

  /**
   * The content of a stream. It is read while the object is written, by one thread at a time, not
   * always the same, and not closed. For the sync executor; the async one fails rather than block.
   *
   * @param length how many bytes it holds; negative if that is not known
   */
  public static ByteSource ofStream(InputStream stream, long length) {
    return new PieceRequest.StreamSource(stream, length);
  }

  /**
   * Pieces that come when they are asked for, one at a time. For the async executor; the sync one
   * fails rather than block.
   *
   * @param pieces gives the next piece, of any size, and an empty one at the end
   * @param length of all pieces together; negative if that is not known
   */
  public static ByteSource ofPieces(Supplier<CompletableFuture<ByteBuffer>> pieces, long length) {
    return new PieceSource(pieces, length);
  }

  /**
   * A source as a stream. Failures of the source are thrown as they are, not as an {@code
   * IOException}. Not for use by several threads.
   *
   * @param run runs a flow to its end
   * @param pieceBytes how much is asked for at a time
   */
  public static InputStream toStream(
      ByteSource source, Function<Flow<ByteBuffer>, ByteBuffer> run, int pieceBytes) {
    return new SourceStream(source, run, pieceBytes);
  }

  /** Pieces of any size as they come, handed on in pieces of the size that is asked for. */
  private static final class PieceSource implements ByteSource {
    private final Supplier<CompletableFuture<ByteBuffer>> pieces;
    private final long length;
    private ByteBuffer rest = ByteBuffer.allocate(0);

    PieceSource(Supplier<CompletableFuture<ByteBuffer>> pieces, long length) {
      this.pieces = pieces;
      this.length = length;
    }

    @Override
    public Flow<ByteBuffer> next(int bytesMax) {
      return Flow.defer(
          () ->
              rest.hasRemaining()
                  ? Flow.of(ByteSource.taken(rest, bytesMax))
                  : Flow.ask(new PieceRequest.NextPiece(pieces))
                      .map(
                          piece -> {
                            rest = piece.slice();
                            return ByteSource.taken(rest, bytesMax);
                          }));
    }

    @Override
    public long length() {
      return length;
    }
  }
}
