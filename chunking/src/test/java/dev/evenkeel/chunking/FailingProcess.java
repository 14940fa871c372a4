package dev.evenkeel.chunking;

import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * The requests of a process that ends, or stands still, after so many: seen from the servers, it
 * does nothing more, and gives nothing back.
 */
final class FailingProcess implements Sender<Object> {
  private final Sender<Object> inner;
  private final int requests;
  private final @Nullable CountDownLatch awake;
  private final AtomicInteger sent = new AtomicInteger();

  private FailingProcess(Sender<Object> inner, int requests, @Nullable CountDownLatch awake) {
    this.inner = inner;
    this.requests = requests;
    this.awake = awake;
  }

  static FailingProcess dying(Sender<Object> inner, int requests) {
    return new FailingProcess(inner, requests, null);
  }

  /** Goes on when it is woken, with the request that it was at. */
  static FailingProcess freezing(Sender<Object> inner, int requests, CountDownLatch awake) {
    return new FailingProcess(inner, requests, awake);
  }

  @Override
  public Object send(Request<?> request) {
    if (sent.incrementAndGet() > requests) {
      if (awake == null) {
        throw SdkClientException.create("the process is dead");
      }
      try {
        awake.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return inner.send(request);
  }

  @Override
  public @Nullable CompletableFuture<?> unsent(Request<?> request, boolean alone) {
    return inner.unsent(request, alone);
  }
}
