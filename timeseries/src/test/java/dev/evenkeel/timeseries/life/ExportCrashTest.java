package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Rounds;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A process ends before or after any call that changes something or is about exports: fresh ones
 * come to the same archive, and DynamoDB is never asked for a second export.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ExportCrashTest {
  private static final String DAY = ArchiveFixture.DAY;

  /** The flows are the same; what the sync driver does with a crash shows at some of them. */
  private static final int SYNC_STEP = Rounds.step(62, 7);

  private static final int ASYNC_STEP = Rounds.step(34, 2);

  private final LocalS3 localS3;
  private final ExportFixture exports;
  private final ArchiveFixture fixture;
  private long calls;
  private long last;

  /** The end of a process. */
  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  ExportCrashTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.localS3 = localS3;
    this.exports = new ExportFixture(localS3, sync, async, s3, s3Async, 20);
    this.fixture = exports.fixture;
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  private synchronized void watched(CallWatch.Call call) {
    boolean isOne =
        call.operation().contains("Export")
            || call.operation().matches("(Put|Update|Delete|TransactWrite).*");
    if (isOne && ++calls >= last) {
      throw new Crash();
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void run_stoppedNowAndThen_isFinishedByTheNext(Kind kind) {
    enumerate(kind, kind == Kind.SYNC ? SYNC_STEP : ASYNC_STEP);
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void run_stoppedWhenTheExportIsTaken_meetsItAgain(Kind kind) {
    fixture.fill(fixture.actor(kind));
    assertThat(exports.ran(fixture.actor(kind)).result()).isEqualTo(Result.UNDER_WAY);
    fixture.now = fixture.now.plusSeconds(120);
    fixture.also =
        call -> {
          if (call.isAfter() && call.operation().startsWith("ExportTable")) {
            throw new Crash();
          }
        };
    assertThatThrownBy(() -> LifecycleFixture.ran(fixture.actor(kind))).isInstanceOf(Crash.class);
    fixture.also = call -> {};
    exports.exportsEnd();

    assertThat(exports.ran(fixture.actor(kind)).result()).isIn(Result.DONE, Result.UNDER_WAY);
    exports.exportsEnd();
    LifecycleFixture.ran(fixture.actor(kind));
    assertThat(fixture.actor(kind).archives()).hasSize(1);
    assertThat(exports.exports()).isEqualTo(1);
  }

  private void enumerate(Kind kind, int step) {
    fixture.fill(fixture.actor(kind));
    Set<Map<String, AttributeValue>> rows = fixture.rows(DAY);
    List<Map<String, AttributeValue>> control = fixture.all("control");
    long moment = 1;
    do {
      fixture.replace("control", control);
      fixture.bucket = localS3.newBucket();
      fixture.now = ArchiveFixture.DUE;
      stoppedAt(moment, kind);
      for (int run = 0; run < 4 && fixture.actor(kind).archives().isEmpty(); run++) {
        exports.exportsEnd();
        LifecycleFixture.ran(fixture.actor(kind));
      }

      assertThat(fixture.actor(kind).archives()).as("stopped at %d", moment).hasSize(1);
      ArchivedTable archive = fixture.actor(kind).archives().get(0);
      assertThat(exports.archived(archive)).as("stopped at %d", moment).isEqualTo(rows);
      exports.exportsEnd();
      assertThat(fixture.objects())
          .as("stopped at %d", moment)
          .allMatch(key -> key.contains(archive.exportId()));
      assertThat(LifecycleFixture.ran(fixture.actor(kind)).isComplete()).isTrue();
      assertThat(fixture.notes("readings#" + DAY)).as("stopped at %d", moment).isEmpty();
      moment += step;
    } while (calls >= last);
    assertThat(moment).isGreaterThan(30);
  }

  /** Three runs, the first, the second or the third of which is cut off. */
  private void stoppedAt(long moment, Kind kind) {
    calls = 0;
    last = moment;
    fixture.also = this::watched;
    try {
      for (int run = 0; run < 3; run++) {
        LifecycleFixture.ran(fixture.actor(kind));
        fixture.now = fixture.now.plusSeconds(900);
      }
    } catch (Crash crash) {
      assertThat(calls).isGreaterThanOrEqualTo(moment);
    } finally {
      fixture.also = call -> {};
    }
  }
}
