package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverterProvider;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.document.EnhancedDocument;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.ScanEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The stock Enhanced Client scans a table and queries its index while items move. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class MovedEnhancedTest {
  private static final String INDEX = "byValue";
  private static final TableSchema<EnhancedDocument> SCHEMA =
      TableSchema.documentSchemaBuilder()
          .addIndexPartitionKey(TableMetadata.primaryIndexName(), "pk", AttributeValueType.S)
          .addIndexSortKey(TableMetadata.primaryIndexName(), "sk", AttributeValueType.S)
          .addIndexPartitionKey(INDEX, "pk", AttributeValueType.S)
          .addIndexSortKey(INDEX, "v", AttributeValueType.S)
          .attributeConverterProviders(AttributeConverterProvider.defaultProvider())
          .build();
  private static final ScanEnhancedRequest SCAN = ScanEnhancedRequest.builder().limit(3).build();
  private static final QueryEnhancedRequest QUERY =
      QueryEnhancedRequest.builder()
          .queryConditional(QueryConditional.keyEqualTo(key -> key.partitionValue("hot")))
          .limit(3)
          .build();

  private final LiveTable live;

  MovedEnhancedTest(LocalDynamoDb server) {
    this.live = new LiveTable(server);
  }

  @AfterEach
  void close() {
    live.close();
  }

  /** The reads of a table, sync or async. */
  private record Reads(
      Supplier<List<EnhancedDocument>> scan, Supplier<List<EnhancedDocument>> query) {

    static Reads of(DynamoDbTable<EnhancedDocument> table) {
      return new Reads(
          () -> table.scan(SCAN).items().stream().toList(),
          () ->
              table.index(INDEX).query(QUERY).stream()
                  .flatMap(page -> page.items().stream())
                  .toList());
    }

    static Reads of(DynamoDbAsyncTable<EnhancedDocument> table) {
      return new Reads(
          () -> {
            List<EnhancedDocument> found = new CopyOnWriteArrayList<>();
            table.scan(SCAN).items().subscribe(found::add).join();
            return found;
          },
          () -> {
            List<EnhancedDocument> found = new CopyOnWriteArrayList<>();
            table.index(INDEX).query(QUERY).subscribe(page -> found.addAll(page.items())).join();
            return found;
          });
    }
  }

  private Reads reads(Kind kind, ShardingSpec spec) {
    return switch (kind) {
      case SYNC ->
          Reads.of(
              DynamoDbEnhancedClient.builder()
                  .dynamoDbClient(
                      ShardingDynamoDbClient.builder(live.sending(LayoutGuard.create()))
                          .table(spec)
                          .build())
                  .build()
                  .table(LiveTable.TABLE, SCHEMA));
      case ASYNC ->
          Reads.of(
              DynamoDbEnhancedAsyncClient.builder()
                  .dynamoDbClient(
                      ShardingDynamoDbAsyncClient.builder(live.sendingAsync(LayoutGuard.create()))
                          .table(spec)
                          .build())
                  .build()
                  .table(LiveTable.TABLE, SCHEMA));
    };
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource(Kind.class)
  void scansAndIndexQueries_whileItemsMove_giveEachItemOnce(Kind kind) {
    ShardingDynamoDbClient client = live.client();
    for (int i = 0; i < 20; i++) {
      put(client, i);
    }
    Reads reads = reads(kind, LiveTable.spec(live.store()));
    Resharder.of(LiveTable.spec(live.store()), live.sending(LayoutGuard.create()))
        .start(LiveTable.HOT, 4);
    IntStream.range(0, 10).forEach(i -> put(client, 2 * i)); // moves these

    List<String> all = IntStream.range(0, 20).mapToObj(LiveTable::time).toList();
    assertThat(reads.scan().get())
        .extracting(item -> item.getString("sk"))
        .containsExactlyInAnyOrderElementsOf(all);
    assertThat(reads.query().get())
        .extracting(item -> item.getString("sk"))
        .containsExactlyInAnyOrderElementsOf(all);
  }

  private static void put(ShardingDynamoDbClient client, int i) {
    Map<String, AttributeValue> item =
        Map.of(
            "pk", LiveTable.HOT,
            "sk", AttributeValue.fromS(LiveTable.time(i)),
            "v", AttributeValue.fromS("v" + i % 3));
    client.putItem(put -> put.tableName(LiveTable.TABLE).item(item));
  }
}
