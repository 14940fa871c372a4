package dev.evenkeel.core.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.ReadBatch;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** All that callers do with a client works through a decorator, against DynamoDB Local. */
@Timeout(120)
class DecoratedCallsTest {
  private static final int ITEMS = 7;

  private static LocalDynamoDb local;
  private static DynamoDbClient bare;
  private static DynamoDbAsyncClient bareAsync;

  private CountingClient client;
  private CountingAsyncClient asyncClient;

  @BeforeAll
  static void start() {
    local = LocalDynamoDb.start();
    bare = local.client();
    bareAsync = local.asyncClient();
    createTable("notes");
    IntStream.range(0, ITEMS)
        .forEach(i -> bare.putItem(b -> b.tableName("notes").item(key("a", i))));
  }

  @AfterAll
  static void stop() {
    bare.close();
    bareAsync.close();
    local.close();
  }

  @BeforeEach
  void decorate() {
    client = new CountingClient(bare);
    asyncClient = new CountingAsyncClient(bareAsync);
  }

  @Test
  void consumerAndNoArgumentForms_sync_passTheHook() {
    assertThat(client.getItem(b -> b.tableName("notes").key(key("a", 1))).item()).isNotEmpty();
    assertThat(client.listTables().tableNames()).contains("notes");
    assertThat(seen(client.seen)).containsExactly("GetItemRequest", "ListTablesRequest");
  }

  @Test
  void consumerAndNoArgumentForms_async_passTheHook() {
    assertThat(asyncClient.getItem(b -> b.tableName("notes").key(key("a", 1))).join().item())
        .isNotEmpty();
    assertThat(asyncClient.listTables().join().tableNames()).contains("notes");
    assertThat(seen(asyncClient.seen)).containsExactly("GetItemRequest", "ListTablesRequest");
  }

  @Test
  void itemPaginators_sync_passTheHookForEachPage() {
    assertThat(client.queryPaginator(query()).items()).hasSize(ITEMS);
    assertThat(client.scanPaginator(b -> b.tableName("notes").limit(3)).items()).hasSize(ITEMS);
    assertThat(client.batchGetItemPaginator(batchGet()).stream()).hasSize(1);
    assertThat(client.listTablesPaginator(b -> b.limit(1)).tableNames()).contains("notes");
    assertThat(seen(client.seen))
        .containsSubsequence("QueryRequest", "QueryRequest", "QueryRequest", "ScanRequest")
        .containsSubsequence("ScanRequest", "ScanRequest", "BatchGetItemRequest")
        .contains("ListTablesRequest");
  }

  @Test
  void itemPaginators_async_passTheHookForEachPage() {
    List<Object> items = new ArrayList<>();
    asyncClient.queryPaginator(query()).items().subscribe(items::add).join();
    asyncClient
        .scanPaginator(b -> b.tableName("notes").limit(3))
        .items()
        .subscribe(items::add)
        .join();
    asyncClient.batchGetItemPaginator(batchGet()).subscribe(items::add).join();
    asyncClient.listTablesPaginator().tableNames().subscribe(items::add).join();
    assertThat(items).hasSizeGreaterThanOrEqualTo(2 * ITEMS + 2);
    assertThat(seen(asyncClient.seen))
        .containsSubsequence("QueryRequest", "QueryRequest", "QueryRequest", "ScanRequest")
        .containsSubsequence("ScanRequest", "ScanRequest", "BatchGetItemRequest")
        .endsWith("ListTablesRequest");
  }

  @Test
  void waiter_sync_pollsThroughTheHook() {
    try (var waiter = client.waiter()) {
      assertThat(waiter.waitUntilTableExists(b -> b.tableName("notes")).matched().response())
          .isPresent();
    }
    assertThat(seen(client.seen)).containsExactly("DescribeTableRequest");
  }

  @Test
  void waiter_async_pollsThroughTheHookAndNeedsNoClosing() {
    for (int i = 0; i < 3; i++) {
      try (var waiter = asyncClient.waiter()) {
        assertThat(
                waiter.waitUntilTableExists(b -> b.tableName("notes")).join().matched().response())
            .isPresent();
      }
    }
    assertThat(seen(asyncClient.seen)).hasSize(3).containsOnly("DescribeTableRequest");
  }

  @Test
  void configuration_always_isTheDelegates() {
    assertThat(client.serviceClientConfiguration().region()).isEqualTo(Region.US_EAST_1);
    assertThat(asyncClient.serviceClientConfiguration().region()).isEqualTo(Region.US_EAST_1);
    assertThat(client.serviceName()).isEqualTo("dynamodb");
    assertThat(asyncClient.serviceName()).isEqualTo("dynamodb");
  }

