package dev.evenkeel.testkit.equivalence;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** A decorated table and a plain one, and requests that both are asked. */
final class TwoTables {
  static final String TABLE = "things";
  static final ScanRequest SCAN = ScanRequest.builder().tableName(TABLE).build();
  static final QueryRequest QUERY =
      QueryRequest.builder()
          .tableName(TABLE)
          .keyConditionExpression("pk = :p")
          .expressionAttributeValues(Map.of(":p", AttributeValue.fromS("a")))
          .build();

  private TwoTables() {}

  static Equivalence open(LocalDynamoDb local, Kind kind, Decoration decoration) {
    Equivalence both =
        Equivalence.of(
            kind.open(local.isolated(), decoration),
            Kind.SYNC.open(local.isolated(), Decoration.none()));
    both.prepare(
        TableFixture.named(TABLE)
            .partitionKey("pk", ScalarAttributeType.S)
            .sortKey("sk", ScalarAttributeType.N)
            .request());
    return both;
  }

  static Map<String, AttributeValue> key(int sk) {
    return Map.of("pk", AttributeValue.fromS("a"), "sk", AttributeValue.fromN("" + sk));
  }

  static PutItemRequest put(int sk) {
    Map<String, AttributeValue> item = new HashMap<>(key(sk));
    item.put("value", AttributeValue.fromN("1.50"));
    return PutItemRequest.builder().tableName(TABLE).item(item).build();
  }

  static PutItemRequest putNew(int sk) {
    return put(sk).toBuilder()
        .conditionExpression("attribute_not_exists(pk)")
        .returnValuesOnConditionCheckFailure("ALL_OLD")
        .build();
  }

  static GetItemRequest get(int sk) {
    return GetItemRequest.builder().tableName(TABLE).key(key(sk)).build();
  }

  static BatchGetItemRequest batchGet(int... sks) {
    List<Map<String, AttributeValue>> keys = IntStream.of(sks).mapToObj(TwoTables::key).toList();
    return BatchGetItemRequest.builder()
        .requestItems(Map.of(TABLE, KeysAndAttributes.builder().keys(keys).build()))
        .build();
  }

  static TransactWriteItemsRequest transaction(int... sks) {
    List<TransactWriteItem> puts =
        IntStream.of(sks)
            .mapToObj(
                sk ->
                    TransactWriteItem.builder()
                        .put(
                            put ->
                                put.tableName(TABLE)
                                    .item(key(sk))
                                    .conditionExpression("attribute_not_exists(pk)"))
                        .build())
            .toList();
    return TransactWriteItemsRequest.builder().transactItems(puts).build();
  }
}
