package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Rounds;
import dev.evenkeel.timeseries.archive.NativeExportReader;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.util.HashSet;
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
 * A process ends before or after any of its calls to DynamoDB, while it archives and while it
 * restores: a fresh one brings both to where they would have come undisturbed.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ArchiveCrashTest {
  private static final String DAY = ArchiveFixture.DAY;
  private static final RestoreOrder ORDER = RestoreOrder.of(DAY);

  /** The flows are the same; what the sync driver does with a crash shows at some of them. */
  private static final int SYNC_STEP = Rounds.step(122, 13);

  private static final int ASYNC_STEP = Rounds.step(58, 4);

  private final LocalS3 localS3;
  private final ArchiveFixture fixture;
  private long calls;
  private long last;

  /** The end of a process. */
  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  ArchiveCrashTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.localS3 = localS3;
    this.fixture = new ArchiveFixture(localS3, new TaggingClient(sync), async, s3, s3Async, 150);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  private synchronized void watched(CallWatch.Call call) {
    calls++;
    if (calls >= last) {
      throw new Crash();
    }
  }

  /** Lets a process do something, and end at a moment. */
  private void until(long moment, Runnable work) {
    calls = 0;
    last = moment;
    fixture.also = this::watched;
    try {
      work.run();
    } catch (Crash crash) {
      assertThat(calls).isGreaterThanOrEqualTo(moment);
    } finally {
      fixture.also = call -> {};
    }
  }

  private Set<Map<String, AttributeValue>> archived(ArchivedTable archive) {
    String summary =
        archive.prefix() + "AWSDynamoDB/" + archive.exportId() + "/manifest-summary.json";
    return new HashSet<>(new NativeExportReader(fixture.s3, fixture.bucket, summary).items());
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void runAndRestore_stoppedNowAndThen_areFinishedByTheNext(Kind kind) {
    enumerate(kind, kind == Kind.SYNC ? SYNC_STEP : ASYNC_STEP);
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
      until(moment, () -> LifecycleFixture.ran(fixture.actor(kind)));
      fixture.now = fixture.now.plusSeconds(600);
      if (fixture.actor(kind).archives().isEmpty()) {
        assertThat(LifecycleFixture.ran(fixture.actor(kind)).isComplete())
            .as("stopped at %d", moment)
            .isTrue();
      }
      ArchivedTable archive = fixture.actor(kind).archives().get(0);
      assertThat(archived(archive)).as("stopped at %d", moment).isEqualTo(rows);
      assertThat(LifecycleFixture.ran(fixture.actor(kind)).isComplete()).isTrue();
      assertThat(LifecycleFixture.ran(fixture.actor(kind)).outcomes()).isEmpty();
      assertThat(fixture.notes("readings#" + DAY)).as("stopped at %d", moment).isEmpty();
      moment += step;
    } while (calls >= last);
    assertThat(moment).isGreaterThan(100);

    restores(kind, step, rows);
  }

  private void restores(Kind kind, int step, Set<Map<String, AttributeValue>> rows) {
    List<Map<String, AttributeValue>> control = fixture.all("control");
    long moment = 1;
    do {
      fixture.replace("control", control);
      fixture.drop(ORDER.target());
      until(moment, () -> fixture.actor(kind).restore(ORDER));
      fixture.now = fixture.now.plusSeconds(600);
      assertThat(fixture.actor(kind).restore(ORDER).isDone()).as("stopped at %d", moment).isTrue();
      assertThat(fixture.notes("readings#restore#" + ORDER.target())).isEmpty();
      assertThat(fixture.rows(ORDER.target())).as("stopped at %d", moment).isEqualTo(rows);
      moment += step;
    } while (calls >= last);
    assertThat(moment).isGreaterThan(30);
  }
}
