package dev.evenkeel.caching.internal.shell;

import dev.evenkeel.caching.internal.operation.CachedCall;
import dev.evenkeel.caching.internal.store.Flight;
import dev.evenkeel.core.internal.flow.Interceptor;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of one call, and waits for reads that other callers have sent.
 *
 * @param delegate sends requests
 * @param <S> the answer, or its future where the client is asynchronous
 */
public record CallSender<S>(CachedCall call, Sender<S> delegate) implements Sender<S> {

  @Override
  public S send(Request<?> request) {
    return delegate.send(request);
  }

  @Override
  public @Nullable CompletableFuture<?> unsent(Request<?> request, boolean alone) {
    return request instanceof Flight flight ? landing(flight) : delegate.unsent(request, alone);
  }

  /** A future of this call's own: to cancel it is to wait no longer. */
  private static CompletableFuture<Flight.Landing> landing(Flight flight) {
    CompletableFuture<Flight.Landing> landing = new CompletableFuture<>();
    flight.whenLanded(landing::complete);
    return landing;
  }

  @Override
  public Interceptor interceptor() {
    return delegate.interceptor();
  }

  @Override
  public void ended() {
    call.ended();
    delegate.ended();
  }
}
