package dev.evenkeel.testkit.control;

import static dev.evenkeel.testkit.control.ExportSteps.export;
import static dev.evenkeel.testkit.control.ExportSteps.fill;
import static dev.evenkeel.testkit.control.ExportSteps.name;
import static dev.evenkeel.testkit.control.ExportSteps.recoverable;
import static dev.evenkeel.testkit.control.ExportSteps.table;
import static dev.evenkeel.testkit.control.Simulations.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.ClientKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.ExportFormat;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;

/** The service's refusals of exports, and their texts. */
class ExportRefusalsTest extends Exports {
  @ParameterizedTest
  @EnumSource
  void export_whatIsNotThere_isRefusedAtOnce(ClientKind tested) {
    DynamoDbClient client = tested.of(simulator().build());
    String arn = table(client);
    String none = arn + "-none";

    assertThat(refusal(() -> export(client, arn, r -> r.s3Bucket("nowhere"))))
        .isEqualTo(
            "PointInTimeRecoveryUnavailableException: Point in time recovery is not enabled for table '%s'"
                .formatted(name(arn)));
    assertThat(refusal(() -> export(client, none, r -> r.s3Bucket("nowhere"))))
        .isEqualTo("TableNotFoundException: Table not found: " + none);
    assertThat(refusal(() -> export(client, name(arn), r -> r.s3Bucket("nowhere"))))
        .isEqualTo(
            "ValidationException: One or more parameter values were invalid: tableArn is not a valid ARN");
    assertThat(client.listExports(r -> r.tableArn(arn)).exportSummaries()).isEmpty();
  }

  @Test
  void export_timeOutsideTheWindow_isRefused() {
    ExportSimulator aws = simulator().build();
    DynamoDbClient client = aws.client();
    String arn = recoverable(client);
    minutes(aws, 60);
    Instant now = aws.instant();
    String bucket = local.newBucket();

    for (Instant wrong : List.of(now.plusSeconds(5), START.minusSeconds(3_600))) {
      assertThat(refusal(() -> export(client, arn, r -> r.s3Bucket(bucket).exportTime(wrong))))
          .isEqualTo("InvalidExportTimeException: Export Time is invalid");
    }
    assertThat(
            refusal(
                () -> export(client, arn, r -> r.s3Bucket(bucket).exportTime(now.minusSeconds(1)))))
        .isEqualTo(
            "InvalidExportTimeException: Point in Time Recovery is not available for specified export time");
    Instant past = now.minusSeconds(600);
    assertThat(export(client, arn, r -> r.s3Bucket(bucket).exportTime(past)).exportTime())
        .isEqualTo(past);
    fill(client, arn, 1);
    assertThatThrownBy(() -> export(client, arn, r -> r.s3Bucket(bucket).exportTime(past)))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("keeps no past");
  }

  @Test
  void export_otherKinds_areRefused() {
    DynamoDbClient client = simulator().build().client();
    String arn = recoverable(client);

    assertThatThrownBy(
            () -> export(client, arn, r -> r.s3Bucket("b").exportFormat(ExportFormat.ION)))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(
            () -> export(client, arn, r -> r.s3Bucket("b").exportType("INCREMENTAL_EXPORT")))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(refusal(() -> export(client, arn, r -> {}))).startsWith("ValidationException");
  }

  @ParameterizedTest
  @EnumSource
  void export_tokenUsedAgain_isTheSameExport(ClientKind tested) {
    ExportSimulator aws = simulator().build();
    DynamoDbClient client = tested.of(aws);
    String arn = recoverable(client);
    Consumer<ExportTableToPointInTimeRequest.Builder> request =
        r -> r.s3Bucket("no-such-bucket-at-all").clientToken("T");
    ExportDescription first = export(client, arn, request);

    assertThat(export(client, arn, request).exportArn()).isEqualTo(first.exportArn());
    assertThat(refusal(() -> export(client, arn, request.andThen(r -> r.s3Prefix("other")))))
        .isEqualTo(
            "ExportConflictException: Export conflict: Duplicate request detected with conflicting parameters");
    minutes(aws, 20);
    ExportDescription failed = export(client, arn, request);
    assertThat(failed.exportArn()).isEqualTo(first.exportArn());
    assertThat(failed.exportStatus()).isEqualTo(ExportStatus.FAILED);
    aws.advance(Duration.ofHours(9));
    assertThat(export(client, arn, request).exportArn()).isNotEqualTo(first.exportArn());
    assertThat(export(client, arn, r -> r.s3Bucket("b")).exportArn())
        .isNotEqualTo(export(client, arn, r -> r.s3Bucket("b")).exportArn());
  }

  @Test
  void export_tooManyInProgress_isRefused() {
    ExportSimulator aws = simulator().exportsMax(2).build();
    DynamoDbClient client = aws.client();
    String arn = recoverable(client);
    export(client, arn, r -> r.s3Bucket("b"));
    export(client, arn, r -> r.s3Bucket("b"));

    assertThat(refusal(() -> export(client, arn, r -> r.s3Bucket("b"))))
        .startsWith("LimitExceededException");
    minutes(aws, 20);
    assertThat(export(client, arn, r -> r.s3Bucket("b")).exportArn()).isNotEmpty();
  }

  @Test
  void build_withoutEngineOrPlace_isRefused() {
    assertThatThrownBy(() -> ExportSimulator.seeded(1).over(engine).build())
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> ExportSimulator.seeded(1).into(s3).build())
        .isInstanceOf(IllegalStateException.class);
    ExportSimulator sync = ExportSimulator.seeded(1).over(engine).into(s3).build();
    assertThatThrownBy(sync::asyncClient).isInstanceOf(IllegalStateException.class);
  }
}
