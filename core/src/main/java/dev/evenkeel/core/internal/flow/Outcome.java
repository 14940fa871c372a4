package dev.evenkeel.core.internal.flow;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** How one ask ended: with an answer or with a failure, exactly one of them. */
record Outcome(FlowFrame frame, @Nullable Object answer, @Nullable Throwable failure) {

  /** Sends, and catches whatever comes out. */
  static Outcome of(FlowFrame frame, Sender<?> sender) {
    try {
      return of(frame, send(frame, sender), null);
    } catch (Throwable failure) {
      return of(frame, null, failure);
    }
  }

  /** Sends; whoever watches sees it. */
  static <S> S send(FlowFrame frame, Sender<S> sender) {
    sender.interceptor().sending(frame.ticket(), frame.request());
    return sender.send(frame.request());
  }

  /** Begins what needs no sending; null if the ask has to be sent. */
  static @Nullable CompletableFuture<?> begin(FlowFrame frame, Sender<?> sender, boolean alone) {
    try {
      return sender.unsent(frame.request(), alone);
    } catch (Throwable failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  /** A call that brought neither answer nor failure has failed. */
  static Outcome of(FlowFrame frame, @Nullable Object answer, @Nullable Throwable failure) {
    return answer == null && failure == null
        ? new Outcome(frame, null, new NullPointerException("the delegate answered null"))
        : new Outcome(frame, answer, failure);
  }

  /** How a future ended; the failure is freed from what the future wrapped it in. */
  static Outcome ended(FlowFrame frame, @Nullable Object answer, @Nullable Throwable failure) {
    Throwable bare = failure;
    while (bare instanceof CompletionException && bare.getCause() != null) {
      bare = bare.getCause();
    }
    return of(frame, answer, bare);
  }
}