  @Test
  void enhancedClient_sync_passesTheHook() {
    var enhanced = DynamoDbEnhancedClient.builder().dynamoDbClient(client).build();
    var table = enhanced.table("people", TableSchema.fromBean(Person.class));
    table.createTable();
    table.putItem(new Person("ann", 1));
    table.updateItem(new Person("ann", 2));
    assertThat(table.getItem(keyOf("ann")).getAge()).isEqualTo(2);
    assertThat(table.query(QueryConditional.keyEqualTo(keyOf("ann"))).items()).hasSize(1);
    assertThat(table.scan().items()).hasSize(1);
    ReadBatch batch =
        ReadBatch.builder(Person.class).mappedTableResource(table).addGetItem(keyOf("ann")).build();
    assertThat(enhanced.batchGetItem(b -> b.readBatches(batch)).resultsForTable(table)).hasSize(1);
    enhanced.transactWriteItems(b -> b.addPutItem(table, new Person("bob", 3)));
    table.deleteItem(keyOf("ann"));
    table.deleteTable();
    assertThat(seen(client.seen)).containsExactly(ENHANCED_CALLS);
  }

  @Test
  void enhancedClient_async_passesTheHook() {
    var enhanced = DynamoDbEnhancedAsyncClient.builder().dynamoDbClient(asyncClient).build();
    var table = enhanced.table("folk", TableSchema.fromBean(Person.class));
    List<Object> found = new ArrayList<>();
    table.createTable().join();
    table.putItem(new Person("ann", 1)).join();
    table.updateItem(new Person("ann", 2)).join();
    assertThat(table.getItem(keyOf("ann")).join().getAge()).isEqualTo(2);
    table.query(QueryConditional.keyEqualTo(keyOf("ann"))).items().subscribe(found::add).join();
    table.scan().items().subscribe(found::add).join();
    ReadBatch batch =
        ReadBatch.builder(Person.class).mappedTableResource(table).addGetItem(keyOf("ann")).build();
    enhanced
        .batchGetItem(b -> b.readBatches(batch))
        .resultsForTable(table)
        .subscribe(found::add)
        .join();
    enhanced.transactWriteItems(b -> b.addPutItem(table, new Person("bob", 3))).join();
    table.deleteItem(keyOf("ann")).join();
    table.deleteTable().join();
    assertThat(found).hasSize(3);
    assertThat(seen(asyncClient.seen)).containsExactly(ENHANCED_CALLS);
  }

  @Test
  void future_cancelled_isTheDelegatesOwn() {
    CompletableFuture<ScanResponse> unanswered = new CompletableFuture<>();
    DynamoDbAsyncClient silent =
        new DelegatingDynamoDbAsyncClient(bareAsync) {
          @Override
          public CompletableFuture<ScanResponse> scan(ScanRequest request) {
            return unanswered;
          }
        };
    new CountingAsyncClient(silent).scan(b -> b.tableName("notes")).cancel(true);
    assertThat(unanswered).isCancelled();
  }

  private static final String[] ENHANCED_CALLS = {
    "CreateTableRequest",
    "PutItemRequest",
    "UpdateItemRequest",
    "GetItemRequest",
    "QueryRequest",
    "ScanRequest",
    "BatchGetItemRequest",
    "TransactWriteItemsRequest",
    "DeleteItemRequest",
    "DeleteTableRequest"
  };

  private static QueryRequest query() {
    return QueryRequest.builder()
        .tableName("notes")
        .limit(3)
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS("a")))
        .build();
  }

  private static BatchGetItemRequest batchGet() {
    return BatchGetItemRequest.builder()
        .requestItems(
            Map.of(
                "notes",
                KeysAndAttributes.builder().keys(List.of(key("a", 0), key("a", 1))).build()))
        .build();
  }

  private static Map<String, AttributeValue> key(String partition, int sort) {
    return Map.of(
        "pk", AttributeValue.fromS(partition), "sk", AttributeValue.fromN(Integer.toString(sort)));
  }

  private static Key keyOf(String name) {
    return Key.builder().partitionValue(name).build();
  }

  private static List<String> seen(List<DynamoDbRequest> requests) {
    return requests.stream().map(request -> request.getClass().getSimpleName()).toList();
  }

  private static void createTable(String name) {
    bare.createTable(
        b ->
            b.tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(element("pk", KeyType.HASH), element("sk", KeyType.RANGE))
                .attributeDefinitions(
                    attribute("pk", ScalarAttributeType.S),
                    attribute("sk", ScalarAttributeType.N)));
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }
}
