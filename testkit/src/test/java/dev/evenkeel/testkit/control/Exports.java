package dev.evenkeel.testkit.control;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Simulators of exports, what they are over, and where they export to. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Exports {
  static final Instant START = Instant.parse("2026-03-11T00:00:00Z");

  DynamoDbClient engine;
  private DynamoDbAsyncClient asyncEngine;
  LocalS3 local;
  S3Client s3;
  ExportedFiles files;

  @BeforeAll
  void keep(DynamoDbClient sync, DynamoDbAsyncClient async, LocalS3 store, S3Client client) {
    engine = sync;
    asyncEngine = async;
    local = store;
    s3 = client;
    files = new ExportedFiles(client);
  }

  ExportSimulator.Builder simulator() {
    return ExportSimulator.seeded(1).over(engine).over(asyncEngine).into(s3).startingAt(START);
  }

  static void minutes(ExportSimulator aws, long minutes) {
    aws.advance(Duration.ofMinutes(minutes));
  }
}
