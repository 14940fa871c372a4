package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.objects.internal.spec.ByteSource;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A piece of a source that the application brought along. */
public sealed interface PieceRequest extends Request<ByteBuffer> {

  /** Read so many bytes, fewer only at the end. Blocks, so an async executor fails it. */
  record ReadStream(InputStream stream, int bytes) implements PieceRequest {}

  /** Wait for the next piece. A sync executor fails it, since it would have to block for it. */
  record NextPiece(Supplier<CompletableFuture<ByteBuffer>> pieces) implements PieceRequest {}

  /** The content of a stream. */
  record StreamSource(InputStream stream, long length) implements ByteSource {
    @Override
    public Flow<ByteBuffer> next(int bytesMax) {
      return Flow.ask(new ReadStream(stream, bytesMax));
    }
  }
}
