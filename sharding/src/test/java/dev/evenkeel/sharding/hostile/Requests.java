package dev.evenkeel.sharding.hostile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Every request on items that is not refused, in each way in which the shard is known or not. */
final class Requests {
  private final PhysicalFixture fixture;

  private Requests(PhysicalFixture fixture) {
    this.fixture = fixture;
  }

  static List<DynamoDbRequest> of(PhysicalFixture fixture) {
    Requests requests = new Requests(fixture);
    List<DynamoDbRequest> all = new ArrayList<>(requests.withTheKey());
    all.addAll(requests.withTheDeterminant());
    all.add(ScanRequest.builder().tableName(PhysicalFixture.TABLE).build());
    all.add(requests.queryOfAnotherIndex().build());
    return all;
  }

  /**
   * A scan from the beginning holds no key, so that its failure can quote none; nor does a query
   * from the beginning of an index with another partition key.
   */
  static List<DynamoDbRequest> thatHoldKeys(PhysicalFixture fixture) {
    Requests requests = new Requests(fixture);
    List<DynamoDbRequest> all = new ArrayList<>(requests.withTheKey());
    all.addAll(requests.withTheDeterminant());
    if (!fixture.isDrawn()) {
      all.add(
          ScanRequest.builder()
              .tableName(PhysicalFixture.TABLE)
              .exclusiveStartKey(requests.knownKey("s1"))
              .build());
      Map<String, AttributeValue> startKey = requests.knownKey("s1");
      startKey.put("note", s("mine"));
      all.add(requests.queryOfAnotherIndex().exclusiveStartKey(startKey).build());
    }
    return all;
  }

  private static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  private Map<String, AttributeValue> key(String sortKey) {
    return new HashMap<>(Map.of("pk", fixture.logical(), "sk", s(sortKey)));
  }

  private Map<String, AttributeValue> item(String sortKey) {
    Map<String, AttributeValue> item = key(sortKey);
    item.put("det", s("d"));
    return item;
  }

  private QueryRequest.Builder queryOfAnotherIndex() {
    return QueryRequest.builder()
        .tableName(PhysicalFixture.TABLE)
        .indexName("byNoteAlone")
        .keyConditionExpression("note = :note")
        .expressionAttributeValues(Map.of(":note", s("mine")));
  }

  private GetItemRequest get(Map<String, AttributeValue> key) {
    return GetItemRequest.builder().tableName(PhysicalFixture.TABLE).key(key).build();
  }

  private UpdateItemRequest update(Map<String, AttributeValue> key) {
    return UpdateItemRequest.builder()
        .tableName(PhysicalFixture.TABLE)
        .key(key)
        .updateExpression("SET v = :v")
        .expressionAttributeValues(Map.of(":v", s("new")))
        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
        .build();
  }

  private DeleteItemRequest delete(Map<String, AttributeValue> key) {
    return DeleteItemRequest.builder()
        .tableName(PhysicalFixture.TABLE)
        .key(key)
        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
        .build();
  }

  private TransactGetItemsRequest transactGet(Map<String, AttributeValue> key) {
    return TransactGetItemsRequest.builder()
        .transactItems(
            TransactGetItem.builder()
                .get(get -> get.tableName(PhysicalFixture.TABLE).key(key))
                .build())
        .build();
  }

  /** Requests that work without an attribute beside the key. */
  private List<DynamoDbRequest> withTheKey() {
    WriteRequest put = WriteRequest.builder().putRequest(p -> p.item(item("s1"))).build();
    WriteRequest delete = WriteRequest.builder().deleteRequest(d -> d.key(key("s2"))).build();
    return List.of(
        get(key("s1")),
        PutItemRequest.builder().tableName(PhysicalFixture.TABLE).item(item("s1")).build(),
        update(key("s1")),
        delete(key("s1")),
        QueryRequest.builder()
            .tableName(PhysicalFixture.TABLE)
            .keyConditionExpression("#p = :pk")
            .expressionAttributeNames(Map.of("#p", "pk"))
            .expressionAttributeValues(Map.of(":pk", fixture.logical()))
            .limit(1)
            .build(),
        QueryRequest.builder()
            .tableName(PhysicalFixture.TABLE)
            .keyConditionExpression("pk = :pk AND sk = :sk")
            .expressionAttributeValues(Map.of(":pk", fixture.logical(), ":sk", s("s1")))
            .build(),
        QueryRequest.builder()
            .tableName(PhysicalFixture.TABLE)
            .indexName(PhysicalFixture.INDEX)
            .keyConditionExpression("pk = :pk AND note >= :note")
            .expressionAttributeValues(Map.of(":pk", fixture.logical(), ":note", s("a")))
            .limit(1)
            .build(),
        BatchGetItemRequest.builder()
            .requestItems(
                Map.of(
                    PhysicalFixture.TABLE,
                    KeysAndAttributes.builder().keys(List.of(key("s1"), key("s2"))).build()))
            .build(),
        BatchWriteItemRequest.builder()
            .requestItems(Map.of(PhysicalFixture.TABLE, List.of(put, delete)))
            .build(),
        transactGet(key("s1")),
        transactWrite());
  }

  /** A transaction cannot look for an item, so where the shard is drawn it only puts. */
  private TransactWriteItemsRequest transactWrite() {
    TransactWriteItem put =
        TransactWriteItem.builder()
            .put(p -> p.tableName(PhysicalFixture.TABLE).item(item("s1")))
            .build();
    TransactWriteItem update =
        TransactWriteItem.builder()
            .update(
                u ->
                    u.tableName(PhysicalFixture.TABLE)
                        .key(knownKey("s2"))
                        .updateExpression("REMOVE v"))
            .build();
    TransactWriteItem delete =
        TransactWriteItem.builder()
            .delete(d -> d.tableName(PhysicalFixture.TABLE).key(knownKey("s3")))
            .build();
    TransactWriteItem check =
        TransactWriteItem.builder()
            .conditionCheck(
                c ->
                    c.tableName(PhysicalFixture.TABLE)
                        .key(knownKey("s4"))
                        .conditionExpression("attribute_exists(v)"))
            .build();
    return TransactWriteItemsRequest.builder()
        .transactItems(fixture.isDrawn() ? List.of(put) : List.of(put, update, delete, check))
        .build();
  }

  private Map<String, AttributeValue> knownKey(String sortKey) {
    return fixture.spec().selector().determinants().contains("det") ? item(sortKey) : key(sortKey);
  }

  private List<DynamoDbRequest> withTheDeterminant() {
    return fixture.spec().selector().determinants().contains("det")
        ? List.of(get(item("s1")), update(item("s1")), delete(item("s1")), transactGet(item("s1")))
        : List.of();
  }
}
