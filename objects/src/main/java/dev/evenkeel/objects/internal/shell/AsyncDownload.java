package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.objects.internal.plan.Body;
import dev.evenkeel.objects.internal.plan.ObjectRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * One GetObject into memory. The client may try several times, each attempt from the beginning; if
 * the last is cut, what it had received is the answer.
 */
final class AsyncDownload implements AsyncResponseTransformer<GetObjectResponse, Body> {
  private final ObjectRequest.Download download;
  private volatile BodyCollector collector;

  AsyncDownload(ObjectRequest.Download download) {
    this.download = download;
    this.collector = new BodyCollector(download);
  }

  CompletableFuture<Body> start(S3AsyncClient client) {
    CompletableFuture<Body> call = client.getObject(download.request(), this);
    CompletableFuture<Body> answer = call.handle(this::answer);
    var unused =
        answer.whenComplete(
            (body, failure) -> {
              if (answer.isCancelled()) {
                call.cancel(true);
              }
            });
    return answer;
  }

  private Body answer(@Nullable Body body, @Nullable Throwable failure) {
    if (failure == null && body != null) {
      return body;
    }
    Body refused = collector.refused();
    if (refused != null) {
      return refused;
    }
    GetObjectResponse response = collector.response();
    ByteBuffer received = collector.received();
    if (failure != null && response != null && received.hasRemaining() && isCut(failure)) {
      return Body.cut(response, received, failure);
    }
    throw failure instanceof CompletionException wrapped
        ? wrapped
        : new CompletionException(failure);
  }

  private static boolean isCut(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException) {
        return true;
      }
    }
    return false;
  }

  @Override
  public CompletableFuture<Body> prepare() {
    collector = new BodyCollector(download);
    return collector.body();
  }

  @Override
  public void onResponse(GetObjectResponse response) {
    collector.begin(response);
  }

  @Override
  public void onStream(SdkPublisher<ByteBuffer> publisher) {
    publisher.subscribe(collector);
  }

  @Override
  public void exceptionOccurred(Throwable error) {
    collector.onError(error);
  }
}
