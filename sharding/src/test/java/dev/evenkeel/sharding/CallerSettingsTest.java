package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * The override configuration of one request is used for all its sub-requests, and for no other
 * request.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class CallerSettingsTest {
  private static final AwsRequestOverrideConfiguration MINE =
      AwsRequestOverrideConfiguration.builder().putHeader("x-who", "me").build();

  /** Its keys do not tell the shard, so that each access by key looks for it. */
  private static final ShardingSpec EVENTS =
      ShardingSpec.builder("events")
          .partitionKey("day")
          .sortKey("at")
          .shards(4)
          .selector(ShardSelector.hashOf("id"))
          .uniqueSortKeys()
          .build();

  private static final CounterSpec VISITS =
      CounterSpec.builder("visits")
          .partitionKey("page")
          .sortKey("day")
          .shards(4)
          .summed("n")
          .build();

  private final List<SdkRequest> sent = Collections.synchronizedList(new ArrayList<>());

  @BeforeAll
  static void createTables(DynamoDbClient plain) {
    PhysicalTables.create(plain, EVENTS);
    ShardingDynamoDbClient.builder(plain)
        .counter(VISITS)
        .build()
        .createTable(Counters.create(VISITS));
  }

  private static Map<String, AttributeValue> event(String at) {
    return Map.of("day", fromS("monday"), "at", fromS(at), "id", fromS("id" + at));
  }

  private static Map<String, AttributeValue> key(String at) {
    return Map.of("day", fromS("monday"), "at", fromS(at));
  }

  private static Map<String, AttributeValue> visits() {
    return Map.of("page", fromS("home"), "day", fromS("monday"));
  }

  private static List<DynamoDbRequest> requests() {
    WriteRequest gone = WriteRequest.builder().deleteRequest(d -> d.key(key("c"))).build();
    WriteRequest fresh = WriteRequest.builder().putRequest(p -> p.item(event("c"))).build();
    KeysAndAttributes both = KeysAndAttributes.builder().keys(List.of(key("a"), key("b"))).build();
    TransactGetItem read =
        TransactGetItem.builder().get(get -> get.tableName("events").key(key("a"))).build();
    TransactWriteItem write =
        TransactWriteItem.builder().put(put -> put.tableName("events").item(event("d"))).build();
    return List.of(
        PutItemRequest.builder().tableName("events").item(event("a")).build(),
        PutItemRequest.builder().tableName("events").item(event("b")).build(),
        UpdateItemRequest.builder()
            .tableName("events")
            .key(key("a"))
            .updateExpression("SET n = :n")
            .expressionAttributeValues(Map.of(":n", fromN("1")))
            .build(),
        GetItemRequest.builder().tableName("events").key(key("a")).build(),
        GetItemRequest.builder().tableName("events").key(key("missing")).build(),
        BatchWriteItemRequest.builder().requestItems(Map.of("events", List.of(fresh))).build(),
        BatchWriteItemRequest.builder().requestItems(Map.of("events", List.of(gone))).build(),
        BatchGetItemRequest.builder().requestItems(Map.of("events", both)).build(),
        TransactGetItemsRequest.builder().transactItems(List.of(read)).build(),
        TransactWriteItemsRequest.builder().transactItems(List.of(write)).build(),
        QueryRequest.builder()
            .tableName("events")
            .keyConditionExpression("#day = :day")
            .expressionAttributeNames(Map.of("#day", "day"))
            .expressionAttributeValues(Map.of(":day", fromS("monday")))
            .limit(1)
            .build(),
        ScanRequest.builder().tableName("events").build(),
        DeleteItemRequest.builder().tableName("events").key(key("a")).build(),
        UpdateItemRequest.builder()
            .tableName("visits")
            .key(visits())
            .updateExpression("ADD n :n")
            .expressionAttributeValues(Map.of(":n", fromN("1")))
            .build(),
        GetItemRequest.builder().tableName("visits").key(visits()).build(),
        QueryRequest.builder()
            .tableName("visits")
            .keyConditionExpression("page = :page")
            .expressionAttributeValues(Map.of(":page", fromS("home")))
            .build(),
        DeleteItemRequest.builder().tableName("visits").key(visits()).build());
  }

  @ParameterizedTest
  @EnumSource
  void call_withSettings_sendsEachRequestUnderThem(Kind kind, LocalDynamoDb local) {
    ShardedClients.Tables tables = ShardedClients.Tables.of(EVENTS).with(VISITS);
    try (ClientUnderTest client = ShardedClients.open(kind, local, sent::add, tables)) {
      for (DynamoDbRequest request : requests()) {
        check(client, request, MINE, ReturnConsumedCapacity.TOTAL);
        check(client, request, null, null);
      }
    }
  }

  private void check(
      ClientUnderTest client,
      DynamoDbRequest request,
      AwsRequestOverrideConfiguration settings,
      ReturnConsumedCapacity capacity) {
    DynamoDbRequest.Builder own = request.toBuilder();
    request.sdkFields().stream()
        .filter(field -> field.memberName().equals("ReturnConsumedCapacity"))
        .forEach(field -> field.set(own, capacity == null ? null : capacity.toString()));
    sent.clear();
    DynamoDbResponse response =
        client.call((DynamoDbRequest) own.overrideConfiguration(settings).build());
    assertThat(sent).as("%s", request).isNotEmpty();
    assertThat(sent)
        .as("%s", request)
        .allSatisfy(
            each -> assertThat(each.overrideConfiguration().orElse(null)).isEqualTo(settings));
    Object consumed = response.getValueForField("ConsumedCapacity", Object.class).orElse(null);
    boolean isReported = consumed instanceof List<?> list ? !list.isEmpty() : consumed != null;
    // DynamoDB Local reports the capacity of deletes even if not asked to.
    if (capacity != null || !(request instanceof DeleteItemRequest)) {
      assertThat(isReported).as("capacity of %s", request).isEqualTo(capacity != null);
    }
  }
}
