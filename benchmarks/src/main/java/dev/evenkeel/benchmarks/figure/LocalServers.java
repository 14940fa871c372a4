package dev.evenkeel.benchmarks.figure;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.S3Storage;

/**
 * Servers to measure against: in processes of their own, so that their work is not measured as
 * ours. A run that only shows that it runs does without, as each would take seconds to start.
 */
public final class LocalServers {
  private LocalServers() {}

  public static LocalDynamoDb dynamoDb(Scale scale) {
    return scale == Scale.FULL ? LocalDynamoDb.startProcess() : LocalDynamoDb.start();
  }

  public static LocalS3 s3(Scale scale, S3Storage storage) {
    return scale == Scale.FULL ? LocalS3.startProcess(storage) : LocalS3.start(storage);
  }
}
