package dev.evenkeel.simulator.client;

import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.testkit.equivalence.Decoration;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A client in front of simulated partitions. */
record Simulated(SimulatedPartitions partitions) implements Decoration {
  @Override
  public DynamoDbClient around(DynamoDbClient plain) {
    return partitions.wrap(plain);
  }

  @Override
  public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
    return partitions.wrap(plain);
  }
}
