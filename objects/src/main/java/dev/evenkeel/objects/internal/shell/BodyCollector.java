package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.objects.internal.plan.Body;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** Collects one attempt's body, no more of it than was asked for. */
final class BodyCollector implements Subscriber<ByteBuffer> {
  private final int bytesMax;
  private final CompletableFuture<Body> body = new CompletableFuture<>();
  private @Nullable GetObjectResponse response;
  private @Nullable Subscription subscription;
  private @Nullable Body refused;
  private byte[] bytes = new byte[0];
  private int filled;

  BodyCollector(int bytesMax) {
    this.bytesMax = bytesMax;
  }

  CompletableFuture<Body> body() {
    return body;
  }

  synchronized void begin(GetObjectResponse begun) {
    response = begun;
  }

  synchronized @Nullable GetObjectResponse response() {
    return response;
  }

  /** What has come so far; the bytes do not change any more. */
  synchronized ByteBuffer received() {
    return ByteBuffer.wrap(bytes, 0, filled);
  }

  @Override
  public synchronized void onSubscribe(Subscription begun) {
    if (subscription != null) {
      begun.cancel();
      return;
    }
    subscription = begun;
    Long length = response == null ? null : response.contentLength();
    if (length != null && length > bytesMax) {
      endTooLong();
      return;
    }
    bytes = new byte[length == null ? bytesMax : length.intValue()];
    begun.request(Long.MAX_VALUE);
  }

  @Override
  public synchronized void onNext(ByteBuffer piece) {
    int room = bytes.length - filled;
    if (piece.remaining() > room) {
      endTooLong();
      return;
    }
    int more = piece.remaining();
    piece.get(bytes, filled, more);
    filled += more;
  }

  private void endTooLong() {
    if (response != null) {
      refused = Body.tooLong(response);
      body.complete(refused);
    }
    if (subscription != null) {
      subscription.cancel();
    }
  }

  /** Set if the body was too long: to the client, who was cancelled, that is a failure. */
  synchronized @Nullable Body refused() {
    return refused;
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public synchronized void onComplete() {
    if (response != null) {
      body.complete(Body.whole(response, ByteBuffer.wrap(BodyReader.whole(bytes, filled))));
    }
  }
}
