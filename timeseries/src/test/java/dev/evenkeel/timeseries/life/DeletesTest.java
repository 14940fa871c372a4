package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Delete;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tables that are not deleted, whatever their age. */
class DeletesTest {
  private static final TimeSeriesSpec SPEC = Series.daily();
  private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");
  private static final String FIRST = "readings_2026-03-10";

  private final LifecycleFixture fixture = new LifecycleFixture(Kind.SYNC, START);

  @Test
  void run_deletesNotSwitchedOn_deletesNothing() {
    fixture.pastRetention(SPEC);
    Actor actor = fixture.actor(SPEC, builder -> builder.deletes(0));

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.notes())
        .anySatisfy(note -> assertThat(note).contains("this run deletes nothing"));
    assertThat(fixture.aws.checker().deletions()).isEmpty();
  }

  @Test
  void run_manyPastRetention_deletesNoMoreThanItMay() {
    Actor all = fixture.begun(SPEC);
    for (int day = 10; day < 16; day++) {
      fixture.at("2026-03-%dT12:00:00Z".formatted(day));
      LifecycleFixture.ran(fixture.actor(SPEC, builder -> builder.deletes(0)));
    }
    fixture.at("2026-03-17T12:00:00Z");
    Actor careful = fixture.actor(SPEC, builder -> builder.deletes(1));

    LifecycleFixture.ran(careful);
    assertThat(fixture.aws.checker().deletions()).hasSize(1);
    LifecycleFixture.ran(careful);
    assertThat(fixture.aws.checker().deletions()).hasSize(2);
    LifecycleFixture.ran(all);
    assertThat(fixture.aws.client().listTables().tableNames())
        .contains("readings_2026-03-14", "readings_2026-03-15");
  }

  @Test
  void run_noArchiveAndNoneWaived_deletesNothing() {
    fixture.pastRetention(SPEC);
    Actor actor =
        fixture.actor(
            Series.builder().retention(Retention.deleteAfter(Duration.ofDays(3))).build());

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.notes()).anySatisfy(note -> assertThat(note).contains("no verified archive"));
    assertThat(fixture.aws.checker().deletions()).isEmpty();
  }

  @Test
  void run_tagsDenied_deletesNothing() {
    Actor actor = fixture.pastRetention(SPEC);
    fixture.watch =
        call -> {
          if (call.operation().equals("ListTagsOfResource")) {
            throw Refusals.denied();
          }
        };

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.actions(Result.FAILED)).singleElement().isInstanceOf(Delete.class);
    assertThat(report.outcomes())
        .anySatisfy(
            outcome ->
                assertThat(outcome.cause())
                    .matches(
                        thrown ->
                            LifecycleException.is(
                                thrown, LifecycleException.Reason.FOREIGN_TABLE)));
    assertThat(fixture.aws.checker().deletions()).isEmpty();
    fixture.watch = call -> {};
    LifecycleFixture.ran(actor);
    assertThat(fixture.aws.checker().deletions()).hasSize(1);
  }

  @Test
  void run_tagTakenOff_deletesNothing() {
    Actor actor = fixture.pastRetention(SPEC);
    fixture
        .aws
        .client()
        .untagResource(
            r -> r.resourceArn(fixture.describe(FIRST).tableArn()).tagKeys(TableOwnership.TAG));
    fixture.aws.advance(Duration.ofMinutes(1));

    assertThat(LifecycleFixture.ran(actor).actions(Result.FAILED))
        .singleElement()
        .isInstanceOf(Delete.class);
    assertThat(fixture.aws.checker().deletions()).isEmpty();
  }

  @Test
  void run_protectedBySomebody_isKept() {
    TimeSeriesSpec unprotected =
        Series.builder()
            .template(TableTemplate.of(Series.template().deletionProtectionEnabled(null).build()))
            .build();
    Actor actor = fixture.begun(unprotected);
    LifecycleFixture.ran(actor);
    fixture.at("2026-03-13T12:00:00Z");
    LifecycleFixture.ran(actor);
    fixture.aws.advance(Duration.ofMinutes(10));
    fixture.aws.client().updateTable(r -> r.tableName(FIRST).deletionProtectionEnabled(true));
    fixture.at("2026-03-14T02:00:00Z");

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.outcomes())
        .anySatisfy(
            outcome ->
                assertThat(outcome.cause())
                    .matches(
                        thrown ->
                            LifecycleException.is(
                                thrown, LifecycleException.Reason.PROTECTED_TABLE)));
    assertThat(fixture.aws.checker().deletions()).isEmpty();
  }

  @Test
  void run_tablesOfOthersWithOurNames_areNotTouched() {
    Actor actor = fixture.begun(SPEC);
    fixture.aws.adopt(FaultsTest.plain(FIRST));
    fixture.aws.adopt(FaultsTest.plain("readings_2026-03-04"));
    fixture.aws.adopt(FaultsTest.plain("readings_2026-03-04-old"));

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.outcomes()).isEmpty();
    assertThat(report.notes())
        .hasSize(2)
        .allSatisfy(note -> assertThat(note).contains("in the way"));
    assertThat(fixture.changes()).isEmpty();
  }

  @Test
  void run_anotherTableUnderTheNameOfOurs_isNotTouched() {
    Actor actor = fixture.pastRetention(SPEC);
    fixture.aws.client().updateTable(r -> r.tableName(FIRST).deletionProtectionEnabled(false));
    fixture.aws.advance(Duration.ofMinutes(10));
    fixture.aws.client().deleteTable(r -> r.tableName(FIRST));
    fixture.aws.advance(Duration.ofMinutes(10));
    fixture.aws.adopt(FaultsTest.plain(FIRST));
    fixture.changes();

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.notes()).anySatisfy(note -> assertThat(note).contains(FIRST, "in the way"));
    assertThat(fixture.changes()).noneMatch(change -> change.contains(FIRST));
  }
}
