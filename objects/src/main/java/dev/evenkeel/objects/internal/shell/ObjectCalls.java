package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.objects.internal.ObjectFlows;
import dev.evenkeel.objects.internal.plan.ObjectRequest;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Answers what the flows of {@link ObjectFlows} ask of S3, for modules that run them among asks of
 * their own. The flows also ask {@link dev.evenkeel.core.internal.flow.Pause}, which is not
 * answered here. Clients are used and never closed.
 */
public final class ObjectCalls {
  private ObjectCalls() {}

  /** Whether the functions below answer this. They throw, or fail, at anything else. */
  public static boolean answers(Request<?> request) {
    return request instanceof ObjectRequest<?> || request instanceof PieceRequest;
  }

  /** Answers on the calling thread, and throws what the client throws. */
  public static Function<Request<?>, Object> sync(S3Client client) {
    return new SyncCalls(client);
  }

  /** Answers for streams and nothing else, where there is no client of S3. */
  public static Function<Request<?>, Object> syncPieces() {
    return request ->
        request instanceof PieceRequest.ReadStream read
            ? SyncCalls.read(read)
            : Sender.<Object>nothingElse().apply(request);
  }

  /** Answers for pieces that come later and nothing else, where there is no client of S3. */
  public static Function<Request<?>, CompletableFuture<?>> asyncPieces() {
    return request ->
        request instanceof PieceRequest.NextPiece next
            ? next.pieces().get()
            : Sender.<CompletableFuture<?>>nothingElse().apply(request);
  }

  /**
   * Answers without blocking. Each call of S3 is one future; cancelling it cancels the call.
   *
   * @param client any, also one with its own {@code multipartEnabled}
   */
  public static Function<Request<?>, CompletableFuture<Object>> async(S3AsyncClient client) {
    return new AsyncCalls(client);
  }
}
