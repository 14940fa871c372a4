package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.LifecycleBuilder;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook.TableEvent;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The life of tables on a real engine: the same lines as in {@link TimelineTest}. Features that
 * DynamoDB Local lacks (tags, recovery, table classes, warm throughput) are noted, and nothing
 * fails.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class LocalTimelineTest {
  private static final TimeSeriesSpec SPEC = Series.daily();

  private final List<String> changes = new ArrayList<>();
  private Instant now = Instant.parse("2026-03-10T12:00:00Z");

  private void watched(CallWatch.Call call) {
    boolean isChange = call.operation().matches("(Create|Delete)Table|Update(Table|TimeToLive)");
    if (call.isAfter() && isChange) {
      changes.add(
          call.operation()
              + " "
              + call.request().getValueForField("TableName", String.class).orElseThrow());
    }
  }

  private final LifecycleHook hook =
      new LifecycleHook() {
        @Override
        public void onTableActive(TableEvent event) {
          changes.add("active " + event.table().tableName());
        }

        @Override
        public void onTableRetiring(TableEvent event) {
          changes.add("retiring " + event.table().tableName());
        }
      };

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void run_fiveDays_doesWhatIsDueAndNothingTwice(
      Kind kind, LocalDynamoDb local, DynamoDbClient sync, DynamoDbAsyncClient async) {
    String control = "control-" + kind;
    Consumer<LifecycleBuilder<?>> settings =
        builder ->
            builder
                .table(SPEC)
                .controlTable(control)
                .deletes(5)
                .virtualTime(() -> now, pause -> now = now.plus(pause));
    Actor actor =
        kind == Kind.SYNC
            ? Actor.sync(CallWatch.sync(sync, this::watched), hook, settings)
            : Actor.async(CallWatch.async(async, this::watched), hook, settings);
    actor.createControlTable();
    actor.createControlTable();
    changes.clear();

    built(actor, "2026-03-10T12:00:00Z", "2026-03-10");
    expect(actor, "2026-03-10T22:59:00Z");
    built(actor, "2026-03-10T23:00:00Z", "2026-03-11");
    expect(
        actor,
        "2026-03-11T01:00:00Z",
        "retiring readings_2026-03-10",
        "UpdateTable readings_2026-03-10");
    built(actor, "2026-03-11T23:00:00Z", "2026-03-12");
    now = Instant.parse("2026-03-12T01:00:00Z");
    LifecycleReport lowered = LifecycleFixture.ran(actor);
    assertThat(lowered.isComplete()).as("%s", lowered).isTrue();
    assertThat(lowered.notes())
        .singleElement()
        .asString()
        .isEqualTo(
            "table 'readings_2026-03-10' is without table class, which the engine does not know");
    changes.clear();
    expect(actor, "2026-03-12T01:01:00Z");
    built(actor, "2026-03-12T23:00:00Z", "2026-03-13");
    expect(
        actor,
        "2026-03-14T02:00:00Z",
        "CreateTable readings_2026-03-14",
        "UpdateTimeToLive readings_2026-03-14",
        "active readings_2026-03-14",
        "retiring readings_2026-03-12",
        "retiring readings_2026-03-13",
        "UpdateTable readings_2026-03-13",
        "UpdateTable readings_2026-03-12",
        "UpdateTable readings_2026-03-11",
        "UpdateTable readings_2026-03-10",
        "DeleteTable readings_2026-03-10");
    expect(actor, "2026-03-14T03:00:00Z");
    assertThat(sync.listTables().tableNames())
        .doesNotContain("readings_2026-03-10")
        .contains("readings_2026-03-14");
    assertThat(
            sync.describeTable(r -> r.tableName("readings_2026-03-11"))
                .table()
                .provisionedThroughput()
                .writeCapacityUnits())
        .isEqualTo(1);
    removeAll(sync);
  }

  /** With the system's clock, and pauses that are waited for. */
  @ParameterizedTest
  @EnumSource
  void run_inRealTime_buildsTheTableOfNow(
      Kind kind, LocalDynamoDb local, DynamoDbAsyncClient async, DynamoDbClient sync) {
    TimeSeriesSpec spec = Series.named("real-" + kind).build();
    Consumer<LifecycleBuilder<?>> settings =
        builder -> builder.table(spec).controlTable("real-control-" + kind);
    Actor actor =
        kind == Kind.SYNC ? Actor.sync(sync, hook, settings) : Actor.async(async, hook, settings);
    actor.createControlTable();

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.isComplete()).as("%s", report).isTrue();
    assertThat(changes).contains("active " + spec.tables().nameAt(report.at()));
  }

  private void built(Actor actor, String time, String day) {
    now = Instant.parse(time);
    LifecycleReport report = LifecycleFixture.ran(actor);
    assertThat(report.isComplete()).as("%s", report).isTrue();
    assertThat(report.notes())
        .hasSize(3)
        .allSatisfy(note -> assertThat(note).contains("the engine does not know"));
    assertThat(changes)
        .containsExactly(
            "CreateTable readings_" + day,
            "UpdateTimeToLive readings_" + day,
            "active readings_" + day);
    changes.clear();
    expect(actor, time);
  }

  private void expect(Actor actor, String time, String... expected) {
    now = Instant.parse(time).isBefore(now) ? now : Instant.parse(time);
    LifecycleReport report = LifecycleFixture.ran(actor);
    assertThat(report.isComplete()).as("%s", report).isTrue();
    assertThat(changes).as("at %s", time).containsExactlyInAnyOrder(expected);
    changes.clear();
    LifecycleFixture.ran(actor);
    assertThat(changes).as("again at %s", time).isEmpty();
  }

  /** The other client's life begins anew. */
  private static void removeAll(DynamoDbClient client) {
    for (String name : client.listTables().tableNames()) {
      if (!name.startsWith("readings_")) {
        continue;
      }
      client.updateTable(r -> r.tableName(name).deletionProtectionEnabled(false));
      client.deleteTable(r -> r.tableName(name));
    }
  }
}
