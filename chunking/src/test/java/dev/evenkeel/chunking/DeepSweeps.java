package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.SweepFixture.GRACE;

import dev.evenkeel.chunking.SweeperUnderTest.Clients;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Sweepers that go through everything, and what they work on. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DeepSweeps {
  final Clients clients;
  final SweepFixture fixture;

  DeepSweeps(DynamoDbClient client, DynamoDbAsyncClient async, S3Client s3, S3AsyncClient s3Async) {
    this.clients = new Clients(client, async, s3, s3Async);
    this.fixture = new SweepFixture(client, s3);
  }

  SweeperUnderTest sweeper(Kind kind, ChunkingSpec... specs) {
    return SweeperUnderTest.of(
        kind,
        clients,
        b -> {
          List.of(specs).forEach(b::table);
          b.clock(fixture.clock).dryRun(false);
        });
  }

  /** Goes through everything, each step by another sweeper. */
  List<DeepSweepReport> through(Kind kind, ChunkingSpec... specs) {
    sweeper(kind, specs).takeOwnership();
    List<DeepSweepReport> reports = new ArrayList<>();
    String cursor = null;
    do {
      DeepSweepReport report = sweeper(kind, specs).deepSweep(cursor);
      reports.add(report);
      cursor = report.nextCursor();
    } while (cursor != null);
    return reports;
  }

  static long noted(List<DeepSweepReport> reports) {
    return reports.stream()
        .mapToLong(report -> report.chunkedNoted() + report.objectsNoted())
        .sum();
  }

  SweepReport sweepAfterTheGrace(ChunkingSpec... specs) {
    fixture.clock.pass(GRACE.plusSeconds(1));
    return sweeper(Kind.SYNC, specs).sweep();
  }
}
