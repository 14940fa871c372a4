package dev.evenkeel.testkit.control;

import static dev.evenkeel.testkit.control.ExportSteps.describe;
import static dev.evenkeel.testkit.control.ExportSteps.enableRecovery;
import static dev.evenkeel.testkit.control.ExportSteps.export;
import static dev.evenkeel.testkit.control.ExportSteps.fill;
import static dev.evenkeel.testkit.control.ExportSteps.id;
import static dev.evenkeel.testkit.control.ExportSteps.name;
import static dev.evenkeel.testkit.control.ExportSteps.recoverable;
import static dev.evenkeel.testkit.control.ExportSteps.table;
import static dev.evenkeel.testkit.control.Simulations.onDemand;
import static dev.evenkeel.testkit.control.Simulations.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.testkit.ClientKind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.ExportFormat;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.S3SseAlgorithm;

/** Exports as the service makes them, from request to objects. */
class ExportSimulatorTest extends Exports {
  private static final ObjectMapper JSON = new ObjectMapper();

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
}
