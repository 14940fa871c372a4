package dev.evenkeel.timeseries.internal.shell;

import dev.evenkeel.core.internal.flow.Calls;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.timeseries.spec.internal.lifecycle.LackingEngineException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * Calls of an emulator, whose answer that an operation is unknown is marked. AWS's answers never
 * are.
 *
 * @param marked sends, and marks what failed
 */
record LocalCalls<S>(Calls<Request<?>, S, Object> real, Function<Request<?>, S> marked)
    implements Calls<Request<?>, S, Object> {

  static Calls<Request<?>, Object, Object> sync(Calls<Request<?>, Object, Object> real) {
    return new LocalCalls<>(
        real,
        request -> {
          try {
            return real.apply(request);
          } catch (DynamoDbException e) {
            throw LackingEngineException.told(e);
          }
        });
  }

  static Calls<Request<?>, CompletableFuture<Object>, Object> async(
      Calls<Request<?>, CompletableFuture<Object>, Object> real) {
    return new LocalCalls<>(
        real, request -> real.apply(request).exceptionallyCompose(LocalCalls::failed));
  }

  private static CompletableFuture<Object> failed(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return CompletableFuture.failedFuture(
        cause instanceof DynamoDbException service
            ? LackingEngineException.told(service)
            : failure);
  }

  @Override
  public S apply(Request<?> request) {
    return marked.apply(request);
  }

  @Override
  public @Nullable CompletableFuture<Object> unsent(Request<?> request, boolean alone) {
    return real.unsent(request, alone);
  }
}
