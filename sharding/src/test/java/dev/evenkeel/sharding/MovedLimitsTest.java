package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Items are moved whose keys or sizes are as large as DynamoDB allows, and a byte larger. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class MovedLimitsTest {
  private static final int KEY_BYTES = 2048;
  private static final int SORT_BYTES = 1024;
  private static final int ITEM_BYTES = 400 * 1024;

  /** Of one of 2 to 10 shards. */
  private static final int SUFFIX_BYTES = 2;

  private final LiveTable table;
  private final LayoutEditor editor;
  private final ShardingSpec spec;
  private final Resharder resharder;

  MovedLimitsTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    this.editor = table.editor();
    this.spec = LiveTable.spec(table.store());
    this.resharder = Resharder.of(spec, table.sending(LayoutGuard.create()));
  }

  @AfterEach
  void close() {
    table.close();
  }

  /** The longest key that has room for so many bytes more. */
  private static String key(int room) {
    return "k".repeat(KEY_BYTES - room);
  }

  private static Map<String, AttributeValue> item(String key, int number) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("pk", AttributeValue.fromS(key));
    item.put("sk", AttributeValue.fromS("s".repeat(SORT_BYTES - 1) + number));
    item.put("v", AttributeValue.fromS("v".repeat(SORT_BYTES - 1) + number));
    return item;
  }

  private static void put(DynamoDbClient client, Map<String, AttributeValue> item) {
    client.putItem(put -> put.tableName(LiveTable.TABLE).item(item));
  }

  private static List<Map<String, AttributeValue>> queried(
      DynamoDbClient client, String key, String index) {
    QueryRequest pages =
        QueryRequest.builder()
            .tableName(LiveTable.TABLE)
            .indexName(index.isEmpty() ? null : index)
            .keyConditionExpression("pk = :pk")
            .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(key)))
            .limit(2)
            .build();
    return client.queryPaginator(pages).items().stream().toList();
  }

  private List<Map<String, AttributeValue>> stored(String name) {
    return table.plain.scanPaginator(scan -> scan.tableName(name)).items().stream().toList();
  }

  private void finish() {
    resharder.run();
    assertThat(resharder.verify().isUnchanged()).isTrue();
    resharder.finish();
  }

  /** Looks at everything that can be written before and after. */
  private void assertUnfit(Runnable step) {
    assertUnfit("2,048 bytes", step);
  }

  private void assertUnfit(String why, Runnable step) {
    List<Map<String, AttributeValue>> items = stored(LiveTable.TABLE);
    List<Map<String, AttributeValue>> control = stored(spec.layoutSource().table());

    assertThatThrownBy(step::run)
        .isInstanceOfSatisfying(
            LayoutChangeException.class, e -> assertThat(e.reason()).isEqualTo(Reason.ITEMS_UNFIT))
        .hasMessageContaining(why);

    assertThat(stored(LiveTable.TABLE)).containsExactlyInAnyOrderElementsOf(items);
    assertThat(stored(spec.layoutSource().table())).containsExactlyInAnyOrderElementsOf(control);
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void longestKeys_thatFitWithTheirSuffix_moveWhileTheyAreReadAndWritten(boolean whole) {
    String key = key(SUFFIX_BYTES);
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    IntStream.range(0, 5).forEach(i -> items.add(item(key, i)));
    items.forEach(item -> put(table.plain, item));
    ShardingDynamoDbClient client = table.client();

    resharder.start(whole ? null : AttributeValue.fromS(key), 4, MovePace.gentle());
    put(client, items.get(3)); // moves it
    items.add(item(key, 5));
    put(client, items.get(5));
    assertThat(queried(client, key, "")).isEqualTo(items);
    assertThat(queried(client, key, "byValue")).isEqualTo(items);
    client.deleteItem(
        delete -> delete.tableName(LiveTable.TABLE).key(LiveTable.key(key, sort(items.get(5)))));
    items.remove(5);
    finish();

    assertThat(queried(client, key, "")).isEqualTo(items);
    assertThat(stored(LiveTable.TABLE))
        .hasSize(5)
        .allSatisfy(item -> assertThat(item.get("pk").s()).hasSize(KEY_BYTES));
  }

  private static String sort(Map<String, AttributeValue> item) {
    return item.get("sk").s();
  }

  @Test
  void oneKey_aByteTooLongForItsSuffix_isRefusedBeforeAnythingIsWritten() {
    AttributeValue tooLong = AttributeValue.fromS(key(SUFFIX_BYTES - 1));
    put(table.plain, item(tooLong.s(), 0));

    assertUnfit(() -> resharder.start(tooLong, 4));
    assertUnfit(() -> resharder.plan(tooLong, 2, MovePace.gentle()));
    assertThatThrownBy(() -> editor.addPiece(tooLong, 4))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("past DynamoDB's 2048");
  }

  /** A letter of three bytes; the number of the eleventh shard has a digit more. */
  @Test
  void oneKey_asLongAsTenShardsAllow_isRefusedForEleven() {
    AttributeValue key = AttributeValue.fromS("€".repeat((KEY_BYTES - SUFFIX_BYTES) / 3));
    put(table.plain, item(key.s(), 0));

    assertThat(resharder.plan(key, 10, MovePace.gentle()).unfit()).isZero();
    assertUnfit(() -> resharder.start(key, 11));
    assertUnfit(() -> resharder.plan(key, 11, MovePace.gentle()));
  }

  @Test
  void allKeys_oneOfThemAByteTooLong_areRefusedBeforeAnythingIsWritten() {
    put(table.plain, item("short", 0));
    put(table.plain, item(key(SUFFIX_BYTES - 1), 0));

    assertUnfit(() -> resharder.start(4));
    assertThat(editor.show().state()).isEqualTo("SETTLED");
  }

  /** A key that comes between the two looks would be unfit otherwise. */
  @Tag("deep")
  @Test
  void longerKeys_onceAMoveIsAnnounced_areRefused() {
    put(table.plain, item("short", 0));
    ShardingDynamoDbClient client = table.client();
    put(client, item(key(0), 0));
    client.deleteItem(
        delete -> delete.tableName(LiveTable.TABLE).key(LiveTable.key(key(0), sort(item("", 0)))));
    CompletableFuture<Void> start = CompletableFuture.runAsync(() -> resharder.start(4));
    while (!editor.show().state().equals("MOVING")) {
      table.waitForLease();
    }

    assertThatThrownBy(() -> put(client, item(key(SUFFIX_BYTES - 1), 0)))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("Use keys of at most 2046 bytes");
    put(client, item(key(SUFFIX_BYTES), 0));
    start.join();
  }

  /** An item of so many bytes, with its key. */
  private static Map<String, AttributeValue> large(String sort, int bytes, boolean indexed) {
    Map<String, AttributeValue> item = new HashMap<>(LiveTable.key("hot", sort));
    if (indexed) {
      item.put("v", AttributeValue.fromS("v"));
    }
    int rest = bytes - Math.toIntExact(ItemSize.bytes(item)) - 1;
    item.put("b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[rest])));
    assertThat(ItemSize.bytes(item)).isEqualTo(bytes);
    return item;
  }

  @Tag("deep")
  @Test
  void largestItems_thatFitWithTheirSuffix_move() {
    Map<String, AttributeValue> largest = large("a", ITEM_BYTES - SUFFIX_BYTES, false);
    put(table.plain, largest);
    put(table.plain, large("b", 100 * 1024, true));

    resharder.start(LiveTable.HOT, 4);
    finish();

    assertThat(queried(table.client(), "hot", "")).hasSize(2).contains(largest);
  }

  /** An entry of a local index takes room of its item, and has its key as well. */
  @Tag("deep")
  @Test
  void largestItems_ofALocalIndex_fitTwiceWithTheirSuffix_orAreRefused() {
    Map<String, AttributeValue> largest = large("a", ITEM_BYTES / 2 - SUFFIX_BYTES, true);
    put(table.plain, largest);
    put(table.plain, large("b", ITEM_BYTES / 2 - SUFFIX_BYTES + 1, true));

    assertUnfit("400 KB", () -> resharder.start(LiveTable.HOT, 4));
    assertUnfit("400 KB", () -> resharder.start(4));
    assertThat(resharder.plan(LiveTable.HOT, 4, MovePace.gentle()).unfit()).isEqualTo(1);

    table.plain.deleteItem(
        delete -> delete.tableName(LiveTable.TABLE).key(LiveTable.key("hot", "b")));
    resharder.start(LiveTable.HOT, 4);
    put(table.plain, large("b", ITEM_BYTES / 2, true)); // by who does not know of the move
    assertThatThrownBy(resharder::run)
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("Item size has exceeded the maximum allowed size");
    put(table.plain, large("b", 1000, true));
    resharder.run();
    assertThat(resharder.verify().isProved()).isTrue();
    assertThat(queried(table.client(), "hot", "byValue")).hasSize(2).contains(largest);
  }
}
