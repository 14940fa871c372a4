package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
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
  private static final String DAY = ArchiveWorld.DAY;

  /** The flows are the same; what the sync driver does with a crash shows at some of them. */
  private static final int SYNC_STEP = Rounds.step(31);

  private static final int ASYNC_STEP = Rounds.step(11);

  private final LocalS3 localS3;
  private final ExportWorld exports;
  private final ArchiveWorld world;
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
    this.exports = new ExportWorld(localS3, sync, async, s3, s3Async, 20);
    this.world = exports.world;
  }

  @AfterEach
  void removeTables() {
    world.removeTables();
  }

  private synchronized void watched(CallWatch.Call call) {
    boolean isOne =
        call.operation().contains("Export")
            || call.operation().matches("(Put|Update|Delete|TransactWrite).*");
    if (isOne && ++calls >= last) {
      throw new Crash();
    }
  }

  @Tag("rounds")
  @ParameterizedTest
  @EnumSource
  void run_stoppedNowAndThen_isFinishedByTheNext(Actor.Kind kind) {
    enumerate(kind, kind == Actor.Kind.SYNC ? SYNC_STEP : ASYNC_STEP);
  }

  @ParameterizedTest
  @EnumSource
  void run_stoppedWhenTheExportIsTaken_meetsItAgain(Actor.Kind kind) {
    world.fill(world.actor(kind));
    assertThat(exports.ran(world.actor(kind)).result()).isEqualTo(Result.UNDER_WAY);
    world.now = world.now.plusSeconds(120);
    world.also =
        call -> {
          if (call.isAfter() && call.operation().startsWith("ExportTable")) {
            throw new Crash();
          }
        };
    assertThatThrownBy(() -> World.ran(world.actor(kind))).isInstanceOf(Crash.class);
    world.also = call -> {};
    exports.exportsEnd();

    assertThat(exports.ran(world.actor(kind)).result()).isIn(Result.DONE, Result.UNDER_WAY);
    exports.exportsEnd();
    World.ran(world.actor(kind));
    assertThat(world.actor(kind).archives()).hasSize(1);
    assertThat(exports.exports()).isEqualTo(1);
  }

  private void enumerate(Actor.Kind kind, int step) {
    world.fill(world.actor(kind));
    Set<Map<String, AttributeValue>> rows = world.rows(DAY);
    List<Map<String, AttributeValue>> control = world.all("control");
    long moment = 1;
    do {
      world.replace("control", control);
      world.bucket = localS3.newBucket();
      world.now = ArchiveWorld.DUE;
      stoppedAt(moment, kind);
      for (int run = 0; run < 4 && world.actor(kind).archives().isEmpty(); run++) {
        exports.exportsEnd();
        World.ran(world.actor(kind));
      }

      assertThat(world.actor(kind).archives()).as("stopped at %d", moment).hasSize(1);
      ArchivedTable archive = world.actor(kind).archives().get(0);
      assertThat(exports.archived(archive)).as("stopped at %d", moment).isEqualTo(rows);
      exports.exportsEnd();
      assertThat(world.objects())
          .as("stopped at %d", moment)
          .allMatch(key -> key.contains(archive.exportId()));
      assertThat(World.ran(world.actor(kind)).isComplete()).isTrue();
      assertThat(world.notes("readings#" + DAY)).as("stopped at %d", moment).isEmpty();
      moment += step;
    } while (calls >= last);
    assertThat(moment).isGreaterThan(30);
  }

  /** Three runs, the first, the second or the third of which is cut off. */
  private void stoppedAt(long moment, Actor.Kind kind) {
    calls = 0;
    last = moment;
    world.also = this::watched;
    try {
      for (int run = 0; run < 3; run++) {
        World.ran(world.actor(kind));
        world.now = world.now.plusSeconds(900);
      }
    } catch (Crash crash) {
      assertThat(calls).isGreaterThanOrEqualTo(moment);
    } finally {
      world.also = call -> {};
    }
  }
}
