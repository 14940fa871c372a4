package dev.evenkeel.testkit;

import java.net.URI;

/** A running DynamoDB Local or S3 server. */
interface Server extends AutoCloseable {
  URI endpoint();

  /** Lets go of what is kept for an access key, if the server can do that. */
  default void forget(String accessKey) {}

  @Override
  void close();
}
