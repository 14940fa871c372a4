package dev.evenkeel.spring;

import dev.evenkeel.core.client.DelegatingDynamoDbAsyncClient;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Synchronous or asynchronous clients.
 *
 * @param type the interface that beans are found by
 * @param over puts a layer over a client
 * @param batched puts batches over a client
 * @param delegate the client below a decorator
 * @param describe describes a table, waiting for it
 */
record ClientKind<C>(
    Class<C> type,
    BiFunction<Layer, C, C> over,
    BiFunction<Batches, C, C> batched,
    Function<C, C> delegate,
    BiFunction<C, DescribeTableRequest, TableDescription> describe) {

  static final ClientKind<DynamoDbClient> SYNC =
      new ClientKind<>(
          DynamoDbClient.class,
          Layer::over,
          Batches::over,
          client -> ((DelegatingDynamoDbClient) client).delegate(),
          (client, request) -> client.describeTable(request).table());

  static final ClientKind<DynamoDbAsyncClient> ASYNC =
      new ClientKind<>(
          DynamoDbAsyncClient.class,
          Layer::over,
          Batches::over,
          client -> ((DelegatingDynamoDbAsyncClient) client).delegate(),
          (client, request) -> describe(client, request));

  static final List<ClientKind<?>> ALL = List.of(SYNC, ASYNC);

  private static TableDescription describe(
      DynamoDbAsyncClient client, DescribeTableRequest request) {
    try {
      return client.describeTable(request).join().table();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }
}
