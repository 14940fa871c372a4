package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.sharding.internal.live.LayoutTimes;
import dev.evenkeel.sharding.internal.live.Pausing;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Reads that go on in a table whose move was given up while writes were held back. */
@ExtendWith(LocalDynamoDbExtension.class)
class AbortedMoveTest {
  private static final int ITEMS = 6;

  private final LiveTable table;
  private final LayoutEditor editor;
  private final ShardingDynamoDbClient client;

  AbortedMoveTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    this.editor = table.editor();
    this.client = table.client();
    for (int i = 0; i < ITEMS; i++) {
      Map<String, AttributeValue> item = new HashMap<>(LiveTable.key("hot", "s" + i));
      item.put("v", AttributeValue.fromS("same"));
      client.putItem(put -> put.tableName(LiveTable.TABLE).item(item));
    }
  }

  @AfterEach
  void close() {
    table.close();
  }

  /** Holds the writes of the key back for a move, and waits until the client acts on that. */
  private void pause() throws InterruptedException {
    editor.ready();
    long version =
        Pausing.beginMove(
            LiveTable.spec(table.store()),
            new LayoutTimes(LiveTable.LEASE, LiveTable.LATE),
            table.plain,
            LiveTable.HOT);
    while (editor.clients().stream().noneMatch(each -> each.acknowledged() == version)) {
      Thread.sleep(10);
    }
  }

  private void abort() {
    assertThat(editor.abort()).isTrue();
    table.waitForLease();
  }

  private ScanResponse scan(int limit, @Nullable Map<String, AttributeValue> start) {
    return client.scan(
        ScanRequest.builder()
            .tableName(LiveTable.TABLE)
            .limit(limit)
            .exclusiveStartKey(start)
            .build());
  }

  private QueryResponse query(@Nullable Map<String, AttributeValue> start) {
    return client.query(
        QueryRequest.builder()
            .tableName(LiveTable.TABLE)
            .indexName("byValue")
            .keyConditionExpression("pk = :pk")
            .expressionAttributeValues(Map.of(":pk", LiveTable.HOT))
            .limit(2)
            .exclusiveStartKey(start)
            .build());
  }

  private static Stream<String> sorts(ScanResponse page) {
    return page.items().stream().map(item -> item.get("sk").s());
  }

  @Test
  void scan_begunInThePause_goesOnAfterIt() throws Exception {
    pause();
    ScanResponse inPause = scan(2, scan(1, null).lastEvaluatedKey());
    abort();

    List<String> found = new ArrayList<>(sorts(scan(1, null)).toList());
    found.addAll(sorts(inPause).toList());
    ScanResponse rest = scan(ITEMS + 1, inPause.lastEvaluatedKey());
    found.addAll(sorts(rest).toList());
    assertThat(found).hasSize(ITEMS).doesNotHaveDuplicates();
    assertThat(rest.lastEvaluatedKey()).isEmpty();
  }

  @Tag("deep")
  @Test
  void queryOfAnIndex_begunInThePause_goesOnAfterIt() throws Exception {
    pause();
    QueryResponse inPause = query(null);
    abort();

    List<String> found = new ArrayList<>();
    QueryResponse page = inPause;
    while (true) {
      page.items().forEach(item -> found.add(item.get("sk").s()));
      if (page.lastEvaluatedKey().isEmpty()) {
        break;
      }
      page = query(page.lastEvaluatedKey());
    }
    assertThat(found).hasSize(ITEMS).doesNotHaveDuplicates();
  }

  /** Both layouts were read then, and only one of them is there now. */
  @Tag("deep")
  @Test
  void scan_thatWasInItsSecondPass_isRefused() throws Exception {
    pause();
    Map<String, AttributeValue> ofSecondPass = scan(ITEMS + 1, null).lastEvaluatedKey();
    assertThat(ofSecondPass).isNotEmpty();
    abort();

    assertThatThrownBy(() -> scan(2, ofSecondPass)).isInstanceOf(InvalidStartKeyException.class);
  }
}
