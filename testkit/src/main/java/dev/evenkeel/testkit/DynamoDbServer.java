package dev.evenkeel.testkit;

import java.net.URI;

/** A running DynamoDB Local. */
interface DynamoDbServer extends AutoCloseable {
  URI endpoint();

  @Override
  void close();
}
