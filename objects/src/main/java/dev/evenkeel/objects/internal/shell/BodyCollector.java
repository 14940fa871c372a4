package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.objects.internal.plan.Body;
import dev.evenkeel.objects.internal.plan.ObjectRequest;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * Collects one attempt's body, no more of it than requested. The body's future is completed, and
 * the subscription notified, under no lock: both run foreign code.
 */
final class BodyCollector implements Subscriber<ByteBuffer> {
  private final int bytesMax;
  private final CompletableFuture<Body> body = new CompletableFuture<>();

  // All guarded by this.
  private @Nullable GetObjectResponse response;
  private @Nullable Subscription subscription;
  private @Nullable Body refused;
  private byte[] bytes = new byte[0];
  private int filled;
  private final @Nullable MessageDigest sha256;

  BodyCollector(ObjectRequest.Download download) {
    this.bytesMax = download.bytesMax();
    this.sha256 = download.hashed() ? Sha256.digest() : null;
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

  /** The bytes so far; they do not change any more. */
  synchronized ByteBuffer received() {
    return ByteBuffer.wrap(bytes, 0, filled);
  }

  /** Set if the body was too long: to the client, who was cancelled, that is a failure. */
  synchronized @Nullable Body refused() {
    return refused;
  }

  @Override
  public void onSubscribe(Subscription begun) {
    if (!isFirst(begun)) {
      begun.cancel();
    } else if (makeRoom()) {
      begun.request(Long.MAX_VALUE);
    } else {
      endTooLong();
    }
  }

  private synchronized boolean isFirst(Subscription begun) {
    if (subscription != null) {
      return false;
    }
    subscription = begun;
    return true;
  }

  private synchronized boolean makeRoom() {
    Long length = response == null ? null : response.contentLength();
    if (length != null && length > bytesMax) {
      return false;
    }
    bytes = new byte[length == null ? bytesMax : length.intValue()];
    return true;
  }

  @Override
  public void onNext(ByteBuffer piece) {
    if (!take(piece)) {
      endTooLong();
    }
  }

  private synchronized boolean take(ByteBuffer piece) {
    int more = piece.remaining();
    if (more > bytes.length - filled) {
      return false;
    }
    piece.get(bytes, filled, more);
    if (sha256 != null) {
      sha256.update(bytes, filled, more);
    }
    filled += more;
    return true;
  }

  private void endTooLong() {
    Subscription toCancel;
    Body tooLong;
    synchronized (this) {
      refused = response == null ? null : Body.tooLong(response);
      tooLong = refused;
      toCancel = subscription;
    }
    if (tooLong != null) {
      body.complete(tooLong);
    }
    if (toCancel != null) {
      toCancel.cancel();
    }
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    Body whole = whole();
    if (whole != null) {
      body.complete(whole);
    }
  }

  private synchronized @Nullable Body whole() {
    return response == null
        ? null
        : Body.whole(
            response, ByteBuffer.wrap(BodyReader.whole(bytes, filled)), BodyReader.hash(sha256));
  }
}
