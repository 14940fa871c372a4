package dev.evenkeel.chunking.crash;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalS3;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The clients of crash tests, and an empty fixture for each test. */
final class CrashFixtures implements AutoCloseable {
  final LocalDynamoDb local;
  final LocalS3 localS3;
  final DynamoDbClient dynamoDb;
  final S3Client s3;
  private final String bucket;

  CrashFixtures(LocalDynamoDb local, LocalS3 localS3) {
    this.local = local.isolated();
    this.localS3 = localS3;
    this.dynamoDb = this.local.client();
    this.s3 = localS3.client();
    this.bucket = localS3.newBucket();
  }

  CrashFixture fresh() {
    return new CrashFixture(dynamoDb, s3, bucket);
  }

  /** Values of 400 bytes and more leave their items, in chunks of 300. */
  ChunkingSpec spec() {
    return ChunkingSpec.builder(CrashFixture.DOCS)
        .partitionKey("id")
        .attribute("text", AttributePolicy.compressed(Codecs.gzip()).thenChunked().moveFrom(400))
        .attribute("body", AttributePolicy.chunked().moveFrom(400))
        .attribute("image", AttributePolicy.offloaded().moveFrom(400))
        .chunkTable(ChunkTableSpec.of(CrashFixture.CHUNKS).withChunkBytes(300))
        .intentTable(IntentTableSpec.of(CrashFixture.INTENTS))
        .bucket(BucketSpec.builder(bucket).prefix("large/").build())
        .grace(CrashFixture.GRACE)
        .build();
  }

  @Override
  public void close() {
    dynamoDb.close();
    s3.close();
  }
}
