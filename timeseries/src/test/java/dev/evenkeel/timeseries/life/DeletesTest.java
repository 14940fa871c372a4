package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.ForeignTableException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.ProtectedTableException;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Delete;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Which tables are not deleted, whatever their age. */
class DeletesTest {
  private static final TimeSeriesSpec SPEC = Series.daily();
  private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");
  private static final String FIRST = "readings_2026-03-10";

  private final World world = new World(Actor.Kind.SYNC, START);

  @Test
  void run_deletesNotSwitchedOn_deletesNothing() {
    world.pastRetention(SPEC);
    Actor actor = world.actor(SPEC, builder -> builder.deletes(0));

    LifecycleReport report = World.ran(actor);

    assertThat(report.notes()).anySatisfy(note -> assertThat(note).contains("switched off"));
    assertThat(world.aws.checker().deletions()).isEmpty();
  }

  @Test
  void run_manyPastRetention_deletesNoMoreThanItMay() {
    Actor all = world.begun(SPEC);
    for (int day = 10; day < 16; day++) {
      world.at("2026-03-%dT12:00:00Z".formatted(day));
      World.ran(world.actor(SPEC, builder -> builder.deletes(0)));
    }
    world.at("2026-03-17T12:00:00Z");
    Actor careful = world.actor(SPEC, builder -> builder.deletes(1));

    World.ran(careful);
    assertThat(world.aws.checker().deletions()).hasSize(1);
    World.ran(careful);
    assertThat(world.aws.checker().deletions()).hasSize(2);
    World.ran(all);
    assertThat(world.aws.client().listTables().tableNames())
        .contains("readings_2026-03-14", "readings_2026-03-15");
  }

  @Test
  void run_noArchiveAndNoneWaived_deletesNothing() {
    world.pastRetention(SPEC);
    Actor actor =
        world.actor(Series.builder().retention(Retention.deleteAfter(Duration.ofDays(3))).build());

    LifecycleReport report = World.ran(actor);

    assertThat(report.notes()).anySatisfy(note -> assertThat(note).contains("no verified archive"));
    assertThat(world.aws.checker().deletions()).isEmpty();
  }

  @Test
  void run_tagsDenied_deletesNothing() {
    Actor actor = world.pastRetention(SPEC);
    world.watch =
        call -> {
          if (call.operation().equals("ListTagsOfResource")) {
            throw Refusals.denied();
          }
        };

    LifecycleReport report = World.ran(actor);

    assertThat(report.actions(Result.FAILED)).singleElement().isInstanceOf(Delete.class);
    assertThat(report.outcomes())
        .anySatisfy(
            outcome -> assertThat(outcome.cause()).isInstanceOf(ForeignTableException.class));
    assertThat(world.aws.checker().deletions()).isEmpty();
    world.watch = call -> {};
    World.ran(actor);
    assertThat(world.aws.checker().deletions()).hasSize(1);
  }

  @Test
  void run_tagTakenOff_deletesNothing() {
    Actor actor = world.pastRetention(SPEC);
    world
        .aws
        .client()
        .untagResource(
            r -> r.resourceArn(world.describe(FIRST).tableArn()).tagKeys(TableOwnership.TAG));
    world.aws.advance(Duration.ofMinutes(1));

    assertThat(World.ran(actor).actions(Result.FAILED)).singleElement().isInstanceOf(Delete.class);
    assertThat(world.aws.checker().deletions()).isEmpty();
  }

  @Test
  void run_protectedBySomebody_isKept() {
    TimeSeriesSpec unprotected =
        Series.builder()
            .template(TableTemplate.of(Series.template().deletionProtectionEnabled(null).build()))
            .build();
    Actor actor = world.begun(unprotected);
    World.ran(actor);
    world.at("2026-03-13T12:00:00Z");
    World.ran(actor);
    world.aws.advance(Duration.ofMinutes(10));
    world.aws.client().updateTable(r -> r.tableName(FIRST).deletionProtectionEnabled(true));
    world.at("2026-03-14T02:00:00Z");

    LifecycleReport report = World.ran(actor);

    assertThat(report.outcomes())
        .anySatisfy(
            outcome -> assertThat(outcome.cause()).isInstanceOf(ProtectedTableException.class));
    assertThat(world.aws.checker().deletions()).isEmpty();
  }

  @Test
  void run_tablesOfOthersWithOurNames_areNotTouched() {
    Actor actor = world.begun(SPEC);
    world.aws.adopt(FaultsTest.plain(FIRST));
    world.aws.adopt(FaultsTest.plain("readings_2026-03-04"));
    world.aws.adopt(FaultsTest.plain("readings_2026-03-04-old"));

    LifecycleReport report = World.ran(actor);

    assertThat(report.outcomes()).isEmpty();
    assertThat(report.notes())
        .hasSize(2)
        .allSatisfy(note -> assertThat(note).contains("in the way"));
    assertThat(world.changes()).isEmpty();
  }

  @Test
  void run_anotherTableUnderTheNameOfOurs_isNotTouched() {
    Actor actor = world.pastRetention(SPEC);
    world.aws.client().updateTable(r -> r.tableName(FIRST).deletionProtectionEnabled(false));
    world.aws.advance(Duration.ofMinutes(10));
    world.aws.client().deleteTable(r -> r.tableName(FIRST));
    world.aws.advance(Duration.ofMinutes(10));
    world.aws.adopt(FaultsTest.plain(FIRST));
    world.changes();

    LifecycleReport report = World.ran(actor);

    assertThat(report.notes()).anySatisfy(note -> assertThat(note).contains(FIRST, "in the way"));
    assertThat(world.changes()).noneMatch(change -> change.contains(FIRST));
  }
}
