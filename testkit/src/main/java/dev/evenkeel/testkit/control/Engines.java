package dev.evenkeel.testkit.control;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** The clients of the engine that answers requests behind a simulator, as far as there are any. */
record Engines(@Nullable DynamoDbClient sync, @Nullable DynamoDbAsyncClient async) {
  static final Engines NONE = new Engines(null, null);

  boolean isNone() {
    return sync == null && async == null;
  }

  /** Waits for the answer that any of the clients gives. */
  DynamoDbResponse send(DynamoDbRequest request) {
    if (sync != null) {
      return answer(request);
    }
    try {
      return begin(request).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }

  /** The answer of the sync client; without any client, of tables without items. */
  DynamoDbResponse answer(DynamoDbRequest request) {
    return isNone()
        ? empty(request)
        : (DynamoDbResponse) call(DynamoDbClient.class, requireSync(), request);
  }

  /** The same of the async client. */
  CompletableFuture<DynamoDbResponse> begin(DynamoDbRequest request) {
    if (isNone()) {
      return CompletableFuture.completedFuture(empty(request));
    }
    CompletableFuture<?> answer =
        (CompletableFuture<?>) call(DynamoDbAsyncClient.class, requireAsync(), request);
    return answer.thenApply(DynamoDbResponse.class::cast);
  }

  DynamoDbClient requireSync() {
    if (sync == null) {
      throw missing("sync");
    }
    return sync;
  }

  DynamoDbAsyncClient requireAsync() {
    if (async == null) {
      throw missing("async");
    }
    return async;
  }

  /** The answers of tables without items, which accept no writes. */
  private static DynamoDbResponse empty(DynamoDbRequest request) {
    if (request instanceof GetItemRequest) {
      return GetItemResponse.builder().build();
    }
    if (request instanceof QueryRequest) {
      return QueryResponse.builder().items(List.of()).count(0).scannedCount(0).build();
    }
    if (request instanceof ScanRequest) {
      return ScanResponse.builder().items(List.of()).count(0).scannedCount(0).build();
    }
    if (request instanceof BatchGetItemRequest) {
      return BatchGetItemResponse.builder().responses(Map.of()).unprocessedKeys(Map.of()).build();
    }
    throw new UnsupportedOperationException(
        "%s needs a data plane, and the simulator stands alone. Give its builder a client: over()."
            .formatted(ControlOperations.nameOf(request)));
  }

  static IllegalStateException missing(String kind) {
    return new IllegalStateException(
        "The simulator has no %s client for requests on items. Give its builder one: over()."
            .formatted(kind));
  }

  private static Object call(Class<?> type, Object engine, DynamoDbRequest request) {
    String operation = ControlOperations.nameOf(request);
    String method = Character.toLowerCase(operation.charAt(0)) + operation.substring(1);
    try {
      return type.getMethod(method, request.getClass()).invoke(engine, request);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
