package dev.evenkeel.sharding.hostile;

import dev.evenkeel.core.internal.flow.DynamoDbCalls;
import dev.evenkeel.sharding.ShardingClientBuilder;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** One of the sharding clients, over a delegate that answers with a function. */
enum Client {
  SYNC {
    @Override
    DynamoDbResponse call(
        Consumer<ShardingClientBuilder<?>> tables,
        Function<DynamoDbRequest, DynamoDbResponse> delegate,
        DynamoDbRequest request) {
      ShardingDynamoDbClient.Builder builder =
          ShardingDynamoDbClient.builder(FakeDynamoDb.sync(delegate));
      tables.accept(builder);
      return DynamoDbCalls.call((DynamoDbClient) builder.build(), request);
    }
  },
  ASYNC {
    @Override
    DynamoDbResponse call(
        Consumer<ShardingClientBuilder<?>> tables,
        Function<DynamoDbRequest, DynamoDbResponse> delegate,
        DynamoDbRequest request) {
      ShardingDynamoDbAsyncClient.Builder builder =
          ShardingDynamoDbAsyncClient.builder(FakeDynamoDb.async(delegate));
      tables.accept(builder);
      DynamoDbAsyncClient client = builder.build();
      CompletableFuture<DynamoDbResponse> future = DynamoDbCalls.call(client, request);
      return future.join();
    }
  };

  /** Failures are thrown as they are; ASYNC wraps them as {@code join} does. */
  abstract DynamoDbResponse call(
      Consumer<ShardingClientBuilder<?>> tables,
      Function<DynamoDbRequest, DynamoDbResponse> delegate,
      DynamoDbRequest request);

  DynamoDbResponse call(
      ShardingSpec spec,
      Function<DynamoDbRequest, DynamoDbResponse> delegate,
      DynamoDbRequest request) {
    return call(builder -> builder.table(spec), delegate, request);
  }
}
