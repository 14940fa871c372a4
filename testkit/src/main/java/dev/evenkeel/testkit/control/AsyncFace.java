package dev.evenkeel.testkit.control;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbAsyncWaiter;

/** The simulator as a {@link DynamoDbAsyncClient}. */
final class AsyncFace extends Face {
  private final Calls calls;
  private final @Nullable DynamoDbAsyncClient engine;
  private final boolean alone;

  /**
   * An async face.
   *
   * @param engine takes requests on items
   * @param alone whether there is no engine of either face
   */
  AsyncFace(Calls calls, @Nullable DynamoDbAsyncClient engine, boolean alone) {
    super(DynamoDbAsyncClient.class, CompletableFuture.class);
    this.calls = calls;
    this.engine = engine;
    this.alone = alone;
  }

  /** What a hook throws, an error too, fails the future, as in a client of the SDK. */
  @Override
  CompletableFuture<DynamoDbResponse> operate(DynamoDbRequest request) {
    try {
      if (ControlOperations.isOne(request)) {
        return CompletableFuture.completedFuture(calls.control(request));
      }
      Calls.Admission admission = calls.admit(request);
      return send(request)
          .thenApply(
              answer -> {
                calls.written(admission, answer);
                return answer;
              });
    } catch (RuntimeException | Error failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  private CompletableFuture<DynamoDbResponse> send(DynamoDbRequest request) {
    if (engine != null) {
      return Engines.begin(engine, request);
    }
    if (alone) {
      return CompletableFuture.completedFuture(Engines.empty(request));
    }
    throw Engines.missing("async");
  }

  @Override
  DynamoDbServiceClientConfiguration configuration() {
    return engine == null ? defaults() : engine.serviceClientConfiguration();
  }

  @Override
  Object waiter(Object proxy) {
    return DynamoDbAsyncWaiter.builder().client((DynamoDbAsyncClient) proxy).build();
  }
}
