package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.testkit.control.ControlFault;
import dev.evenkeel.testkit.control.EngineCapability;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.ClockWentBackException;
import dev.evenkeel.timeseries.spec.lifecycle.ForeignTableException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.NewerLedgerException;
import dev.evenkeel.timeseries.spec.lifecycle.ProtectedTableException;
import dev.evenkeel.timeseries.spec.lifecycle.StalePlanException;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Delete;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership;
import dev.evenkeel.timeseries.spec.lifecycle.TooManyTablesException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** What a lifecycle must not do, whatever it is told and whatever it finds. */
class CareTest {
  private static final TimeSeriesSpec SPEC = Series.daily();
  private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");
  private static final String FIRST = "readings_2026-03-10";

  private final World world = new World(Actor.Kind.SYNC, START);

  /** A table that is past its retention, and another beside it. */
  private Actor pastRetention() {
    Actor actor = world.begun(SPEC);
    World.ran(actor);
    world.at("2026-03-13T12:00:00Z");
    World.ran(actor);
    world.at("2026-03-14T02:00:00Z");
    world.changes();
    return actor;
  }

  @ParameterizedTest
  @EnumSource
  void plan_always_writesNothing(Actor.Kind kind) {
    World other = new World(kind, START);
    Actor actor = other.begun(SPEC);
    other.watch =
        call ->
            assertThat(call.operation())
                .isIn("Query", "ListTables", "DescribeTable", "ListTagsOfResource");

    assertThat(actor.plan()).singleElement().asString().contains("build " + FIRST);
    assertThat(other.changes()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void apply_planOfNow_doesWhatItSaid(Actor.Kind kind) {
    World other = new World(kind, START);
    Actor actor = other.begun(SPEC);
    LifecyclePlan plan = actor.plan().get(0);

    LifecycleReport report = actor.apply(plan);

    assertThat(report.actions(Result.DONE)).isEqualTo(plan.actions());
    assertThat(other.changes()).startsWith("CreateTable " + FIRST);
    assertThatThrownBy(() -> actor.apply(plan)).isInstanceOf(StalePlanException.class);
    assertThat(other.changes()).isEmpty();
  }

  @Test
  void apply_tableChangedSince_isRefusedAndNothingDone() {
    Actor actor = pastRetention();
    LifecyclePlan plan = actor.plan().get(0);
    world.aws.client().updateTable(r -> r.tableName(FIRST).tableClass("STANDARD"));
    world.aws.advance(Duration.ofMinutes(10));
    world.changes();

    assertThatThrownBy(() -> actor.apply(plan))
        .isInstanceOf(StalePlanException.class)
        .hasMessageContaining("changed since");
    assertThat(world.changes()).isEmpty();
  }

  @Test
  void apply_hoursLater_isRefusedIfOtherThingsAreDue() {
    Actor actor = world.begun(SPEC);
    LifecyclePlan plan = actor.plan().get(0);
    world.at("2026-03-10T23:30:00Z");

    assertThatThrownBy(() -> actor.apply(plan))
        .isInstanceOf(StalePlanException.class)
        .hasMessageContaining("time has gone on");
    assertThat(world.changes()).isEmpty();
  }

  @Test
  void run_deletesNotSwitchedOn_deletesNothing() {
    pastRetention();
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
    pastRetention();
    Actor actor =
        world.actor(Series.builder().retention(Retention.deleteAfter(Duration.ofDays(3))).build());

    LifecycleReport report = World.ran(actor);

    assertThat(report.notes()).anySatisfy(note -> assertThat(note).contains("no verified archive"));
    assertThat(world.aws.checker().deletions()).isEmpty();
  }

  @Test
  void run_tagsDenied_deletesNothing() {
    Actor actor = pastRetention();
    world.watch =
        call -> {
          if (call.operation().equals("ListTagsOfResource")) {
            throw denied();
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
  void run_listTablesDenied_goesByTheLedger() {
    Actor actor = world.begun(SPEC);
    World.ran(actor);
    world.changes();
    world.at("2026-03-10T23:00:00Z");
    world.watch =
        call -> {
          if (call.operation().equals("ListTables")) {
            throw denied();
          }
        };

    LifecycleReport report = World.ran(actor);

    assertThat(report.isComplete()).isTrue();
    assertThat(report.notes())
        .anySatisfy(note -> assertThat(note).contains("ListTables is denied"));
    assertThat(world.changes()).contains("CreateTable readings_2026-03-11");
  }

  @Test
  void run_oneTableCannotBeDescribed_doesForTheOthers() {
    Actor actor = world.begun(SPEC);
    World.ran(actor);
    world.changes();
    world.at("2026-03-10T23:00:00Z");
    world.aws.inject(ControlFault.throttled().into("DescribeTable").onTables(FIRST::equals));

    LifecycleReport report = World.ran(actor);

    assertThat(report.notes()).anySatisfy(note -> assertThat(note).contains(FIRST, "looked at"));
    assertThat(world.changes())
        .contains("active readings_2026-03-11")
        .noneMatch(change -> change.contains(FIRST));
  }

  @Test
  void run_engineRefusesASetting_buildsWithoutItAndSaysSo() {
    World engine =
        new World(Actor.Kind.SYNC, START, EngineCapability.ofDynamoDbLocal(), builder -> builder);
    Actor actor = engine.begun(SPEC);
    engine.watch =
        call -> {
          if (call.request() instanceof CreateTableRequest request
              && (request.hasTags() || request.warmThroughput() != null)) {
            throw refused("ValidationException", "Tagging is not currently supported");
          }
        };

    LifecycleReport report = World.ran(actor);

    assertThat(report.isComplete()).as("%s", report).isTrue();
    assertThat(report.notes())
        .anySatisfy(note -> assertThat(note).contains("without warm throughput"))
        .anySatisfy(note -> assertThat(note).contains("without tags"));
    assertThat(engine.describe(FIRST).deletionProtectionEnabled()).isTrue();
  }

  @Test
  void run_templateIsWrong_failsAndBuildsNothingLess() {
    Actor actor = world.begun(SPEC);
    world.watch =
        call -> {
          if (call.request() instanceof CreateTableRequest) {
            throw refused("ValidationException", "Tag keys must have 1 to 128 characters");
          }
        };

    LifecycleReport report = World.ran(actor);

    assertThat(report.actions(Result.FAILED)).hasSize(1);
    assertThat(world.changes()).isEmpty();
  }

  @Test
  void run_tagTakenOff_deletesNothing() {
    Actor actor = pastRetention();
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
    Actor actor = pastRetention();
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

  @Test
  void run_clockAnHourBack_isRefused() {
    Actor actor = world.begun(SPEC);
    World.ran(actor);
    world.changes();
    world.skew = Duration.ofHours(-1);

    assertThatThrownBy(actor::plan).isInstanceOf(ClockWentBackException.class);
    LifecycleReport report = World.ran(actor);
    assertThat(report.failure()).isInstanceOf(ClockWentBackException.class);
    assertThat(report.isComplete()).isFalse();
    assertThat(world.changes()).isEmpty();

    actor.trustClock();
    assertThat(World.ran(actor).failure()).isNull();
  }

  @Test
  void run_clockMinutesBack_goesByTheLaterTime() {
    Actor actor = world.begun(SPEC);
    world.at("2026-03-10T23:00:00Z");
    World.ran(actor);
    world.changes();
    world.at("2026-03-11T01:00:00Z");
    world.skew = Duration.ofMinutes(-4);
    World.ran(actor);
    assertThat(world.changes()).isEmpty();
    world.skew = Duration.ZERO;
    World.ran(actor);
    world.changes();
    world.skew = Duration.ofMinutes(-4);

    assertThat(actor.plan().get(0).at()).isAfterOrEqualTo(Instant.parse("2026-03-11T01:00:00Z"));
  }

  @Test
  void run_clockYearsAhead_buildsAndTakesNothingAway() {
    Actor actor = pastRetention();
    world.skew = Duration.ofDays(800);

    LifecycleReport report = World.ran(actor);

    assertThat(report.notes()).anySatisfy(note -> assertThat(note).contains("trustClock()"));
    assertThat(world.changes()).noneMatch(change -> change.matches("(UpdateTable|DeleteTable) .*"));
    world.skew = Duration.ZERO;
    report = World.ran(actor);
    assertThat(report.failure()).isNull();
    assertThat(report.notes())
        .anySatisfy(note -> assertThat(note).contains("readings_2028-05-22", "ahead of its time"));
    assertThat(report.actions(Result.DONE)).anyMatch(action -> action instanceof Delete);
  }

  @Test
  void run_afterALongStop_goesOnWhenTheClockIsTrusted() {
    Actor actor = world.begun(SPEC);
    World.ran(actor);
    world.at("2026-06-01T12:00:00Z");
    World.ran(actor);
    assertThat(world.changes())
        .contains("CreateTable readings_2026-06-01")
        .noneMatch(change -> change.startsWith("UpdateTable " + FIRST));

    actor.trustClock();
    World.ran(actor);
    world.aws.advance(Duration.ofHours(1));
    World.ran(actor);
    assertThat(world.aws.checker().deletions()).hasSize(1);
  }

  @Test
  void plan_moreTablesThanARunMayBuild_isRefused() {
    Actor actor =
        world.actor(Series.builder().lateness(Duration.ofDays(30)).build(), b -> b.buildsMax(5));
    actor.createControlTable();
    world.changes();

    assertThatThrownBy(actor::plan).isInstanceOf(TooManyTablesException.class);
    assertThat(World.ran(actor).failure()).isInstanceOf(TooManyTablesException.class);
    assertThat(world.changes()).isEmpty();
  }

  @Test
  void run_hookFails_isReportedAndToldAgain() {
    Actor actor = world.begun(SPEC);
    world.at("2026-03-10T23:00:00Z");
    world.hook =
        event -> {
          if (event.table().tableName().equals(FIRST)) {
            throw new IllegalStateException("no mapping today");
          }
        };

    LifecycleReport report = World.ran(actor);

    assertThat(report.actions(Result.FAILED)).hasSize(1);
    assertThat(report.actions(Result.DONE)).hasSize(1);
    assertThat(world.ledger()).anyMatch(e -> e.contains(FIRST + " SERVING announced false"));
    world.hook = event -> {};
    world.told.clear();
    assertThat(World.ran(actor).isComplete()).isTrue();
    assertThat(world.told).containsExactly("active " + FIRST);
  }

  @Test
  void run_ledgerOfANewerVersion_isRefused() {
    Actor actor = world.begun(SPEC);
    World.ran(actor);
    world.changes();
    world
        .aws
        .client()
        .updateItem(
            UpdateItemRequest.builder()
                .tableName(World.CONTROL)
                .key(
                    Map.of(
                        "pk", AttributeValue.fromS("readings"),
                        "sk", AttributeValue.fromS("table#" + FIRST)))
                .updateExpression("SET #f = :f")
                .expressionAttributeNames(Map.of("#f", "format"))
                .expressionAttributeValues(Map.of(":f", AttributeValue.fromN("2")))
                .build());
    world.at("2026-03-10T23:00:00Z");

    LifecycleReport report = World.ran(actor);

    assertThat(report.failure())
        .isInstanceOf(NewerLedgerException.class)
        .hasMessageContaining("format 2");
    assertThat(world.changes()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void adopt_tableOfAnother_isOpenedByTheNextRun(Actor.Kind kind) {
    World other = new World(kind, START);
    Actor actor = other.begun(SPEC);
    other.aws.adopt(
        Series.template()
            .tableName(FIRST)
            .globalSecondaryIndexes(List.of())
            .attributeDefinitions(Series.text("sensor"), Series.text("at"))
            .deletionProtectionEnabled(false)
            .build());

    actor.adopt(FIRST);

    assertThat(other.changes()).containsExactly("TagResource " + FIRST);
    other.aws.advance(Duration.ofMinutes(1));
    assertThat(World.ran(actor).isComplete()).isTrue();
    assertThat(other.changes())
        .containsExactly(
            "UpdateTimeToLive " + FIRST,
            "UpdateContinuousBackups " + FIRST,
            "UpdateTable " + FIRST,
            "active " + FIRST);
    assertThat(other.ledger()).singleElement().asString().contains("SERVING announced true");
    other.at("2026-03-11T01:30:00Z");
    assertThat(World.ran(actor).isComplete()).isTrue();
  }

  @Test
  void adopt_whatDoesNotFit_isRefused() {
    Actor actor = world.begun(SPEC);
    world.aws.adopt(FaultsTest.plain(FIRST));

    assertThatThrownBy(() -> actor.adopt(FIRST)).isInstanceOf(SpecMismatchException.class);
    assertThatThrownBy(() -> actor.adopt("readings_2026-03-09"))
        .isInstanceOf(RefusedOperationException.class);
    assertThatThrownBy(() -> actor.adopt("readings_2026"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(world.changes()).isEmpty();
  }

  @Test
  void createControlTable_tableOfOtherKeys_isRefused() {
    world.aws.adopt(
        FaultsTest.plain(World.CONTROL).toBuilder()
            .keySchema(Series.key("id", KeyType.HASH))
            .build());

    assertThatThrownBy(() -> world.actor(SPEC).createControlTable())
        .isInstanceOf(SpecMismatchException.class);
  }

  @Test
  void run_oneSeriesCannot_theOthersDo() {
    TimeSeriesSpec other = Series.builder().prefix("others.").build();
    assertThatThrownBy(() -> world.actor(SPEC, builder -> builder.table(other)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("share tables");
    TimeSeriesSpec named = Series.named("others").build();
    Actor actor = world.actor(SPEC, builder -> builder.table(named));
    actor.createControlTable();
    world.watch =
        call -> {
          if (call.request() instanceof QueryRequest query
              && query
                  .expressionAttributeValues()
                  .containsValue(AttributeValue.fromS("readings"))) {
            throw denied();
          }
        };

    List<LifecycleReport> reports = actor.run();

    assertThat(reports).extracting(LifecycleReport::series).containsExactly("readings", "others");
    assertThat(reports.get(0).failure()).isInstanceOf(DynamoDbException.class);
    assertThat(reports.get(1).isComplete()).isTrue();
    assertThat(world.told).containsExactly("active others_2026-03-10");
  }

  @Test
  void build_whatCannotWork_isRefused() {
    TimeSeriesSpec tagged =
        Series.builder()
            .template(
                TableTemplate.of(
                    Series.template()
                        .tags(Tag.builder().key(TableOwnership.TAG).value("x").build())
                        .build()))
            .build();

    assertThatThrownBy(() -> world.actor(tagged)).hasMessageContaining("lifecycle's to set");
    assertThatThrownBy(() -> world.actor(Series.named("a b").prefix("ab_").build()))
        .hasMessageContaining("value of a tag");
    assertThatThrownBy(() -> world.actor(SPEC, builder -> builder.controlTable(FIRST)))
        .hasMessageContaining("name of a period table");
    assertThatThrownBy(() -> world.actor(SPEC, builder -> builder.deletes(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> world.actor(SPEC, builder -> builder.leaseLength(Duration.ofSeconds(29))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> world.actor(SPEC, builder -> builder.budget(Duration.ofSeconds(-1))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static DynamoDbException denied() {
    return refused("AccessDeniedException", "not authorized to perform this");
  }

  private static DynamoDbException refused(String code, String message) {
    AwsErrorDetails details =
        AwsErrorDetails.builder().errorCode(code).errorMessage(message).build();
    return (DynamoDbException)
        DynamoDbException.builder().awsErrorDetails(details).statusCode(400).build();
  }
}
