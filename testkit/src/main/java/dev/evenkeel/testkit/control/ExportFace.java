package dev.evenkeel.testkit.control;

import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbAsyncWaiter;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/** An engine that can export, as one of the SDK's interfaces. */
final class ExportFace {
  private ExportFace() {}

  static DynamoDbClient sync(ExportCalls calls, DynamoDbClient engine) {
    return new Sync(calls, engine).as(DynamoDbClient.class);
  }

  static DynamoDbAsyncClient async(ExportCalls calls, DynamoDbAsyncClient engine) {
    return new Async(calls, engine).as(DynamoDbAsyncClient.class);
  }

  private static final class Sync extends Face {
    private final ExportCalls calls;
    private final DynamoDbClient engine;

    Sync(ExportCalls calls, DynamoDbClient engine) {
      super(DynamoDbClient.class, DynamoDbResponse.class);
      this.calls = calls;
      this.engine = engine;
    }

    @Override
    DynamoDbResponse operate(DynamoDbRequest request) {
      if (calls.isOne(request)) {
        return calls.answer(request);
      }
      DynamoDbResponse answer = Engines.send(engine, request);
      calls.passed(request);
      return answer;
    }

    @Override
    Object waiter(Object proxy) {
      return DynamoDbWaiter.builder().client((DynamoDbClient) proxy).build();
    }

    @Override
    DynamoDbServiceClientConfiguration configuration() {
      return engine.serviceClientConfiguration();
    }
  }

  private static final class Async extends Face {
    private final ExportCalls calls;
    private final DynamoDbAsyncClient engine;

    Async(ExportCalls calls, DynamoDbAsyncClient engine) {
      super(DynamoDbAsyncClient.class, CompletableFuture.class);
      this.calls = calls;
      this.engine = engine;
    }

    /** What a hook throws, an error too, fails the future, as in a client of the SDK. */
    @Override
    CompletableFuture<DynamoDbResponse> operate(DynamoDbRequest request) {
      try {
        if (calls.isOne(request)) {
          return CompletableFuture.completedFuture(calls.answer(request));
        }
        return Engines.begin(engine, request)
            .thenApply(
                answer -> {
                  calls.passed(request);
                  return answer;
                });
      } catch (RuntimeException | Error failure) {
        return CompletableFuture.failedFuture(failure);
      }
    }

    @Override
    Object waiter(Object proxy) {
      return DynamoDbAsyncWaiter.builder().client((DynamoDbAsyncClient) proxy).build();
    }

    @Override
    DynamoDbServiceClientConfiguration configuration() {
      return engine.serviceClientConfiguration();
    }
  }
}
