package dev.evenkeel.sharding.internal.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.operation.RequestTables;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

class TableNamesTest {
  private static final String OLD = "orders";
  private static final String NEW = "orders-new";

  /** An item with an attribute that is named as the table. */
  private static final Map<String, AttributeValue> ITEM =
      Map.of("id", AttributeValue.fromS(OLD), OLD, AttributeValue.fromN("1"));

  private final TableNames names = new TableNames(name -> name.equals(OLD) ? NEW : name);

  static List<DynamoDbRequest> requests() {
    KeysAndAttributes keys = KeysAndAttributes.builder().keys(List.of(ITEM)).build();
    WriteRequest write = WriteRequest.builder().putRequest(put -> put.item(ITEM)).build();
    return List.of(
        GetItemRequest.builder().tableName(OLD).key(ITEM).build(),
        PutItemRequest.builder().tableName(OLD).item(ITEM).build(),
        UpdateItemRequest.builder().tableName(OLD).key(ITEM).build(),
        DeleteItemRequest.builder().tableName(OLD).key(ITEM).build(),
        QueryRequest.builder()
            .tableName(OLD)
            .expressionAttributeNames(Map.of("#t", OLD))
            .expressionAttributeValues(ITEM)
            .build(),
        ScanRequest.builder().tableName(OLD).exclusiveStartKey(ITEM).build(),
        BatchGetItemRequest.builder().requestItems(Map.of(OLD, keys)).build(),
        BatchWriteItemRequest.builder().requestItems(Map.of(OLD, List.of(write))).build(),
        TransactGetItemsRequest.builder()
            .transactItems(
                TransactGetItem.builder().get(get -> get.tableName(OLD).key(ITEM)).build())
            .build(),
        TransactWriteItemsRequest.builder()
            .transactItems(
                TransactWriteItem.builder().put(put -> put.tableName(OLD).item(ITEM)).build(),
                TransactWriteItem.builder().update(to -> to.tableName(OLD).key(ITEM)).build(),
                TransactWriteItem.builder().delete(of -> of.tableName(OLD).key(ITEM)).build(),
                TransactWriteItem.builder()
                    .conditionCheck(on -> on.tableName(OLD).key(ITEM))
                    .build())
            .build());
  }

  @ParameterizedTest
  @MethodSource("requests")
  void replaced_aRequest_namesTheOtherTableAndIsElseTheSame(DynamoDbRequest request) {
    DynamoDbRequest renamed = names.replaced(request);
    assertThat(RequestTables.of(renamed)).containsExactly(NEW);
    assertThat(new TableNames(name -> name.equals(NEW) ? OLD : name).replaced(renamed))
        .isEqualTo(request);
  }

  private static ConsumedCapacity used(String table) {
    return ConsumedCapacity.builder().tableName(table).capacityUnits(1.0).build();
  }

  @Test
  void replaced_anAnswerWithoutTheTable_isTheSameObject() {
    GetItemResponse answer =
        GetItemResponse.builder().item(ITEM).consumedCapacity(used("a")).build();
    assertThat(names.replaced(answer)).isSameAs(answer);
  }

  @Test
  void replaced_aBatchOfReads_renamesNoAttribute() {
    KeysAndAttributes keys = KeysAndAttributes.builder().keys(List.of(ITEM)).build();
    BatchGetItemResponse answer =
        BatchGetItemResponse.builder()
            .responses(Map.of(OLD, List.of(ITEM), "other", List.of(ITEM)))
            .unprocessedKeys(Map.of(OLD, keys))
            .consumedCapacity(used(OLD), used("other"))
            .build();
    assertThat(names.replaced(answer))
        .isEqualTo(
            BatchGetItemResponse.builder()
                .responses(Map.of(NEW, List.of(ITEM), "other", List.of(ITEM)))
                .unprocessedKeys(Map.of(NEW, keys))
                .consumedCapacity(used(NEW), used("other"))
                .build());
  }

  @Test
  void replaced_writesOfSeveralItems_haveTheirMetricsByTable() {
    Map<String, List<ItemCollectionMetrics>> old =
        Map.of(OLD, List.of(ItemCollectionMetrics.builder().itemCollectionKey(ITEM).build()));
    Map<String, List<ItemCollectionMetrics>> renamed = Map.of(NEW, old.get(OLD));
    assertThat(
            names.replaced(TransactWriteItemsResponse.builder().itemCollectionMetrics(old).build()))
        .isEqualTo(TransactWriteItemsResponse.builder().itemCollectionMetrics(renamed).build());
    BatchWriteItemResponse batch = BatchWriteItemResponse.builder().build();
    assertThat(
            names.replaced(
                batch.toBuilder().itemCollectionMetrics(old).consumedCapacity(used(OLD)).build()))
        .isEqualTo(
            batch.toBuilder().itemCollectionMetrics(renamed).consumedCapacity(used(NEW)).build());
  }
}
