package dev.evenkeel.testkit.control;

import static dev.evenkeel.testkit.control.ExportSteps.describe;
import static dev.evenkeel.testkit.control.ExportSteps.export;
import static dev.evenkeel.testkit.control.ExportSteps.fill;
import static dev.evenkeel.testkit.control.ExportSteps.name;
import static dev.evenkeel.testkit.control.ExportSteps.recoverable;
import static dev.evenkeel.testkit.control.ExportSteps.recovery;
import static dev.evenkeel.testkit.control.ExportSteps.status;
import static dev.evenkeel.testkit.control.Simulations.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.ClientKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.ExportNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.ExportSummary;
import software.amazon.awssdk.services.dynamodb.model.ListExportsResponse;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryDescription;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;

/** What becomes of exports, and what is told of them. */
class ExportStatusTest extends Exports {
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
}
