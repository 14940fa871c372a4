package dev.evenkeel.testkit;

import java.net.URI;

/** A running DynamoDB Local or S3 server. */
interface Server extends AutoCloseable {
  URI endpoint();

  @Override
  void close();
}
