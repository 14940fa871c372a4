package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.SweepFixture.GRACE;
import static dev.evenkeel.chunking.SweepFixture.key;
import static dev.evenkeel.chunking.SweepFixture.parent;

import dev.evenkeel.chunking.SweeperUnderTest.Clients;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** A table with values in chunks and in S3, its sweepers, and a clock. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OrphanSweeps {
  Clients clients;
  SweepFixture fixture;
  ChunkingSpec doc;
  Parent one;

  @BeforeAll
  void open(
      DynamoDbClient client,
      DynamoDbAsyncClient async,
      LocalS3 local,
      S3Client s3,
      S3AsyncClient s3Async) {
    clients = new Clients(client, async, s3, s3Async);
    fixture = new SweepFixture(client, s3);
    doc =
        ChunkingSpec.builder("Doc")
            .partitionKey("Id")
            .attribute("Text", AttributePolicy.chunked())
            .attribute("Scan", AttributePolicy.offloaded())
            .chunkTable(ChunkTableSpec.of("Chunks").withChunkBytes(16))
            .bucket(BucketSpec.builder(local.newBucket()).prefix("values").build())
            .intentTable("Intents")
            .grace(GRACE)
            .build();
    one = parent(doc, key("1"), "Text");
  }

  @BeforeEach
  void createTables() {
    fixture.create(doc);
  }

  SweeperUnderTest sweeper(Kind kind) {
    return SweeperUnderTest.of(kind, clients, b -> b.table(doc).clock(fixture.clock).dryRun(false));
  }

  SweepReport sweep() {
    return sweeper(Kind.SYNC).sweep();
  }

  void graceGoesBy() {
    fixture.clock.pass(GRACE.plusSeconds(1));
  }

  void note(Intent intent) {
    Done unused = fixture.run(fixture.intents(doc).note(intent));
  }

  /** A table whose values are laid out as AWS's text shows. */
  static ChunkingSpec seed(String table, String partitionKey, String sortKey) {
    ChunkingSpec.Builder builder = ChunkingSpec.builder(table).partitionKey(partitionKey);
    if (sortKey != null) {
      builder.sortKey(sortKey);
    }
    return builder
        .attribute("Body", AttributePolicy.chunked())
        .chunkTable(ChunkTableSpec.of("SeedChunks").withChunkBytes(16))
        .seedLayout("Body")
        .intentTable("Intents")
        .grace(GRACE)
        .build();
  }
}
