package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Start keys from before a move, from while it is under way, and from after it. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class MovedStartKeyTest {
  private final LiveTable table;
  private final Resharder resharder;
  private final ShardingDynamoDbClient client;

  MovedStartKeyTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    this.resharder =
        Resharder.of(LiveTable.spec(table.store(table.plain)), table.sending(LayoutGuard.create()));
    this.client = table.client();
  }

  @BeforeEach
  void fill() {
    for (String key : List.of("hot", "cold")) {
      for (int i = 0; i < 6; i++) {
        Map<String, AttributeValue> item = new HashMap<>(LiveTable.key(key, "s" + i));
        item.put("v", AttributeValue.fromS("v" + i / 3));
        client.putItem(put -> put.tableName(LiveTable.TABLE).item(item));
      }
    }
  }

  @AfterEach
  void close() {
    table.close();
  }

  private void move(int shards) {
    resharder.start(LiveTable.HOT, shards);
    resharder.run();
    resharder.verify();
    resharder.finish();
    table.waitForLease();
  }

  private ScanResponse scan(@Nullable Map<String, AttributeValue> start) {
    return client.scan(
        ScanRequest.builder().tableName(LiveTable.TABLE).limit(2).exclusiveStartKey(start).build());
  }

  private QueryResponse query(
      String key, @Nullable String index, @Nullable Map<String, AttributeValue> start) {
    return client.query(
        QueryRequest.builder()
            .tableName(LiveTable.TABLE)
            .indexName(index)
            .keyConditionExpression("pk = :pk")
            .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(key)))
            .limit(2)
            .exclusiveStartKey(start)
            .build());
  }

  private static void assertRefused(Runnable read) {
    assertThatThrownBy(read::run)
        .isInstanceOf(InvalidStartKeyException.class)
        .hasMessageContainingAll("were moved", "Begin again");
  }

  @Tag("deep")
  @Test
  void startKeysThatNamePlaces_areRefusedAfterAMove_othersAreGood() {
    Map<String, AttributeValue> ofScan = scan(null).lastEvaluatedKey();
    Map<String, AttributeValue> ofIndex = query("hot", "byValue", null).lastEvaluatedKey();
    Map<String, AttributeValue> ofColdIndex = query("cold", "byValue", null).lastEvaluatedKey();
    Map<String, AttributeValue> ofTable = query("hot", null, null).lastEvaluatedKey();
    assertThat(ofScan).as("as ever in a table without moves").containsOnlyKeys("pk", "sk");
    assertThat(ofIndex).containsOnlyKeys("pk", "sk", "v");

    move(4);
    assertRefused(() -> scan(ofScan));
    assertRefused(() -> query("hot", "byValue", ofIndex));
    assertThat(query("cold", "byValue", ofColdIndex).items()).hasSize(2);
    assertThat(query("hot", null, ofTable).items())
        .extracting(item -> item.get("sk").s())
        .containsExactly("s2", "s3");
    Map<String, AttributeValue> ofNewScan = scan(null).lastEvaluatedKey();
    Map<String, AttributeValue> ofNewIndex = query("hot", "byValue", null).lastEvaluatedKey();
    assertThat(scan(ofNewScan).items()).hasSize(2);
    assertThat(query("hot", "byValue", ofNewIndex).items()).hasSize(2);

    move(5);
    assertRefused(() -> scan(ofNewScan));
    assertRefused(() -> query("hot", "byValue", ofNewIndex));
    assertThat(query("hot", null, ofTable).items()).hasSize(2);
  }

  @Tag("deep")
  @Test
  void scan_fromBeforeAMove_goesOnWhileItemsMove_andIsRefusedAfterIt() {
    Set<String> found = new HashSet<>();
    Map<String, AttributeValue> start = noted(scan(null), found);
    Map<String, AttributeValue> ofFirst = start;
    resharder.start(LiveTable.HOT, 4);
    resharder.run();
    Map<String, AttributeValue> ofSecond = start;
    while (!start.isEmpty()) {
      ofSecond = start;
      start = noted(scan(start), found);
    }
    assertThat(found).as("all, wherever they were when").hasSize(12);

    resharder.verify();
    resharder.finish();
    table.waitForLease();
    Map<String, AttributeValue> last = ofSecond;
    assertRefused(() -> scan(ofFirst));
    assertRefused(() -> scan(last));
  }

  private static Map<String, AttributeValue> noted(ScanResponse page, Set<String> found) {
    page.items().forEach(item -> found.add(item.get("pk").s() + item.get("sk").s()));
    return page.lastEvaluatedKey();
  }

  @Tag("deep")
  @Test
  void otherKeysThanTheMoved_areReadAsEver_andTheMovedOneByBothLayouts() {
    Map<String, AttributeValue> ofCold = query("cold", "byValue", null).lastEvaluatedKey();
    resharder.start(LiveTable.HOT, 4);
    assertThat(query("cold", "byValue", ofCold).lastEvaluatedKey())
        .containsOnlyKeys("pk", "sk", "v");

    Explanation cold = client.explain(get("cold"));
    assertThat(cold.firstRound().subRequests()).containsExactly(get("cold"));
    assertThat(cold.mayFollow()).isEmpty();
    Explanation hot = client.explain(get("hot"));
    assertThat(hot.firstRound().subRequests())
        .containsExactly(get("hot").toBuilder().consistentRead(true).build());
    assertThat(hot.mayFollow()).singleElement().asString().contains("the new place");
    Explanation write =
        client.explain(
            PutItemRequest.builder()
                .tableName(LiveTable.TABLE)
                .item(LiveTable.key("hot", "s1"))
                .build());
    assertThat(write.firstRound().subRequests())
        .as("is it at its old place?")
        .singleElement()
        .isInstanceOf(GetItemRequest.class);
    assertThat(write.mayFollow()).anyMatch(then -> then.contains("a transaction that copies it"));
    Explanation scan = client.explain(ScanRequest.builder().tableName(LiveTable.TABLE).build());
    assertThat(scan.mayFollow()).singleElement().asString().contains("a Query of each new place");
  }

  private static GetItemRequest get(String key) {
    return GetItemRequest.builder()
        .tableName(LiveTable.TABLE)
        .key(LiveTable.key(key, "s1"))
        .build();
  }

  @Test
  void pagesOfAMovedTable_holdEachItemOnce() {
    move(4);

    assertThat(client.scanPaginator(scan -> scan.tableName(LiveTable.TABLE).limit(1)).items())
        .extracting(item -> item.get("pk").s() + item.get("sk").s())
        .doesNotHaveDuplicates()
        .hasSize(12);
    assertThat(
            client
                .queryPaginator(
                    query ->
                        query
                            .tableName(LiveTable.TABLE)
                            .indexName("byValue")
                            .limit(1)
                            .keyConditionExpression("pk = :pk")
                            .expressionAttributeValues(Map.of(":pk", LiveTable.HOT)))
                .items())
        .extracting(item -> item.get("sk").s())
        .doesNotHaveDuplicates()
        .hasSize(6);
  }
}
