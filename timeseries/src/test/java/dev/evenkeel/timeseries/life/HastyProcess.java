package dev.evenkeel.timeseries.life;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * A process of which a pause takes no time, though its clock goes on: others seem dead to it. It
 * may end, or stand still, after so many requests. Seen from the servers, it gives nothing back.
 */
final class HastyProcess implements Sender<Object> {
  private final Sender<Object> inner;
  private final AtomicLong nanos = new AtomicLong(1);
  private final AtomicInteger sent = new AtomicInteger();
  private int requests = Integer.MAX_VALUE;
  private @Nullable CountDownLatch awake;

  HastyProcess(Sender<Object> inner) {
    this.inner = inner;
  }

  HastyProcess dyingAfter(int count) {
    requests = count;
    return this;
  }

  HastyProcess freezingAfter(int count, CountDownLatch until) {
    requests = count;
    awake = until;
    return this;
  }

  long nanos() {
    return nanos.get();
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
    if (request instanceof Pause pause) {
      nanos.addAndGet(pause.longest().toNanos());
      return CompletableFuture.completedFuture(Done.DONE);
    }
    return inner.unsent(request, alone);
  }
}
