package dev.evenkeel.chunking.internal.shell;

import java.nio.ByteBuffer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The pieces of a publisher, requested one at a time; an empty piece is the end. At most one piece
 * is ever asked for, so nothing has to be kept. Closed before its end, it cancels the subscription,
 * so that a publisher gives back what it holds, a connection for example.
 */
public final class PublishedPieces
    implements Supplier<CompletableFuture<ByteBuffer>>, Subscriber<ByteBuffer>, AutoCloseable {
  private final Publisher<ByteBuffer> publisher;

  // All guarded by this.
  private @Nullable Subscription subscription;
  private @Nullable CompletableFuture<ByteBuffer> wanted;
  private @Nullable Throwable failure;
  private boolean subscribed;
  private boolean ended;

  public PublishedPieces(Publisher<ByteBuffer> publisher) {
    this.publisher = publisher;
  }

  @Override
  public CompletableFuture<ByteBuffer> get() {
    CompletableFuture<ByteBuffer> next = new CompletableFuture<>();
    Subscription ready;
    boolean first;
    synchronized (this) {
      if (failure != null) {
        return CompletableFuture.failedFuture(failure);
      }
      if (ended) {
        return CompletableFuture.completedFuture(ByteBuffer.allocate(0));
      }
      wanted = next;
      ready = subscription;
      first = !subscribed;
      subscribed = true;
    }
    if (first) {
      publisher.subscribe(this);
    } else if (ready != null) {
      ready.request(1);
    }
    return next;
  }

  @Override
  public void onSubscribe(Subscription newSubscription) {
    synchronized (this) {
      if (subscription != null || failure != null) {
        newSubscription.cancel();
        return;
      }
      subscription = newSubscription;
    }
    newSubscription.request(1);
  }

  /** What waits for a piece fails then, since a subscription that is cancelled owes nothing. */
  @Override
  public void close() {
    Subscription open;
    synchronized (this) {
      if (ended || failure != null) {
        return;
      }
      open = subscription;
    }
    if (open != null) {
      open.cancel();
    }
    onError(new CancellationException("The write has ended before all of the value was read."));
  }

  /** An empty piece in between would look like the end. */
  @Override
  public void onNext(ByteBuffer piece) {
    Subscription again = null;
    CompletableFuture<ByteBuffer> waiting = null;
    synchronized (this) {
      if (piece.hasRemaining()) {
        waiting = wanted;
        wanted = null;
      } else {
        again = subscription;
      }
    }
    if (waiting != null) {
      waiting.complete(piece);
    }
    if (again != null) {
      again.request(1);
    }
  }

  @Override
  public void onError(Throwable cause) {
    CompletableFuture<ByteBuffer> waiting;
    synchronized (this) {
      failure = cause;
      waiting = wanted;
      wanted = null;
    }
    if (waiting != null) {
      waiting.completeExceptionally(cause);
    }
  }

  @Override
  public void onComplete() {
    CompletableFuture<ByteBuffer> waiting;
    synchronized (this) {
      ended = true;
      waiting = wanted;
      wanted = null;
    }
    if (waiting != null) {
      waiting.complete(ByteBuffer.allocate(0));
    }
  }
}
