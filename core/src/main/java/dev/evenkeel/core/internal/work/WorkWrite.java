package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Conditional writes of rows: each applies only if the row is as it was read. */
final class WorkWrite {
  private static final String UNLESS_THERE = "attribute_not_exists(pk)";
  private static final String UPON = "#fence = :seen";
  private static final String UPON_OWN = UPON + " AND #whose = :whose";
  private static final String UPON_NOBODYS = UPON + " AND attribute_not_exists(#whose)";
  private static final String FENCE = "#fence";

  private WorkWrite() {}

  /**
   * The version of a row, on condition of which another is written.
   *
   * @param attribute tells whose the row is, since fences begin anew: the worker of a segment, the
   *     run of a job
   * @param whose null if it is nobody's
   */
  record RowVersion(long fence, String attribute, @Nullable String whose) {
    static RowVersion of(SegmentRow row) {
      return new RowVersion(row.fence(), WorkFormat.WORKER, row.worker());
    }

    static RowVersion of(WorkJob job) {
      return new RowVersion(job.fence(), WorkFormat.RUN, job.run().isEmpty() ? null : job.run());
    }

    String condition() {
      return whose == null ? UPON_NOBODYS : UPON_OWN;
    }

    Map<String, String> names() {
      return Map.of(FENCE, WorkFormat.FENCE, "#whose", attribute);
    }

    Map<String, AttributeValue> values() {
      AttributeValue number = AttributeValue.fromN(Long.toString(fence));
      return whose == null
          ? Map.of(":seen", number)
          : Map.of(":seen", number, ":whose", AttributeValue.fromS(whose));
    }
  }

  /** Takes the row of a job away, unless it is another run's. */
  static Flow<Done> delete(String table, Map<String, AttributeValue> key, WorkJob job) {
    RowVersion version = RowVersion.of(job);
    DeleteItemRequest.Builder delete =
        DeleteItemRequest.builder()
            .tableName(table)
            .key(key)
            .expressionAttributeNames(Map.of("#whose", version.attribute()));
    if (version.whose() == null) {
      delete.conditionExpression("attribute_not_exists(#whose)");
    } else {
      delete
          .conditionExpression("#whose = :whose")
          .expressionAttributeValues(Map.of(":whose", AttributeValue.fromS(version.whose())));
    }
    return TableCall.unlessRefused(TableCall.delete(delete.build()));
  }

  /** A row to write if the stored one still has this version. */
  static Put changed(
      String table,
      Map<String, AttributeValue> key,
      Map<String, AttributeValue> attributes,
      RowVersion version) {
    return always(table, key, attributes).toBuilder()
        .conditionExpression(version.condition())
        .expressionAttributeNames(version.names())
        .expressionAttributeValues(version.values())
        .build();
  }

  /** A row to write, whatever is stored. */
  static Put always(
      String table, Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.putAll(attributes);
    return Put.builder().tableName(table).item(item).build();
  }

  /** A new row to write. */
  static Put added(
      String table, Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
    return always(table, key, attributes).toBuilder().conditionExpression(UNLESS_THERE).build();
  }

  /** Writes one row. */
  static Flow<Boolean> one(Put put) {
    PutItemRequest request =
        PutItemRequest.builder()
            .tableName(put.tableName())
            .item(put.item())
            .conditionExpression(put.conditionExpression())
            .expressionAttributeNames(put.expressionAttributeNames())
            .expressionAttributeValues(put.expressionAttributeValues())
            .build();
    return TableCall.put(request).map(answer -> true);
  }

  /** Writes all or none. */
  static Flow<Boolean> all(List<Put> puts) {
    TransactWriteItemsRequest all =
        TransactWriteItemsRequest.builder()
            .transactItems(
                puts.stream().map(put -> TransactWriteItem.builder().put(put).build()).toList())
            .build();
    return TableCall.transactWrite(all).map(answer -> true);
  }
}
