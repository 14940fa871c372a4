package dev.evenkeel.chunking.internal.shell;

import java.nio.ByteBuffer;
import java.util.Optional;
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
  private int requesting;
  private boolean subscribed;
  private boolean ended;
  private boolean closed;

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
      request(ready);
    }
    return next;
  }

  /** Asks for a piece. What is closed meanwhile is cancelled after it: signals come one by one. */
  private void request(Subscription from) {
    synchronized (this) {
      if (failure != null) {
        return;
      }
      requesting++;
    }
    try {
      from.request(1);
    } finally {
      boolean isToBeCancelled;
      synchronized (this) {
        requesting--;
        isToBeCancelled = closed && requesting == 0;
      }
      if (isToBeCancelled) {
        from.cancel();
      }
    }
  }

  @Override
  public void onSubscribe(Subscription newSubscription) {
    boolean taken;
    synchronized (this) {
      taken = subscription == null && failure == null;
      if (taken) {
        subscription = newSubscription;
      }
    }
    if (taken) {
      request(newSubscription);
    } else {
      newSubscription.cancel();
    }
  }

  /** What waits for a piece fails then, since a subscription that is cancelled owes nothing. */
  @Override
  public void close() {
    Throwable cause =
        new CancellationException("The write has ended before all of the value was read.");
    CompletableFuture<ByteBuffer> waiting;
    Subscription quiet;
    synchronized (this) {
      if (ended || failure != null) {
        return;
      }
      closed = true;
      failure = cause;
      waiting = wanted;
      wanted = null;
      quiet = requesting == 0 ? subscription : null;
    }
    try {
      if (quiet != null) {
        quiet.cancel();
      }
    } finally {
      if (waiting != null) {
        waiting.completeExceptionally(cause);
      }
    }
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
      request(again);
    }
  }

  @Override
  public void onError(Throwable cause) {
    ended(cause).ifPresent(waiting -> waiting.completeExceptionally(cause));
  }

  @Override
  public void onComplete() {
    ended(null).ifPresent(waiting -> waiting.complete(ByteBuffer.allocate(0)));
  }

  /** What waits for a piece that does not come; nothing if it was closed before. */
  private synchronized Optional<CompletableFuture<ByteBuffer>> ended(@Nullable Throwable cause) {
    if (closed) {
      return Optional.empty();
    }
    ended = cause == null;
    failure = cause;
    CompletableFuture<ByteBuffer> waiting = wanted;
    wanted = null;
    return Optional.ofNullable(waiting);
  }
}
