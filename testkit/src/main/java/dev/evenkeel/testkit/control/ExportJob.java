package dev.evenkeel.testkit.control;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** One export: its actual state and the visible one. */
final class ExportJob {
  private final LaggingView<ExportDescription> reported = new LaggingView<>();
  private final ExportTableToPointInTimeRequest request;
  private final TableDescription table;
  private final List<Map<String, AttributeValue>> items;
  private ExportDescription truth;

  /**
   * An export that begins.
   *
   * @param items the items that it will hold
   */
  ExportJob(
      ExportTableToPointInTimeRequest request,
      TableDescription table,
      ExportDescription begun,
      List<Map<String, AttributeValue>> items) {
    this.request = request;
    this.table = table;
    this.truth = begun;
    this.items = items;
  }

  ExportDescription truth() {
    return truth;
  }

  String arn() {
    return truth.exportArn();
  }

  /** The last part of its ARN, which is also a part of all its keys. */
  String id() {
    return arn().substring(arn().lastIndexOf('/') + 1);
  }

  TableDescription table() {
    return table;
  }

  List<Map<String, AttributeValue>> items() {
    return items;
  }

  boolean isOf(ExportTableToPointInTimeRequest other) {
    return request.equals(other);
  }

  boolean isRunning() {
    return truth.exportStatus() == ExportStatus.IN_PROGRESS;
  }

  /** Changes its state, which is visible from then on. */
  void become(ExportDescription changed, Instant from) {
    truth = changed;
    reported.publish(from, changed);
  }

  @Nullable ExportDescription described(Instant now) {
    return reported.at(now);
  }
}
