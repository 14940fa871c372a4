package dev.evenkeel.testkit.fault;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Gathers a body that arrives in pieces. */
final class BodyCollector implements Subscriber<ByteBuffer> {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> result;

  private BodyCollector(CompletableFuture<byte[]> result) {
    this.result = result;
  }

  static CompletableFuture<byte[]> collect(Publisher<ByteBuffer> body) {
    CompletableFuture<byte[]> result = new CompletableFuture<>();
    body.subscribe(new BodyCollector(result));
    return result;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(ByteBuffer piece) {
    byte[] copy = new byte[piece.remaining()];
    piece.get(copy);
    bytes.writeBytes(copy);
  }

  @Override
  public void onError(Throwable failure) {
    result.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    result.complete(bytes.toByteArray());
  }
}
