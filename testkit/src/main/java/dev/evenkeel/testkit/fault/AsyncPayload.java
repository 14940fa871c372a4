package dev.evenkeel.testkit.fault;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import software.amazon.awssdk.core.async.SdkPublisher;

/**
 * A body as a publisher.
 *
 * @param length in bytes; null if it is not known beforehand
 */
record AsyncPayload(Publisher<ByteBuffer> publisher, @Nullable Long length)
    implements StreamedPayload {

  @Override
  public AsyncPayload through(Supplier<Tap> taps) {
    return new AsyncPayload(
        subscriber -> publisher.subscribe(new TappedSubscriber(subscriber, taps.get())), length);
  }

  @Override
  public CompletableFuture<Void> drain() {
    return SdkPublisher.adapt(publisher).subscribe(forgotten -> {});
  }
}
