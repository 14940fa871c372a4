package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.Scaling;
import dev.evenkeel.timeseries.spec.Tier;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Resize;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A table that still takes items keeps a higher capacity that others have set. */
class ScalingTest {
  private static final TimeSeriesSpec SPEC = Series.daily();
  private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");
  private static final String TODAY = "readings_2026-03-10";

  private static void raise(LifecycleFixture fixture, long read, long write) {
    fixture
        .aws
        .client()
        .updateTable(
            r ->
                r.tableName(TODAY)
                    .provisionedThroughput(
                        u -> u.readCapacityUnits(read).writeCapacityUnits(write)));
    fixture.aws.advance(Duration.ofMinutes(2));
    fixture.changes();
  }

  private static List<Long> units(LifecycleFixture fixture) {
    var units = fixture.describe(TODAY).provisionedThroughput();
    return List.of(units.readCapacityUnits(), units.writeCapacityUnits());
  }

  @ParameterizedTest
  @EnumSource
  void run_aLiveTableWasRaised_isLoweredWhenItsTimeIsOver(Kind kind) {
    LifecycleFixture fixture = new LifecycleFixture(kind, START);
    Actor actor = fixture.begun(SPEC);
    LifecycleFixture.ran(actor);
    raise(fixture, 400, 2_000);

    assertThat(LifecycleFixture.ran(actor).outcomes()).isEmpty();
    fixture.at("2026-03-11T00:59:00Z");
    LifecycleFixture.ran(actor);
    assertThat(units(fixture)).containsExactly(400L, 2_000L);

    fixture.at("2026-03-11T01:10:00Z");
    LifecycleFixture.ran(actor);
    fixture.aws.advance(Duration.ofMinutes(5));
    assertThat(units(fixture)).containsExactly(50L, 1L);
  }

  /** Between lookup and change the table is raised further. */
  @ParameterizedTest
  @EnumSource
  void run_itIsRaisedMeanwhile_isNotLoweredToTheFloor(Kind kind) {
    LifecycleFixture fixture = new LifecycleFixture(kind, START);
    Actor actor = fixture.begun(SPEC);
    LifecycleFixture.ran(actor);
    raise(fixture, 10, 600);
    int[] leases = {0};
    fixture.watch =
        call -> {
          boolean isLease = call.operation().equals("UpdateItem") && !call.isAfter();
          if (isLease && ++leases[0] == 2) {
            raise(fixture, 10, 5_000); // the run has its lease, and its plan, and renews the lease
          }
        };

    LifecycleFixture.ran(actor);
    fixture.aws.advance(Duration.ofMinutes(5));

    assertThat(units(fixture)).containsExactly(100L, 5_000L);
  }

  @ParameterizedTest
  @EnumSource
  void run_scalingIsExternal_changesNoCapacity(Kind kind) {
    LifecycleFixture fixture = new LifecycleFixture(kind, START);
    Actor actor = fixture.begun(Series.builder().tiers().scaling(Scaling.EXTERNAL).build());
    LifecycleFixture.ran(actor);
    raise(fixture, 10, 5_000);

    assertThat(LifecycleFixture.ran(actor).outcomes()).isEmpty();
    fixture.at("2026-03-11T01:10:00Z");
    assertThat(LifecycleFixture.ran(actor).outcomes()).noneMatch(o -> o.action() instanceof Resize);
    assertThat(units(fixture)).containsExactly(10L, 5_000L);
  }

  @Test
  void build_externalWithACapacityByAge_isRefused() {
    assertThatThrownBy(
            () ->
                Series.builder()
                    .scaling(Scaling.EXTERNAL)
                    .tiers(Tier.cooled().provisioned(1, 1))
                    .build())
        .hasMessageContaining("scaling is EXTERNAL, and the tier of age PT0S says a capacity");
  }

  @ParameterizedTest
  @EnumSource
  void run_scalableTargetsAreRegistered_leavesTheTableAloneAndSaysSo(Kind kind) {
    LifecycleFixture fixture = new LifecycleFixture(kind, START);
    List<Collection<ObservedTable>> asked = new ArrayList<>();
    Actor actor =
        fixture.actor(
            SPEC,
            builder ->
                builder.scalableTargets(
                    tables -> {
                      asked.add(tables);
                      return CompletableFuture.completedFuture(Set.of(TODAY));
                    }));
    actor.createControlTable();
    LifecycleFixture.ran(actor);
    assertThat(asked).as("nothing was to be changed").isEmpty();
    fixture.at("2026-03-11T01:10:00Z");

    LifecycleReport over = LifecycleFixture.ran(actor);

    assertThat(asked)
        .isNotEmpty()
        .allMatch(tables -> tables.stream().anyMatch(table -> table.name().equals(TODAY)));
    assertThat(over.outcomes()).noneMatch(outcome -> outcome.action() instanceof Resize);
    assertThat(over.notes()).anyMatch(note -> note.contains("has scalable targets"));
    assertThat(units(fixture)).containsExactly(100L, 600L);
  }

  @ParameterizedTest
  @EnumSource
  void run_targetsCannotBeLookedAt_lowersNothingAndSaysSo(Kind kind) {
    LifecycleFixture fixture = new LifecycleFixture(kind, START);
    Actor actor = fixture.actor(SPEC, builder -> builder.scalableTargets(names -> failed(kind)));
    actor.createControlTable();
    LifecycleFixture.ran(actor);
    fixture.at("2026-03-11T01:10:00Z");

    LifecycleReport over = LifecycleFixture.ran(actor);

    assertThat(over.outcomes()).noneMatch(outcome -> outcome.action() instanceof Resize);
    assertThat(over.notes()).anyMatch(note -> note.contains("scalable targets could not be read"));
  }

  private static CompletionStage<Set<String>> failed(Kind kind) {
    if (kind == Kind.SYNC) {
      throw Refusals.denied();
    }
    return CompletableFuture.failedFuture(Refusals.denied());
  }
}
