package dev.evenkeel.testkit.control;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * One export that has begun.
 *
 * @param items the items that it will hold
 * @param states the latest is its actual state
 */
record ExportJob(
    ExportTableToPointInTimeRequest request,
    TableDescription table,
    List<Map<String, AttributeValue>> items,
    LaggingView<ExportDescription> states) {

  ExportDescription truth() {
    return Objects.requireNonNull(states.latest());
  }

  String arn() {
    return truth().exportArn();
  }

  /** The last part of its ARN, which is also a part of all its keys. */
  String id() {
    return arn().substring(arn().lastIndexOf('/') + 1);
  }

  boolean isRunning() {
    return truth().exportStatus() == ExportStatus.IN_PROGRESS;
  }

  @Nullable ExportDescription described(Instant now) {
    return states.at(now);
  }
}
