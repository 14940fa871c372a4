package dev.evenkeel.examples.probes.sharding.planning;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Planners are as pure as plans. */
abstract class ImpurePlanner {
  abstract void client(DynamoDbClient client);
}
