package dev.evenkeel.sharding.hostile;

import dev.evenkeel.core.client.DynamoDbCalls;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.concurrent.CompletableFuture;
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
        ShardingSpec spec,
        Function<DynamoDbRequest, DynamoDbResponse> delegate,
        DynamoDbRequest request) {
      DynamoDbClient client =
          ShardingDynamoDbClient.builder(FakeDynamoDb.sync(delegate)).table(spec).build();
      return DynamoDbCalls.call(client, request);
    }
  },
  ASYNC {
    @Override
    DynamoDbResponse call(
        ShardingSpec spec,
        Function<DynamoDbRequest, DynamoDbResponse> delegate,
        DynamoDbRequest request) {
      DynamoDbAsyncClient client =
          ShardingDynamoDbAsyncClient.builder(FakeDynamoDb.async(delegate)).table(spec).build();
      CompletableFuture<DynamoDbResponse> future = DynamoDbCalls.call(client, request);
      return future.join();
    }
  };

  /** Whatever goes wrong is thrown, by ASYNC within what {@code join} throws. */
  abstract DynamoDbResponse call(
      ShardingSpec spec,
      Function<DynamoDbRequest, DynamoDbResponse> delegate,
      DynamoDbRequest request);
}
