package dev.evenkeel.core.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** Notes every request that passes the hook. */
final class CountingAsyncClient extends DelegatingDynamoDbAsyncClient {
  final List<DynamoDbRequest> seen = Collections.synchronizedList(new ArrayList<>());

  CountingAsyncClient(DynamoDbAsyncClient delegate) {
    super(delegate);
  }

  CountingAsyncClient(DynamoDbAsyncClient delegate, Ownership ownership) {
    super(delegate, ownership);
  }

  @Override
  protected <T extends DynamoDbRequest, R> CompletableFuture<R> invokeOperation(
      T request, Function<T, CompletableFuture<R>> operation) {
    seen.add(request);
    return super.invokeOperation(request, operation);
  }
}
