package dev.evenkeel.testkit.control;

import static dev.evenkeel.testkit.control.ExportSteps.describe;
import static dev.evenkeel.testkit.control.ExportSteps.enableRecovery;
import static dev.evenkeel.testkit.control.ExportSteps.export;
import static dev.evenkeel.testkit.control.ExportSteps.fill;
import static dev.evenkeel.testkit.control.ExportSteps.id;
import static dev.evenkeel.testkit.control.ExportSteps.name;
import static dev.evenkeel.testkit.control.ExportSteps.recoverable;
import static dev.evenkeel.testkit.control.ExportSteps.recovery;
import static dev.evenkeel.testkit.control.ExportSteps.status;
import static dev.evenkeel.testkit.control.ExportSteps.table;
import static dev.evenkeel.testkit.control.Simulations.onDemand;
import static dev.evenkeel.testkit.control.Simulations.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.testkit.ClientKind;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.ExportFormat;
import software.amazon.awssdk.services.dynamodb.model.ExportNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.ExportSummary;
import software.amazon.awssdk.services.dynamodb.model.ListExportsResponse;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryDescription;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.S3SseAlgorithm;
import software.amazon.awssdk.services.s3.S3Client;

/** Exports as the service makes them, from request to objects. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExportSimulatorTest {
  private static final Instant START = Instant.parse("2026-03-11T00:00:00Z");
  private static final ObjectMapper JSON = new ObjectMapper();

  private DynamoDbClient engine;
  private DynamoDbAsyncClient asyncEngine;
  private LocalS3 local;
  private S3Client s3;
  private ExportedFiles files;

  @BeforeAll
  void keep(DynamoDbClient sync, DynamoDbAsyncClient async, LocalS3 store, S3Client client) {
    engine = sync;
    asyncEngine = async;
    local = store;
    s3 = client;
    files = new ExportedFiles(client);
  }

  @ParameterizedTest
  @EnumSource
  void export_ofATable_isTheNativeLayout(ClientKind tested) throws IOException {
    ExportSimulator aws = simulator().build();
    DynamoDbClient client = tested.of(aws);
    String arn = recoverable(client);
    List<Map<String, AttributeValue>> items = fill(client, arn, 40);
    String bucket = local.newBucket();

    ExportDescription begun = export(client, arn, r -> r.s3Bucket(bucket).s3Prefix("cold/log"));

    assertThat(begun.exportStatus()).isEqualTo(ExportStatus.IN_PROGRESS);
    assertThat(begun.startTime()).isEqualTo(START).isEqualTo(begun.exportTime());
    assertThat(begun.exportArn()).startsWith(arn + "/export/0" + START.toEpochMilli() + "-");
    assertThat(begun.exportFormat()).isEqualTo(ExportFormat.DYNAMODB_JSON);
    assertThat(begun.s3SseAlgorithm()).isEqualTo(S3SseAlgorithm.AES256);
    assertThat(begun.clientToken()).isNotEmpty();
    assertThat(begun.exportManifest()).isNull();
    assertThat(begun.itemCount()).isNull();
    assertThat(files.keys(bucket)).isEmpty();

    aws.advance(Duration.ofMinutes(13));
    ExportDescription done = describe(client, begun);
    String folder = "cold/log/AWSDynamoDB/" + id(begun) + "/";

    assertThat(done.exportStatus()).isEqualTo(ExportStatus.COMPLETED);
    assertThat(done.itemCount()).isEqualTo(40);
    assertThat(done.exportManifest()).isEqualTo(folder + "manifest-summary.json");
    assertThat(done.endTime()).isBetween(START.plusSeconds(150), START.plusSeconds(730));
    assertThat(files.keys(bucket))
        .contains(folder + "_started")
        .filteredOn(key -> key.startsWith(folder + "data/"))
        .hasSize(4);
    assertThat(files.read(bucket, done)).containsExactlyInAnyOrderElementsOf(items);
  }

  @Test
  void export_summary_isAsDocumented() throws IOException {
    ExportSimulator aws = simulator().build();
    DynamoDbClient client = aws.client();
    String arn = recoverable(client);
    String bucket = local.newBucket();
    ExportDescription begun = export(client, arn, r -> r.s3Bucket(bucket));
    minutes(aws, 20);
    ExportDescription done = describe(client, begun);

    JsonNode summary = JSON.readTree(files.bytes(bucket, done.exportManifest()));
    assertThat(summary.propertyStream().map(Map.Entry::getKey))
        .containsExactly(
            "version",
            "exportArn",
            "startTime",
            "endTime",
            "tableArn",
            "tableId",
            "exportTime",
            "s3Bucket",
            "s3Prefix",
            "s3SseAlgorithm",
            "s3SseKmsKeyId",
            "manifestFilesS3Key",
            "billedSizeBytes",
            "itemCount",
            "outputFormat");
    assertThat(summary.get("version").textValue()).isEqualTo("2020-06-30");
    assertThat(summary.get("startTime").textValue()).isEqualTo("2026-03-11T00:00:00.000Z");
    assertThat(summary.get("s3Prefix").isNull()).isTrue();
    assertThat(summary.get("manifestFilesS3Key").textValue())
        .isEqualTo("AWSDynamoDB/" + id(begun) + "/manifest-files.json");
    assertThat(files.read(bucket, done)).isEmpty();
  }

  @Test
  void export_prefixWithASlash_isJoinedByOne() {
    ExportSimulator aws = simulator().build();
    DynamoDbClient client = aws.client();
    String bucket = local.newBucket();
    ExportDescription begun =
        export(client, recoverable(client), r -> r.s3Bucket(bucket).s3Prefix("foo/"));
    minutes(aws, 20);

    assertThat(describe(client, begun).exportManifest())
        .isEqualTo("foo/AWSDynamoDB/" + id(begun) + "/manifest-summary.json");
  }

  @Test
  void export_bucketThatIsNotThere_isAcceptedAndFails() {
    ExportSimulator aws = simulator().build();
    DynamoDbClient client = aws.client();
    ExportDescription begun =
        export(client, recoverable(client), r -> r.s3Bucket("no-" + UUID.randomUUID()));
    minutes(aws, 20);
    ExportDescription failed = describe(client, begun);

    assertThat(failed.exportStatus()).isEqualTo(ExportStatus.FAILED);
    assertThat(failed.failureCode()).isEqualTo("S3NoSuchBucket");
    assertThat(failed.failureMessage()).contains("bucket does not exist");
    assertThat(failed.itemCount()).isNull();
    assertThat(failed.exportManifest()).isNull();
    assertThat(failed.endTime()).isNotNull();
  }

  @ParameterizedTest
  @EnumSource
  void next_scripts_areWhatBecomesOfExports(ClientKind tested) {
    ExportSimulator aws = simulator().build();
    DynamoDbClient client = tested.of(aws);
    String arn = recoverable(client);
    fill(client, arn, 9);
    String bucket = local.newBucket();
    aws.next(ExportScript.failsForWantOfPermission());
    aws.next(ExportScript.fails("InternalServerError", "try again").leavingPart());
    aws.next(ExportScript.vanishes());
    aws.next(ExportScript.neverEnds());
    aws.next(ExportScript.succeeds().after(Duration.ofHours(5)));
    List<ExportDescription> begun = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      String prefix = "p" + i;
      begun.add(export(client, arn, r -> r.s3Bucket(bucket).s3Prefix(prefix)));
    }
    minutes(aws, 20);

    assertThat(describe(client, begun.get(0)).failureCode()).isEqualTo("S3AccessDenied");
    assertThat(describe(client, begun.get(1)).failureMessage()).isEqualTo("try again");
    assertThatThrownBy(() -> describe(client, begun.get(2)))
        .isInstanceOf(ExportNotFoundException.class);
    assertThat(status(client, begun.get(3))).isEqualTo(ExportStatus.IN_PROGRESS);
    assertThat(status(client, begun.get(4))).isEqualTo(ExportStatus.IN_PROGRESS);
    assertThat(status(client, begun.get(5))).isEqualTo(ExportStatus.COMPLETED);
    assertThat(files.keys(bucket)).noneMatch(key -> key.matches("p[0234]/.*"));
    assertThat(files.keys(bucket))
        .filteredOn(key -> key.startsWith("p1/"))
        .hasSize(3)
        .noneMatch(key -> key.contains("manifest"));

    aws.advance(Duration.ofHours(5));
    assertThat(status(client, begun.get(3))).isEqualTo(ExportStatus.IN_PROGRESS);
    assertThat(status(client, begun.get(4))).isEqualTo(ExportStatus.COMPLETED);
  }

  @Test
  void describeExport_beforeItIsTold_findsNothing() {
    ExportSimulator aws =
        simulator()
            .telling(TimeRange.ofSeconds(30, 30))
            .exporting(TimeRange.ofSeconds(60, 60))
            .build();
    DynamoDbClient client = aws.client();
    String arn = recoverable(client);
    String bucket = local.newBucket();
    ExportDescription begun = export(client, arn, r -> r.s3Bucket(bucket));

    assertThat(refusal(() -> describe(client, begun)))
        .isEqualTo(
            "ExportNotFoundException: Export not found: Export not found: " + begun.exportArn());
    assertThat(client.listExports(r -> r.tableArn(arn)).exportSummaries()).isEmpty();
    aws.advance(Duration.ofSeconds(30));
    assertThat(status(client, begun)).isEqualTo(ExportStatus.IN_PROGRESS);
    aws.advance(Duration.ofSeconds(59));
    assertThat(files.keys(bucket)).isNotEmpty();
    assertThat(status(client, begun)).isEqualTo(ExportStatus.IN_PROGRESS);
    aws.advance(Duration.ofSeconds(1));
    assertThat(status(client, begun)).isEqualTo(ExportStatus.COMPLETED);
    assertThat(refusal(() -> client.describeExport(r -> r.exportArn(arn))))
        .isEqualTo("ValidationException: Invalid Export ARN");
  }

  @ParameterizedTest
  @EnumSource
  void listExports_pages_haveTheNewestFirst(ClientKind tested) {
    ExportSimulator aws = simulator().build();
    DynamoDbClient client = tested.of(aws);
    String arn = recoverable(client);
    List<String> begun = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      begun.add(0, export(client, arn, r -> r.s3Bucket("b")).exportArn());
      aws.advance(Duration.ofSeconds(10));
    }
    export(client, recoverable(client), r -> r.s3Bucket("b"));
    aws.advance(Duration.ofSeconds(10));

    List<String> listed = new ArrayList<>();
    String token = null;
    do {
      String next = token;
      ListExportsResponse page =
          client.listExports(r -> r.tableArn(arn).maxResults(2).nextToken(next));
      page.exportSummaries().stream().map(ExportSummary::exportArn).forEach(listed::add);
      token = page.nextToken();
    } while (token != null);

    assertThat(listed).isEqualTo(begun);
    assertThat(client.listExports(r -> {}).exportSummaries()).hasSize(6);
    assertThat(refusal(() -> client.listExports(r -> r.nextToken("x"))))
        .contains("nextToken is invalid");
    assertThat(refusal(() -> client.listExports(r -> r.maxResults(26)))).contains("MaxResults");
    client.deleteTable(r -> r.tableName(name(arn)));
    assertThat(client.listExports(r -> r.tableArn(arn)).exportSummaries()).isEmpty();
    aws.advance(Duration.ofDays(91));
    assertThat(client.listExports(r -> {}).exportSummaries()).isEmpty();
  }

  @Test
  void export_tableIsDeletedMeanwhile_holdsItsItems() throws IOException {
    ExportSimulator aws = simulator().build();
    DynamoDbClient client = aws.client();
    String arn = recoverable(client);
    List<Map<String, AttributeValue>> items = fill(client, arn, 3);
    String bucket = local.newBucket();
    ExportDescription begun = export(client, arn, r -> r.s3Bucket(bucket));
    client.deleteTable(r -> r.tableName(name(arn)));
    minutes(aws, 20);

    assertThat(files.read(bucket, describe(client, begun)))
        .containsExactlyInAnyOrderElementsOf(items);
  }

  @ParameterizedTest
  @EnumSource
  void recovery_switched_isTold(ClientKind tested) {
    ExportSimulator aws = simulator().build();
    DynamoDbClient client = tested.of(aws);
    String arn = recoverable(client);
    minutes(aws, 60);
    PointInTimeRecoveryDescription recovery = recovery(client, arn);

    assertThat(recovery.pointInTimeRecoveryStatus()).isEqualTo(PointInTimeRecoveryStatus.ENABLED);
    assertThat(recovery.earliestRestorableDateTime()).isEqualTo(START);
    assertThat(recovery.latestRestorableDateTime()).isEqualTo(START.plus(Duration.ofMinutes(55)));
    client.deleteTable(r -> r.tableName(name(arn)));
    assertThat(refusal(() -> recovery(client, arn))).startsWith("TableNotFoundException");
  }

  @Test
  void hook_thrown_leavesTheExportBegunOrNot() {
    ExportSimulator aws = simulator().build();
    DynamoDbClient client = aws.client();
    String arn = recoverable(client);
    aws.hook(
        new ControlHook() {
          @Override
          public void before(ControlCall call) {
            throw new IllegalStateException("before " + call.operation());
          }
        });
    assertThatThrownBy(() -> export(client, arn, r -> r.s3Bucket("b")))
        .hasMessage("before ExportTableToPointInTime");
    aws.unhook();
    aws.advance(Duration.ofSeconds(5));
    assertThat(client.listExports(r -> {}).exportSummaries()).isEmpty();

    aws.hook(
        new ControlHook() {
          @Override
          public void after(ControlCall call) {
            throw new IllegalStateException("after " + call.table());
          }
        });
    assertThatThrownBy(() -> export(client, arn, r -> r.s3Bucket("b")))
        .hasMessage("after " + name(arn));
    aws.unhook();
    aws.advance(Duration.ofSeconds(5));
    assertThat(client.listExports(r -> {}).exportSummaries()).hasSize(1);
  }

  @Test
  void build_sameSeed_sameExports() {
    String arn = table(engine);
    List<String> both = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      ExportSimulator aws = simulator().build();
      DynamoDbClient client = aws.client();
      enableRecovery(client, arn);
      String bucket = local.newBucket();
      ExportDescription begun = export(client, arn, r -> r.s3Bucket(bucket));
      minutes(aws, 20);
      ExportDescription done = describe(client, begun);
      both.add(done.exportArn() + done.endTime() + files.keys(bucket));
    }

    assertThat(both.get(0)).isEqualTo(both.get(1));
  }

  @Test
  void over_aSimulatedControlPlane_hasItsTimeTablesAndRecovery() throws IOException {
    ControlPlaneSimulator tables =
        ControlPlaneSimulator.seeded(1).over(engine).timings(Simulations.MINUTES).build();
    ExportSimulator aws =
        ExportSimulator.seeded(1)
            .over(tables.client())
            .into(s3)
            .timeOf(tables)
            .recoveryOfEngine()
            .build();
    DynamoDbClient client = aws.client();
    String arn =
        client.createTable(onDemand("x" + UUID.randomUUID())).tableDescription().tableArn();
    assertThat(refusal(() -> enableRecovery(client, arn)))
        .startsWith("ContinuousBackupsUnavailableException");
    Simulations.minutes(tables, 1);
    enableRecovery(client, arn);
    List<Map<String, AttributeValue>> items = fill(client, arn, 2);
    String bucket = local.newBucket();
    ExportDescription begun = export(client, arn, r -> r.s3Bucket(bucket));
    Simulations.minutes(tables, 20);

    assertThat(files.read(bucket, describe(client, begun)))
        .containsExactlyInAnyOrderElementsOf(items);
    assertThatThrownBy(() -> minutes(aws, 1)).isInstanceOf(IllegalStateException.class);
  }

  private ExportSimulator.Builder simulator() {
    return ExportSimulator.seeded(1).over(engine).over(asyncEngine).into(s3).startingAt(START);
  }

  private static void minutes(ExportSimulator aws, long minutes) {
    aws.advance(Duration.ofMinutes(minutes));
  }
}
