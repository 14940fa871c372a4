package dev.evenkeel.core.internal.flow;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A sender with other interceptors. */
record InterceptedSender<S>(Sender<S> sender, Interceptor interceptor) implements Sender<S> {

  @Override
  public S send(Request<?> request) {
    return sender.send(request);
  }

  @Override
  public @Nullable CompletableFuture<?> unsent(Request<?> request, boolean alone) {
    return sender.unsent(request, alone);
  }

  @Override
  public void ended() {
    sender.ended();
  }
}
