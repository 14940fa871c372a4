package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Conditional writes of rows: each applies only if the row is as it was read. */
final class WorkWrite {
  private static final String UPON = "#fence = :seen";
  private static final Map<String, String> NAMES = Map.of("#fence", WorkFormat.FENCE);

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

  /** Writes a row upon one with that fence. */
  static Flow<Boolean> put(
      String table,
      Map<String, AttributeValue> key,
      Map<String, AttributeValue> attributes,
      long seen) {
    PutItemRequest put =
        PutItemRequest.builder()
            .tableName(table)
            .item(keyed(key, attributes))
            .conditionExpression(UPON)
            .expressionAttributeNames(NAMES)
            .expressionAttributeValues(fence(seen))
            .build();
    return TableCall.put(put).map(answer -> true);
  }

  /** Writes a row upon one with that fence, and a new one with it. */
  static Flow<Boolean> both(
      String table,
      Map<String, AttributeValue> changed,
      long seen,
      Map<String, AttributeValue> added) {
    Put change =
        Put.builder()
            .tableName(table)
            .item(changed)
            .conditionExpression(UPON)
            .expressionAttributeNames(NAMES)
            .expressionAttributeValues(fence(seen))
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

  private static Map<String, AttributeValue> fence(long seen) {
    return Map.of(":seen", AttributeValue.fromN(Long.toString(seen)));
  }
}
