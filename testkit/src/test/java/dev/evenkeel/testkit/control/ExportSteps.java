package dev.evenkeel.testkit.control;

import static dev.evenkeel.testkit.control.Simulations.onDemand;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryDescription;

/** Helpers of the tests of exports: a table, its items, requests. */
final class ExportSteps {
  private ExportSteps() {}

  /** The ARN of a new table. */
  static String table(DynamoDbClient client) {
    return client.createTable(onDemand("x" + UUID.randomUUID())).tableDescription().tableArn();
  }

  static String recoverable(DynamoDbClient client) {
    String arn = table(client);
    enableRecovery(client, arn);
    return arn;
  }

  static void enableRecovery(DynamoDbClient client, String arn) {
    client.updateContinuousBackups(
        r ->
            r.tableName(name(arn))
                .pointInTimeRecoverySpecification(p -> p.pointInTimeRecoveryEnabled(true)));
  }

  static PointInTimeRecoveryDescription recovery(DynamoDbClient client, String arn) {
    return client
        .describeContinuousBackups(r -> r.tableName(name(arn)))
        .continuousBackupsDescription()
        .pointInTimeRecoveryDescription();
  }

  static List<Map<String, AttributeValue>> fill(DynamoDbClient client, String arn, int count) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, AttributeValue> item =
          Map.of(
              "pk", AttributeValue.fromS("größe-😀-" + i),
              "n", AttributeValue.fromN("-0." + (i + 1) + "1"),
              "b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {0, (byte) i, -1})),
              "m",
                  AttributeValue.fromM(
                      Map.of(
                          "l", AttributeValue.fromL(List.of(AttributeValue.fromBool(true))),
                          "z", AttributeValue.fromNul(true))));
      client.putItem(r -> r.tableName(name(arn)).item(item));
      items.add(item);
    }
    return items;
  }

  static String name(String arn) {
    return ControlOperations.name(arn);
  }

  static String id(ExportDescription export) {
    return export.exportArn().substring(export.exportArn().lastIndexOf('/') + 1);
  }

  static ExportDescription export(
      DynamoDbClient client, String arn, Consumer<ExportTableToPointInTimeRequest.Builder> more) {
    return client.exportTableToPointInTime(r -> more.accept(r.tableArn(arn))).exportDescription();
  }

  static ExportDescription describe(DynamoDbClient client, ExportDescription export) {
    return client.describeExport(r -> r.exportArn(export.exportArn())).exportDescription();
  }

  static ExportStatus status(DynamoDbClient client, ExportDescription export) {
    return describe(client, export).exportStatus();
  }
}
