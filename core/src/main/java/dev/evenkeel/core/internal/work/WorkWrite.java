package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
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

  private static Map<String, AttributeValue> keyed(
      Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.putAll(attributes);
    return item;
  }

  /** Writes a row that nobody else writes. */
  static Flow<Done> put(
      String table, Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
    return TableCall.put(
            PutItemRequest.builder().tableName(table).item(keyed(key, attributes)).build())
        .map(answer -> Done.DONE);
  }

  /** Writes a row unless there is one; false if there is. */
  static Flow<Boolean> putNew(
      String table, Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
    PutItemRequest put =
        PutItemRequest.builder()
            .tableName(table)
            .item(keyed(key, attributes))
            .conditionExpression(UNLESS_THERE)
            .build();
    return TableCall.put(put)
        .map(answer -> true)
        .recover(ConditionalCheckFailedException.class, failure -> Flow.of(false));
  }

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

  /** Writes a row if the stored one still has this version. */
  static Flow<Boolean> put(
      String table,
      Map<String, AttributeValue> key,
      Map<String, AttributeValue> attributes,
      RowVersion version) {
    PutItemRequest put =
        PutItemRequest.builder()
            .tableName(table)
            .item(keyed(key, attributes))
            .conditionExpression(version.condition())
            .expressionAttributeNames(version.names())
            .expressionAttributeValues(version.values())
            .build();
    return TableCall.put(put).map(answer -> true);
  }

  /**
   * Whether a write without an answer was made, which the row tells.
   *
   * @param found the row of now; null if there is none
   */
  static <R> Flow<Boolean> after(Throwable failure, @Nullable R found, R seen, R next) {
    if (next.equals(found)) {
      return Flow.of(true);
    }
    return seen.equals(found) ? Flow.failed(failure) : Flow.of(false);
  }

  /** A row to write if the stored one still has this version. */
  static Put changed(
      String table,
      Map<String, AttributeValue> key,
      Map<String, AttributeValue> attributes,
      RowVersion version) {
    return Put.builder()
        .tableName(table)
        .item(keyed(key, attributes))
        .conditionExpression(version.condition())
        .expressionAttributeNames(version.names())
        .expressionAttributeValues(version.values())
        .build();
  }

  /** A new row to write. */
  static Put added(
      String table, Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
    return Put.builder()
        .tableName(table)
        .item(keyed(key, attributes))
        .conditionExpression(UNLESS_THERE)
        .build();
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
