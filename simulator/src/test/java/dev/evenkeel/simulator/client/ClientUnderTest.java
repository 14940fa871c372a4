package dev.evenkeel.simulator.client;

import dev.evenkeel.core.internal.flow.DynamoDbCalls;
import dev.evenkeel.simulator.SimulatedPartitions;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** A simulated client, sync or async, called alike. */
enum ClientUnderTest {
  SYNC {
    @Override
    DynamoDbResponse call(
        SimulatedPartitions partitions,
        DynamoDbClient sync,
        DynamoDbAsyncClient async,
        DynamoDbRequest request) {
      return DynamoDbCalls.call(partitions.wrap(sync), request);
    }
  },
  ASYNC {
    @Override
    DynamoDbResponse call(
        SimulatedPartitions partitions,
        DynamoDbClient sync,
        DynamoDbAsyncClient async,
        DynamoDbRequest request) {
      try {
        return DynamoDbCalls.call(partitions.wrap(async), request).join();
      } catch (CompletionException e) {
        throw (RuntimeException) e.getCause();
      }
    }
  };

  abstract DynamoDbResponse call(
      SimulatedPartitions partitions,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      DynamoDbRequest request);
}
