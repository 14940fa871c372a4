package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.objects.internal.plan.ObjectRequest;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Request;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;

/** Answers the S3 requests of flows without blocking. Cancelling an answer cancels the call. */
public final class AsyncCalls implements Function<Request<?>, CompletableFuture<Object>> {
  private final S3AsyncClient client;

  public AsyncCalls(S3AsyncClient client) {
    this.client = client;
  }

  @Override
  public CompletableFuture<Object> apply(Request<?> request) {
    if (request instanceof ObjectRequest.Send<?> send) {
      return untyped(S3Operations.call(client, send.request()));
    } else if (request instanceof ObjectRequest.Upload<?> upload) {
      return untyped(upload(upload.request(), upload.body()));
    } else if (request instanceof ObjectRequest.Download download) {
      return untyped(new AsyncDownload(download).start(client));
    } else if (request instanceof ObjectRequest.NewId) {
      return CompletableFuture.completedFuture(UUID.randomUUID().toString());
    } else if (request instanceof PieceRequest.NextPiece next) {
      return untyped(next.pieces().get());
    }
    return CompletableFuture.failedFuture(
        new IllegalArgumentException(
            request instanceof PieceRequest
                ? "a stream would block an async client; take ByteSources.ofPieces"
                : "not for S3: " + request));
  }

  private CompletableFuture<?> upload(S3Request request, ByteBuffer bytes) {
    AsyncRequestBody body = AsyncRequestBody.fromRemainingByteBufferUnsafe(bytes.duplicate());
    return request instanceof PutObjectRequest put
        ? client.putObject(put, body)
        : client.uploadPart((UploadPartRequest) request, body);
  }

  /** The same future under another type: answers are objects to the machine that runs a flow. */
  @SuppressWarnings("unchecked") // it is only read and cancelled
  private static CompletableFuture<Object> untyped(CompletableFuture<?> future) {
    return (CompletableFuture<Object>) future;
  }
}
