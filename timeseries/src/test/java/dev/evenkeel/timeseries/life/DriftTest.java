package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan.Drift;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.TableSetting;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Mend;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.Tag;

/** The drift of live tables from their template is shown, and mended on request. */
class DriftTest {
  private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");
  private static final String TODAY = "readings_2026-03-10";
  private static final TimeSeriesSpec SPEC =
      Series.builder()
          .template(
              TableTemplate.of(
                      Series.template()
                          .tags(Tag.builder().key("team").value("sensors").build())
                          .build())
                  .timeToLive("expires")
                  .pointInTimeRecovery())
          .build();

  private static void waited(LifecycleFixture fixture) {
    fixture.aws.advance(Duration.ofHours(2));
    fixture.changes();
  }

  /** Switches off whatever can be, and tags as others do. */
  private static void tamper(LifecycleFixture fixture) {
    DynamoDbClient client = fixture.aws.client();
    String arn = fixture.describe(TODAY).tableArn();
    waited(fixture);
    client.untagResource(r -> r.resourceArn(arn).tagKeys("team"));
    client.tagResource(
        r -> r.resourceArn(arn).tags(Tag.builder().key("cost").value("theirs").build()));
    client.updateTimeToLive(
        r ->
            r.tableName(TODAY)
                .timeToLiveSpecification(t -> t.enabled(false).attributeName("expires")));
    client.updateContinuousBackups(
        r ->
            r.tableName(TODAY)
                .pointInTimeRecoverySpecification(p -> p.pointInTimeRecoveryEnabled(false)));
    client.updateTable(r -> r.tableName(TODAY).deletionProtectionEnabled(false));
    waited(fixture);
    client.updateTable(r -> r.tableName(TODAY).streamSpecification(s -> s.streamEnabled(false)));
    waited(fixture);
  }

  private static List<TableSetting> settings(LifecyclePlan plan) {
    return plan.drift().stream().map(Drift::setting).toList();
  }

  @ParameterizedTest
  @EnumSource
  void run_withoutReconcile_showsDriftInPlansAndTouchesNothing(Kind kind) {
    LifecycleFixture fixture = new LifecycleFixture(kind, START);
    Actor actor = fixture.begun(SPEC);
    LifecycleFixture.ran(actor);
    waited(fixture);
    assertThat(actor.plan().get(0).drift()).isEmpty();
    tamper(fixture);

    LifecyclePlan plan = actor.plan().get(0);

    assertThat(plan.actions()).isEmpty();
    assertThat(settings(plan))
        .containsExactly(
            TableSetting.TAGS,
            TableSetting.TIME_TO_LIVE,
            TableSetting.POINT_IN_TIME_RECOVERY,
            TableSetting.STREAMS,
            TableSetting.DELETION_PROTECTION);
    assertThat(plan.drift()).allMatch(Drift::isMendable);
    assertThat(plan.toString())
        .contains("drift: table '" + TODAY + "': time to live is off")
        .doesNotContain("cost", "theirs");
    long asked = describes(fixture);
    assertThat(LifecycleFixture.ran(actor).outcomes()).isEmpty();
    assertThat(describes(fixture))
        .as("a run that does not reconcile does not look")
        .isEqualTo(asked);
    assertThat(fixture.changes()).isEmpty();
  }

  private static long describes(LifecycleFixture fixture) {
    return fixture.aws.log().callCounts().getOrDefault("DescribeTimeToLive", 0L);
  }

  @ParameterizedTest
  @EnumSource
  void run_withReconcile_mendsAndNeverShowsItAgain(Kind kind) {
    LifecycleFixture fixture = new LifecycleFixture(kind, START);
    LifecycleFixture.ran(fixture.begun(SPEC));
    tamper(fixture);
    Actor actor = fixture.actor(SPEC, builder -> builder.reconcile());
    LifecyclePlan plan = actor.plan().get(0);
    assertThat(plan.actions()).singleElement().isInstanceOf(Mend.class);

    LifecycleReport report = actor.apply(plan);

    assertThat(report.isComplete()).as("%s", report).isTrue();
    assertThat(fixture.changes())
        .containsExactlyInAnyOrder(
            "TagResource " + TODAY,
            "UpdateTimeToLive " + TODAY,
            "UpdateContinuousBackups " + TODAY,
            "UpdateTable " + TODAY,
            "UpdateTable " + TODAY);
    assertThat(actor.plan().get(0).drift()).isEmpty();
    assertThat(LifecycleFixture.ran(actor).actions(Result.DONE))
        .as("whose stream is new is told of it, as of a new table")
        .hasSize(1);
    assertThat(fixture.changes()).containsExactly("active " + TODAY);
    assertThat(LifecycleFixture.ran(actor).outcomes()).isEmpty();
    assertThat(actor.plan().get(0).actions()).isEmpty();
    String arn = fixture.describe(TODAY).tableArn();
    assertThat(fixture.aws.client().listTagsOfResource(r -> r.resourceArn(arn)).tags())
        .extracting(Tag::key)
        .as("others' tags stay")
        .containsExactlyInAnyOrder("cost", "evenkeel:series", "team");
  }

  /** Indexes, and what goes by another attribute or view, are shown and left to people. */
  @Test
  void run_whatIsNotSafeToMend_isShownAndLeft() {
    LifecycleFixture fixture = new LifecycleFixture(Kind.SYNC, START);
    LifecycleFixture.ran(fixture.begun(SPEC));
    waited(fixture);
    TimeSeriesSpec changed =
        Series.builder()
            .template(
                TableTemplate.of(
                        Series.template()
                            .globalSecondaryIndexes(
                                GlobalSecondaryIndex.builder()
                                    .indexName("by-hour")
                                    .keySchema(Series.key("place", KeyType.HASH))
                                    .projection(p -> p.projectionType(ProjectionType.KEYS_ONLY))
                                    .provisionedThroughput(
                                        u -> u.readCapacityUnits(1L).writeCapacityUnits(1L))
                                    .build())
                            .streamSpecification(
                                s -> s.streamEnabled(true).streamViewType("NEW_AND_OLD_IMAGES"))
                            .build())
                    .timeToLive("until"))
            .build();
    Actor actor = fixture.actor(changed, builder -> builder.reconcile());

    LifecyclePlan plan = actor.plan().get(0);

    assertThat(plan.drift()).noneMatch(Drift::isMendable);
    assertThat(plan.drift())
        .extracting(drift -> drift.setting().words() + " " + drift.difference())
        .containsExactly(
            "time to live goes by 'expires', and by the template by 'until'",
            "streams show NEW_IMAGE, and by the template NEW_AND_OLD_IMAGES",
            "indexes lack 'by-hour' of the template",
            "indexes have 'by-place', which the template has not");
    assertThat(plan.actions()).noneMatch(Mend.class::isInstance);
    LifecycleFixture.ran(actor);
    assertThat(fixture.changes()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void plan_settingsMayNotBeLookedAt_isNotedAndGoesOn(Kind kind) {
    LifecycleFixture fixture = new LifecycleFixture(kind, START);
    Actor actor = fixture.begun(SPEC);
    LifecycleFixture.ran(actor);
    fixture.watch =
        call -> {
          if (call.operation().equals("DescribeContinuousBackups")) {
            throw Refusals.denied();
          }
        };

    LifecyclePlan plan = actor.plan().get(0);

    assertThat(plan.drift()).isEmpty();
    assertThat(plan.notes()).singleElement().asString().contains("could not be read");
  }
}
