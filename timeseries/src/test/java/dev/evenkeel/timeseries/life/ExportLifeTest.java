package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.client.StackLayer.Stacked;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.control.ControlCall;
import dev.evenkeel.testkit.control.ControlHook;
import dev.evenkeel.testkit.control.ExportScript;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethod;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethodPolicy;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Outcome;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Exported by DynamoDB, checked, deleted, restored; and what is said where that fails. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ExportLifeTest {
  private static final String DAY = ArchiveFixture.DAY;
  private static final int ITEMS = 60;

  private final ExportFixture exports;
  private final ArchiveFixture fixture;

  ExportLifeTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.exports = new ExportFixture(localS3, sync, async, s3, s3Async, ITEMS);
    this.fixture = exports.fixture;
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  private Actor filled(Kind kind) {
    Actor actor = fixture.actor(kind);
    fixture.fill(actor);
    return actor;
  }

  @ParameterizedTest
  @EnumSource
  void run_dayIsOver_exportsDeletesAndRestores(Kind kind) {
    Actor actor = filled(kind);
    Set<Map<String, AttributeValue>> rows = fixture.rows(DAY);
    fixture.also = call -> assertThat(call.request()).isNotInstanceOf(ScanRequest.class);

    Outcome begun = exports.begun(actor);
    assertThat(begun.detail()).startsWith("DynamoDB exports it, since 2026-03-11T01:12:0");
    exports.exportsEnd();
    ArchivedTable archive = fixture.archive(actor);

    assertThat(archive.method()).isEqualTo(ArchiveMethod.EXPORT);
    assertThat(archive.items()).isEqualTo(ITEMS);
    assertThat(archive.digest()).as("nothing was compared with the table").isNull();
    assertThat(exports.archived(archive)).isEqualTo(rows);
    assertThat(fixture.notes("readings#" + DAY)).isEmpty();
    assertThat(LifecycleFixture.ran(actor).outcomes()).isEmpty();

    fixture.also = call -> {};
    fixture.now = ArchiveFixture.PAST_RETENTION;
    LifecycleReport unused = LifecycleFixture.ran(actor);
    assertThat(fixture.deleted).contains(DAY);
    assertThat(actor.restore(RestoreOrder.of(DAY)).isDone()).isTrue();
    assertThat(fixture.rows(DAY + "-restored")).isEqualTo(rows);
  }

  @KindsInTurn
  void run_somebodyWritesAfterTheExport_isFoundByAScan(Kind kind) {
    fixture.method = policy -> policy.method(ArchiveMethodPolicy.EXPORT).verifyExportByScan(true);
    Actor actor = filled(kind);
    Outcome unused = exports.begun(actor);
    fixture.sync.putItem(r -> r.tableName(DAY).item(ArchiveFixture.item(ITEMS + 1)));
    exports.exportsEnd();

    assertThat(exports.ran(actor).cause())
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.MISMATCH))
        .hasMessageContaining("60 items were exported, 61 were read");
    assertThat(exports.ran(actor).cause())
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.MISMATCH));
    assertThat(actor.archives()).isEmpty();

    actor.restartArchive(DAY);
    Outcome anew = exports.begun(actor);
    assertThat(anew.detail()).doesNotContain("failed");
    exports.exportsEnd();
    ArchivedTable archive = fixture.archive(actor);
    assertThat(archive.items()).isEqualTo(ITEMS + 1);
    assertThat(archive.digest()).startsWith("1:61:");
  }

  @KindsInTurn
  void run_exportsFail_areTriedThreeTimesAndThenAnew(Kind kind) {
    Actor actor = filled(kind);
    exports.aws.next(ExportScript.failsForWantOfPermission().leavingPart());
    exports.aws.next(ExportScript.vanishes());
    exports.aws.next(ExportScript.failsForWantOfTheBucket());

    Outcome unused = exports.begun(actor);
    exports.exportsEnd();
    Outcome first = exports.ran(actor);
    assertThat(first.result()).isEqualTo(Result.FAILED);
    assertThat(first.cause())
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.EXPORT_FAILED))
        .hasMessageContaining("is not exported to s3://" + fixture.bucket + "/old/: ")
        .hasMessageContaining("S3AccessDenied: Access Denied")
        .hasMessageContaining("the next run begins export 2 of 3");
    assertThat(exports.ran(actor).detail())
        .contains("exports it", "the export before failed with S3AccessDenied");
    exports.exportsEnd();
    assertThat(exports.ran(actor).result()).as("it may be told late").isEqualTo(Result.UNDER_WAY);
    fixture.now = fixture.now.plusSeconds(3_600);
    assertThat(exports.ran(actor).detail()).contains("no such export", "export 3 of 3");
    assertThat(exports.ran(actor).result()).isEqualTo(Result.UNDER_WAY);
    exports.exportsEnd();
    assertThat(exports.ran(actor).detail())
        .contains("3 exports failed, the last with S3NoSuchBucket", "restartArchive(tableName)");
    int asked = exports.exports();
    assertThat(exports.ran(actor).cause())
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.EXPORT_FAILED));
    assertThat(exports.exports()).isEqualTo(asked);

    actor.restartArchive(DAY);
    Outcome anew = exports.begun(actor);
    assertThat(anew.detail()).doesNotContain("failed");
    exports.exportsEnd();
    assertThat(fixture.archive(actor).items()).isEqualTo(ITEMS);
  }

  @KindsInTurn
  void run_recoveryIsOff_saysWhatToDoOrScans(Kind kind) {
    Actor actor = filled(kind);
    exports.recovery(false);

    assertThat(exports.ran(actor).result()).isEqualTo(Result.UNDER_WAY);
    fixture.now = fixture.now.plusSeconds(120);
    Outcome refused = exports.ran(actor);
    assertThat(refused.result()).isEqualTo(Result.FAILED);
    assertThat(refused.cause())
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.EXPORT_FAILED))
        .hasMessageContaining("its point-in-time recovery is off. Switch it on");

    fixture.method = policy -> policy.method(ArchiveMethodPolicy.AUTO);
    ArchivedTable archive = fixture.archive(fixture.actor(kind));
    assertThat(archive.method()).as("what was begun gives way").isEqualTo(ArchiveMethod.SCAN);
    assertThat(exports.archived(archive)).isEqualTo(fixture.rows(DAY));
  }

  @Test
  void run_recoveryIsSwitchedOn_goesOn() {
    Actor actor = filled(Kind.SYNC);
    exports.recovery(false);
    assertThat(exports.ran(actor).result()).isEqualTo(Result.UNDER_WAY);
    fixture.now = fixture.now.plusSeconds(120);
    assertThat(exports.ran(actor).result()).isEqualTo(Result.FAILED);
    exports.recovery(true);

    assertThat(exports.ran(actor).result()).isEqualTo(Result.UNDER_WAY);
    exports.exportsEnd();
    assertThat(fixture.archive(actor).method()).isEqualTo(ArchiveMethod.EXPORT);
  }

  @Tag("deep")
  @Test
  void run_autoAndExportsAreDenied_scansAndNotes() {
    fixture.method = policy -> policy.method(ArchiveMethodPolicy.AUTO);
    Actor actor = filled(Kind.SYNC);
    exports.aws.hook(
        new ControlHook() {
          @Override
          public void before(ControlCall call) {
            if (call.operation().equals("ExportTableToPointInTime")) {
              throw DynamoDbException.builder()
                  .awsErrorDetails(
                      AwsErrorDetails.builder()
                          .errorCode("AccessDeniedException")
                          .errorMessage("no export")
                          .build())
                  .build();
            }
          }
        });

    assertThat(exports.ran(actor).result()).isEqualTo(Result.UNDER_WAY);
    fixture.now = fixture.now.plusSeconds(120);
    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.notes())
        .contains(
            "table '%s' is archived by scan, as an export is not allowed: DynamoDbException: no export"
                .formatted(DAY));
    assertThat(actor.archives())
        .extracting(ArchivedTable::method)
        .containsExactly(ArchiveMethod.SCAN);
  }

  @Test
  void run_policyIsChangedToScan_givesTheExportUp() {
    Actor actor = filled(Kind.SYNC);
    exports.aws.next(ExportScript.neverEnds());
    Outcome unused = exports.begun(actor);

    fixture.method = policy -> policy;

    assertThat(fixture.archive(fixture.actor(Kind.SYNC)).method()).isEqualTo(ArchiveMethod.SCAN);
    assertThat(fixture.notes("readings#" + DAY)).isEmpty();
  }

  /** As the sharding client does. */
  private static final class Showing extends DelegatingDynamoDbClient implements Stacked {
    Showing(DynamoDbClient delegate) {
      super(delegate);
    }

    @Override
    public StackLayer layer() {
      return StackLayer.SHARDING;
    }
  }

  private TableLifecycle overOtherItems(ArchiveMethodPolicy method) {
    fixture.method = policy -> policy.method(method);
    return TableLifecycle.builder(new Showing(fixture.sync))
        .s3(fixture.s3)
        .table(fixture.spec())
        .controlTable("control")
        .virtualTime(() -> fixture.now, pause -> fixture.now = fixture.now.plus(pause))
        .build();
  }

  @Test
  void run_clientShowsOtherItemsThanAreStored_neverExports() {
    Actor unused = filled(Kind.SYNC);

    assertThatThrownBy(() -> overOtherItems(ArchiveMethodPolicy.EXPORT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("which has items as they are stored");
    TableLifecycle auto = overOtherItems(ArchiveMethodPolicy.AUTO);
    assertThat(auto.run()).allMatch(LifecycleReport::isComplete);
    assertThat(auto.archives())
        .extracting(ArchivedTable::method)
        .containsExactly(ArchiveMethod.SCAN);
  }
}
