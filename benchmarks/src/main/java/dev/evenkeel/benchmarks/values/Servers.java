package dev.evenkeel.benchmarks.values;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalS3;
import java.net.URI;

/** The servers of a run, in processes of their own. */
record Servers(LocalDynamoDb dynamoDb, LocalS3 s3) {

  /** The servers that another JVM has started. */
  static Servers at(String dynamoDb, String s3) {
    return new Servers(LocalDynamoDb.at(URI.create(dynamoDb)), LocalS3.at(URI.create(s3)));
  }

  String[] addresses() {
    return new String[] {dynamoDb.endpoint().toString(), s3.endpoint().toString()};
  }
}
