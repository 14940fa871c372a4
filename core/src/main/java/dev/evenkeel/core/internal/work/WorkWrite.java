package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Conditional writes of rows: each applies only if the row is as it was read. */
final class WorkWrite {
  private static final String UPON = "#fence = :seen";
  private static final String UPON_HELD = UPON + " AND #worker = :worker";
  private static final String FENCE = "#fence";

  private WorkWrite() {}

  static Map<String, AttributeValue> keyed(
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

  /** Writes a row unless there is one. */
  static Flow<Done> putNew(
      String table, Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
    PutItemRequest put =
        PutItemRequest.builder()
            .tableName(table)
            .item(keyed(key, attributes))
            .conditionExpression("attribute_not_exists(pk)")
            .build();
    return TableCall.unlessRefused(TableCall.put(put));
  }

  /**
   * The row upon which another is written.
   *
   * @param worker who holds it: fences alone begin anew with a pass of the same name. Null if
   *     nobody does
   */
  record Seen(long fence, @Nullable String worker) {
    static Seen of(SegmentRow row) {
      return new Seen(row.fence(), row.worker());
    }

    static Seen of(WorkJob job) {
      return new Seen(job.fence(), null);
    }

    String condition() {
      return worker == null ? UPON : UPON_HELD;
    }

    Map<String, String> names() {
      return worker == null
          ? Map.of(FENCE, WorkFormat.FENCE)
          : Map.of(FENCE, WorkFormat.FENCE, "#worker", WorkFormat.WORKER);
    }

    Map<String, AttributeValue> values() {
      AttributeValue number = AttributeValue.fromN(Long.toString(fence));
      return worker == null
          ? Map.of(":seen", number)
          : Map.of(":seen", number, ":worker", AttributeValue.fromS(worker));
    }
  }

  /** Writes a row upon the one that was seen. */
  static Flow<Boolean> put(
      String table,
      Map<String, AttributeValue> key,
      Map<String, AttributeValue> attributes,
      Seen seen) {
    PutItemRequest put =
        PutItemRequest.builder()
            .tableName(table)
            .item(keyed(key, attributes))
            .conditionExpression(seen.condition())
            .expressionAttributeNames(seen.names())
            .expressionAttributeValues(seen.values())
            .build();
    return TableCall.put(put).map(answer -> true);
  }

  /** Writes a row upon the one that was seen, and a new one with it. */
  static Flow<Boolean> both(
      String table,
      Map<String, AttributeValue> changed,
      Seen seen,
      Map<String, AttributeValue> added) {
    Put change =
        Put.builder()
            .tableName(table)
            .item(changed)
            .conditionExpression(seen.condition())
            .expressionAttributeNames(seen.names())
            .expressionAttributeValues(seen.values())
            .build();
    Put add =
        Put.builder()
            .tableName(table)
            .item(added)
            .conditionExpression("attribute_not_exists(pk)")
            .build();
    TransactWriteItemsRequest both =
        TransactWriteItemsRequest.builder()
            .transactItems(
                TransactWriteItem.builder().put(change).build(),
                TransactWriteItem.builder().put(add).build())
            .build();
    return TableCall.transactWrite(both).map(answer -> true);
  }
}
