package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Outcome;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Archive;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** An archive by scan whose table is throttled goes on in each run, and is no failure. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ThrottledArchiveTest {
  private static final int ITEMS = 100;

  private final ArchiveFixture fixture;
  private Instant until = Instant.MIN;
  private int pages;

  ThrottledArchiveTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.fixture = new ArchiveFixture(localS3, sync, async, s3, s3Async, ITEMS);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  private void throttle(CallWatch.Call call, int segments) {
    boolean isScan =
        !call.isAfter()
            && call.request() instanceof ScanRequest scan
            && scan.tableName().equals(ArchiveFixture.DAY)
            && Integer.valueOf(segments).equals(scan.totalSegments());
    if (isScan && ++pages > 2 && fixture.now.isBefore(until)) {
      throw ThrottlingException.builder().message("slow down").build();
    }
  }

  /** The scan that writes has 3 segments, and the one that verifies one more. */
  @ParameterizedTest
  @CsvSource({"SYNC,3", "ASYNC,4"})
  void run_scanIsThrottledForLong_goesOn(Kind kind, int segments) {
    Actor actor = fixture.actor(kind);
    fixture.fill(actor);
    until = fixture.now.plus(Duration.ofMinutes(15));
    fixture.also = call -> throttle(call, segments);
    int runs = 0;
    while (actor.archives().isEmpty()) {
      LifecycleReport report = LifecycleFixture.ran(actor);
      assertThat(report.hasFailed()).as("%s", report).isFalse();
      if (runs++ == 0) {
        assertThat(report.outcomes())
            .filteredOn(outcome -> outcome.action() instanceof Archive)
            .extracting(Outcome::result)
            .containsExactly(Result.UNDER_WAY);
        assertThat(report.toString()).containsPattern("throttles slow it to \\d+ units a second");
      }
    }

    ArchivedTable archive = actor.archives().get(0);
    assertThat(fixture.now).isAfter(until);
    assertThat(runs).isBetween(2, 3);
    assertThat(archive.items()).isEqualTo(ITEMS);
    assertThat(archive.digest()).isNotNull();
  }
}
