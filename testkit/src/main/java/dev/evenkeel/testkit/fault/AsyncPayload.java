package dev.evenkeel.testkit.fault;

import dev.evenkeel.testkit.fault.Payload.StreamedPayload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.core.async.SdkPublisher;

/**
 * A body as a publisher.
 *
 * @param length in bytes; null if it is not known beforehand
 */
record AsyncPayload(Publisher<ByteBuffer> publisher, @Nullable Long length)
    implements StreamedPayload {

  @Override
  public AsyncPayload through(Supplier<BodyObserver> observers) {
    return new AsyncPayload(
        subscriber -> publisher.subscribe(new TappedSubscriber(subscriber, observers.get())),
        length);
  }

  @Override
  public CompletableFuture<Void> drain() {
    return SdkPublisher.adapt(publisher).subscribe(forgotten -> {});
  }

  /** Published pieces pass an observer. If the observer fails, the connection is aborted. */
  static final class TappedSubscriber implements Subscriber<ByteBuffer> {
    private final Subscriber<? super ByteBuffer> downstream;
    private final BodyObserver observer;
    private @Nullable Subscription upstream;
    private boolean broken;

    TappedSubscriber(Subscriber<? super ByteBuffer> downstream, BodyObserver observer) {
      this.downstream = downstream;
      this.observer = observer;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      upstream = subscription;
      downstream.onSubscribe(subscription);
    }

    @Override
    public void onNext(ByteBuffer piece) {
      if (broken) {
        return;
      }
      try {
        downstream.onNext(observer.pass(piece));
      } catch (IOException e) {
        fail(e);
      }
    }

    @Override
    public void onError(Throwable failure) {
      if (!broken) {
        downstream.onError(failure);
      }
    }

    @Override
    public void onComplete() {
      if (broken) {
        return;
      }
      try {
        observer.end();
        downstream.onComplete();
      } catch (IOException e) {
        fail(e);
      }
    }

    /** First the failure, then the cancelling: what cancelling causes is not what went wrong. */
    private void fail(IOException failure) {
      broken = true;
      downstream.onError(failure);
      if (upstream != null) {
        upstream.cancel();
      }
    }
  }
}
