package dev.evenkeel.chunking;

import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** One request to any of several tables. */
@FunctionalInterface
interface DynamoDbRequests {
  DynamoDbRequest of(String table);
}
