package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.testkit.control.ControlFault;
import dev.evenkeel.testkit.control.EngineCapability;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** A run's reactions to failures, and its refusals. */
class CareTest {
  private static final TimeSeriesSpec SPEC = Series.daily();
  private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");
  private static final String FIRST = "readings_2026-03-10";

  private final LifecycleFixture fixture = new LifecycleFixture(Kind.SYNC, START);

  @Test
  void run_listTablesDenied_goesByTheLedger() {
    Actor actor = fixture.begun(SPEC);
    LifecycleFixture.ran(actor);
    fixture.changes();
    fixture.at("2026-03-10T23:00:00Z");
    fixture.watch =
        call -> {
          if (call.operation().equals("ListTables")) {
            throw Refusals.denied();
          }
        };

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.isComplete()).isTrue();
    assertThat(report.notes())
        .anySatisfy(note -> assertThat(note).contains("ListTables is denied"));
    assertThat(fixture.changes()).contains("CreateTable readings_2026-03-11");
  }

  @Test
  void run_sinceIsRaised_namesTheTablesThatAreLeftAlone() {
    LifecycleFixture.ran(fixture.begun(SPEC));
    fixture.at("2026-03-15T12:00:00Z");
    TimeSeriesSpec raised = Series.builder().since(Instant.parse("2026-03-11T00:00:00Z")).build();

    LifecycleReport report = LifecycleFixture.ran(fixture.actor(raised));

    assertThat(report.isComplete()).isTrue();
    assertThat(report.notes())
        .containsOnlyOnce(
            "table 'readings_2026-03-10' lies before since (2026-03-11T00:00:00Z): nothing is done there, no archive and no delete");
    assertThat(fixture.actor(SPEC).plan().get(0).notes())
        .noneMatch(note -> note.contains("before since"));
    assertThat(fixture.changes()).noneMatch(change -> change.contains("Delete"));
  }

  @Test
  void run_oneTableCannotBeDescribed_doesForTheOthers() {
    Actor actor = fixture.begun(SPEC);
    LifecycleFixture.ran(actor);
    fixture.changes();
    fixture.at("2026-03-10T23:00:00Z");
    fixture.aws.inject(ControlFault.throttled().into("DescribeTable").onTables(FIRST::equals));

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.notes())
        .anySatisfy(note -> assertThat(note).contains(FIRST, "could not be read"));
    assertThat(fixture.changes())
        .contains("active readings_2026-03-11")
        .noneMatch(change -> change.contains(FIRST));
  }

  @Test
  void run_engineRefusesASetting_buildsWithoutItAndSaysSo() {
    LifecycleFixture engine =
        new LifecycleFixture(
            Kind.SYNC, START, EngineCapability.ofDynamoDbLocal(), builder -> builder);
    Actor actor = engine.begun(SPEC);
    engine.watch =
        call -> {
          if (call.request() instanceof CreateTableRequest request
              && (request.hasTags() || request.warmThroughput() != null)) {
            throw Refusals.refused("ValidationException", "Tagging is not currently supported");
          }
        };

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.isComplete()).as("%s", report).isTrue();
    assertThat(report.notes())
        .anySatisfy(note -> assertThat(note).contains("without warm throughput"))
        .anySatisfy(note -> assertThat(note).contains("without tags"));
    assertThat(engine.describe(FIRST).deletionProtectionEnabled()).isTrue();
  }

  @Test
  void run_templateIsWrong_failsAndBuildsNothingLess() {
    Actor actor = fixture.begun(SPEC);
    fixture.watch =
        call -> {
          if (call.request() instanceof CreateTableRequest) {
            throw Refusals.refused("ValidationException", "Tag keys must have 1 to 128 characters");
          }
        };

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.actions(Result.FAILED)).hasSize(1);
    assertThat(fixture.changes()).isEmpty();
  }

  @Test
  void run_hookFails_isReportedAndToldAgain() {
    Actor actor = fixture.begun(SPEC);
    fixture.at("2026-03-10T23:00:00Z");
    fixture.hook =
        event -> {
          if (event.table().tableName().equals(FIRST)) {
            throw new IllegalStateException("no mapping today");
          }
        };

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.actions(Result.FAILED)).hasSize(1);
    assertThat(report.actions(Result.DONE)).hasSize(1);
    assertThat(fixture.ledger()).anyMatch(e -> e.contains(FIRST + " SERVING announced false"));
    fixture.hook = event -> {};
    fixture.notified.clear();
    assertThat(LifecycleFixture.ran(actor).isComplete()).isTrue();
    assertThat(fixture.notified).containsExactly("active " + FIRST);
  }

  @Test
  void run_ledgerOfANewerVersion_isRefused() {
    Actor actor = fixture.begun(SPEC);
    LifecycleFixture.ran(actor);
    fixture.changes();
    fixture
        .aws
        .client()
        .updateItem(
            UpdateItemRequest.builder()
                .tableName(LifecycleFixture.CONTROL)
                .key(
                    Map.of(
                        "pk", AttributeValue.fromS("readings"),
                        "sk", AttributeValue.fromS("table#" + FIRST)))
                .updateExpression("SET #f = :f")
                .expressionAttributeNames(Map.of("#f", "format"))
                .expressionAttributeValues(Map.of(":f", AttributeValue.fromN("2")))
                .build());
    fixture.at("2026-03-10T23:00:00Z");

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.failure())
        .matches(thrown -> LifecycleException.is(thrown, LifecycleException.Reason.NEWER_LEDGER))
        .hasMessageContaining("format 2");
    assertThat(fixture.changes()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void adopt_tableOfAnother_isOpenedByTheNextRun(Kind kind) {
    LifecycleFixture other = new LifecycleFixture(kind, START);
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
    assertThat(LifecycleFixture.ran(actor).isComplete()).isTrue();
    assertThat(other.changes())
        .containsExactly(
            "UpdateTimeToLive " + FIRST,
            "UpdateContinuousBackups " + FIRST,
            "UpdateTable " + FIRST,
            "active " + FIRST);
    assertThat(other.ledger()).singleElement().asString().contains("SERVING announced true");
    other.at("2026-03-11T01:30:00Z");
    assertThat(LifecycleFixture.ran(actor).isComplete()).isTrue();
  }

  @Test
  void adopt_whatDoesNotFit_isRefused() {
    Actor actor = fixture.begun(SPEC);
    fixture.aws.adopt(FaultsTest.plain(FIRST));

    assertThatThrownBy(() -> actor.adopt(FIRST)).isInstanceOf(SpecMismatchException.class);
    assertThatThrownBy(() -> actor.adopt("readings_2026-03-09"))
        .isInstanceOf(RefusedOperationException.class);
    assertThatThrownBy(() -> actor.adopt("readings_2026"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(fixture.changes()).isEmpty();
  }

  @Test
  void createControlTable_tableOfOtherKeys_isRefused() {
    fixture.aws.adopt(
        FaultsTest.plain(LifecycleFixture.CONTROL).toBuilder()
            .keySchema(Series.key("id", KeyType.HASH))
            .build());

    assertThatThrownBy(() -> fixture.actor(SPEC).createControlTable())
        .isInstanceOf(SpecMismatchException.class);
  }

  @Test
  void run_oneSeriesCannot_theOthersDo() {
    TimeSeriesSpec other = Series.builder().prefix("others.").build();
    assertThatThrownBy(() -> fixture.actor(SPEC, builder -> builder.table(other)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("share tables");
    TimeSeriesSpec named = Series.named("others").build();
    Actor actor = fixture.actor(SPEC, builder -> builder.table(named));
    actor.createControlTable();
    fixture.watch =
        call -> {
          if (call.request() instanceof QueryRequest query
              && query
                  .expressionAttributeValues()
                  .containsValue(AttributeValue.fromS("readings"))) {
            throw Refusals.denied();
          }
        };

    List<LifecycleReport> reports = actor.run();

    assertThat(reports).extracting(LifecycleReport::series).containsExactly("readings", "others");
    assertThat(reports.get(0).failure()).isInstanceOf(DynamoDbException.class);
    assertThat(reports.get(1).isComplete()).isTrue();
    assertThat(fixture.notified).containsExactly("active others_2026-03-10");
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

    assertThatThrownBy(() -> fixture.actor(tagged)).hasMessageContaining("lifecycle's to set");
    assertThatThrownBy(() -> fixture.actor(Series.named("a b").prefix("ab_").build()))
        .hasMessageContaining("value of a tag");
    assertThatThrownBy(() -> fixture.actor(SPEC, builder -> builder.controlTable(FIRST)))
        .hasMessageContaining("name of a period table");
    assertThatThrownBy(() -> fixture.actor(SPEC, builder -> builder.deletes(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> fixture.actor(SPEC, builder -> builder.leaseLength(Duration.ofSeconds(29))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> fixture.actor(SPEC, builder -> builder.budget(Duration.ofSeconds(-1))))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
