package dev.evenkeel.chunking.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

class PublishedPiecesTest {
  private final List<String> signals = new ArrayList<>();
  private Subscriber<? super ByteBuffer> subscriber;
  private final PublishedPieces pieces = new PublishedPieces(newest -> subscriber = newest);

  /** Notes its signals, and completes its subscriber when it is cancelled, as some do. */
  private final Subscription subscription =
      new Subscription() {
        @Override
        public void request(long count) {
          signals.add("request " + count);
        }

        @Override
        public void cancel() {
          signals.add("cancel");
          assertThat(Thread.holdsLock(pieces)).isFalse();
          subscriber.onComplete();
        }
      };

  /** An end that comes of the cancellation must not be taken for that of the value. */
  @Test
  void close_whileAPieceIsWaitedFor_failsItAndCancelsOnce() {
    CompletableFuture<ByteBuffer> waiting = pieces.get();
    subscriber.onSubscribe(subscription);

    pieces.close();
    pieces.close();

    assertThat(signals).containsExactly("request 1", "cancel");
    assertThat(waiting).isCompletedExceptionally();
    assertThatThrownBy(() -> pieces.get().join())
        .isInstanceOf(CancellationException.class)
        .hasMessageContaining("before all of the value was read");
  }

  @Test
  void close_beforeTheSubscriptionIsThere_cancelsItThen() {
    CompletableFuture<ByteBuffer> waiting = pieces.get();

    pieces.close();
    subscriber.onSubscribe(subscription);

    assertThat(signals).containsExactly("cancel");
    assertThat(waiting).isCompletedExceptionally();
  }

  /** Signals of one subscription come one after the other. */
  @Test
  void close_whileAPieceIsAskedFor_cancelsAfterThat() {
    Subscription closing =
        new Subscription() {
          @Override
          public void request(long count) {
            pieces.close();
            signals.add("request " + count);
          }

          @Override
          public void cancel() {
            signals.add("cancel");
          }
        };
    CompletableFuture<ByteBuffer> waiting = pieces.get();

    subscriber.onSubscribe(closing);

    assertThat(signals).containsExactly("request 1", "cancel");
    assertThat(waiting).isCompletedExceptionally();
  }

  @Test
  void close_afterTheEnd_cancelsNothing() {
    CompletableFuture<ByteBuffer> end = pieces.get();
    subscriber.onSubscribe(subscription);
    subscriber.onComplete();

    pieces.close();

    assertThat(end.join().remaining()).isZero();
    assertThat(signals).containsExactly("request 1");
  }

  @Test
  void close_whoseCancelFails_stillFailsWhatWaits() {
    CompletableFuture<ByteBuffer> waiting = pieces.get();
    subscriber.onSubscribe(
        new Subscription() {
          @Override
          public void request(long count) {}

          @Override
          public void cancel() {
            throw new IllegalStateException("the publisher's own");
          }
        });

    assertThatThrownBy(pieces::close).hasMessage("the publisher's own");

    assertThat(waiting).isCompletedExceptionally();
  }
}
