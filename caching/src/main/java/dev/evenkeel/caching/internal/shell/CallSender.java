package dev.evenkeel.caching.internal.shell;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.caching.internal.operation.CachedCall;
import dev.evenkeel.caching.internal.store.Flight;
import dev.evenkeel.caching.internal.store.TierRequest;
import dev.evenkeel.core.internal.flow.CompletionThread;
import dev.evenkeel.core.internal.flow.Interceptor;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * Sends the requests of one call, and waits for reads that other callers have sent.
 *
 * @param delegate sends requests
 * @param tier asks the remote tier; null if there is none
 * @param <S> the answer, or its future where the client is asynchronous
 */
public record CallSender<S>(CachedCall call, Sender<S> delegate, @Nullable TierCalls tier)
    implements Sender<S> {

  @Override
  public S send(Request<?> request) {
    return delegate.send(request);
  }

  @Override
  public @Nullable CompletableFuture<?> unsent(Request<?> request, boolean alone) {
    if (request instanceof TierRequest<?> asked) {
      return requireNonNull(tier, "a store without a tier asks none").begin(asked);
    }
    return request instanceof Flight<?> flight ? landing(flight) : delegate.unsent(request, alone);
  }

  /**
   * A future of this call's own: to cancel it is to wait no longer. Thousands may wait for one read
   * of an asynchronous client, and the thread that ends the read is not theirs.
   */
  private static <R extends DynamoDbResponse> CompletableFuture<Flight.Landing<R>> landing(
      Flight<R> flight) {
    CompletableFuture<Flight.Landing<R>> landing = new CompletableFuture<>();
    flight.whenLanded(
        flight.isAsync()
            ? landed -> CompletionThread.shared().add(() -> landing.complete(landed))
            : landing::complete);
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
