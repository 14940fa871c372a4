package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.sharding.Layout.Moving;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.TableFixture;
import dev.evenkeel.testkit.equivalence.TableFixture.KeyPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;

/** All items of a live table are moved to another table, whose keys may be of another type. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class OtherTableTest {
  private static final String FROM = "visits";
  private static final String TO = "visits-sharded";

  private final LiveTable table;
  private final DynamoDbClient plain;
  private final ShardingSpec spec;
  private final Resharder resharder;
  private final LayoutEditor editor;

  OtherTableTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    this.plain = table.plain;
    create(FROM, ScalarAttributeType.N);
    create(TO, ScalarAttributeType.S);
    this.spec = spec(table.store());
    this.resharder = Resharder.of(spec, table.sending(LayoutGuard.create()));
    this.editor = LayoutEditor.of(spec, plain);
  }

  private void create(String name, ScalarAttributeType keyType) {
    plain.createTable(
        TableFixture.named(name)
            .partitionKey("day", keyType)
            .sortKey("at", ScalarAttributeType.S)
            .localIndex("byValue", KeyPart.of("v", ScalarAttributeType.S))
            .request());
  }

  private static ShardingSpec spec(LayoutStore store) {
    return ShardingSpec.builder(FROM)
        .partitionKey("day", ScalarAttributeType.N)
        .sortKey("at")
        .localIndex("byValue", "v")
        .shards(1)
        .layoutFrom(store)
        .build();
  }

  @AfterEach
  void close() {
    table.close();
  }

  private ShardingDynamoDbClient client() {
    return ShardingDynamoDbClient.builder(table.sending(LayoutGuard.create()))
        .table(spec(table.store()))
        .build();
  }

  private static Map<String, AttributeValue> key(int day, int at) {
    return Map.of(
        "day", AttributeValue.fromN(Integer.toString(day)),
        "at", AttributeValue.fromS("t%03d".formatted(at)));
  }

  private static Map<String, AttributeValue> item(int day, int at, String value) {
    Map<String, AttributeValue> item = new HashMap<>(key(day, at));
    item.put("v", AttributeValue.fromS(value));
    return item;
  }

  private void fill(DynamoDbClient client) {
    for (int day = 1; day <= 2; day++) {
      for (int at = 0; at < 15; at++) {
        Map<String, AttributeValue> item = item(day, at, "v" + at % 4);
        client.putItem(put -> put.tableName(FROM).item(item));
      }
    }
  }

  private static QueryRequest query(int day, String index) {
    return QueryRequest.builder()
        .tableName(FROM)
        .indexName(index)
        .keyConditionExpression("#day = :day")
        .expressionAttributeNames(Map.of("#day", "day"))
        .expressionAttributeValues(Map.of(":day", AttributeValue.fromN("" + day)))
        .limit(4)
        .consistentRead(true)
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .build();
  }

  /** All pages of a query; every answer names the table that was asked. */
  private static List<Map<String, AttributeValue>> all(DynamoDbClient client, QueryRequest query) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    client
        .queryPaginator(query)
        .forEach(
            page -> {
              assertThat(page.consumedCapacity().tableName()).isEqualTo(FROM);
              items.addAll(page.items());
            });
    return items;
  }

  private static List<Map<String, AttributeValue>> scanned(DynamoDbClient client) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    ScanRequest scan = ScanRequest.builder().tableName(FROM).limit(7).build();
    for (ScanResponse page : client.scanPaginator(scan)) {
      items.addAll(page.items());
    }
    return items;
  }

  private static List<Map<String, AttributeValue>> expected(int day) {
    return IntStream.range(0, 15).mapToObj(at -> item(day, at, "v" + at % 4)).toList();
  }

  private void assertExact(DynamoDbClient client) {
    for (int day = 1; day <= 2; day++) {
      assertThat(all(client, query(day, null))).containsExactlyElementsOf(expected(day));
      assertThat(all(client, query(day, "byValue")))
          .containsExactlyInAnyOrderElementsOf(expected(day))
          .isSortedAccordingTo(
              Comparator.comparing((Map<String, AttributeValue> row) -> row.get("v").s()));
    }
    assertThat(scanned(client))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(1, 2).boxed().flatMap(day -> expected(day).stream()).toList());
    assertThat(client.getItem(get -> get.tableName(FROM).key(key(2, 7))).item())
        .isEqualTo(item(2, 7, "v3"));
    List<Map<String, AttributeValue>> keys = List.of(key(1, 1), key(2, 2), key(2, 99));
    BatchGetItemResponse batch =
        client.batchGetItem(
            get ->
                get.requestItems(Map.of(FROM, KeysAndAttributes.builder().keys(keys).build()))
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    assertThat(batch.responses()).containsOnlyKeys(FROM);
    assertThat(batch.responses().get(FROM))
        .containsExactlyInAnyOrder(item(1, 1, "v1"), item(2, 2, "v2"));
    assertThat(batch.consumedCapacity()).allMatch(used -> used.tableName().equals(FROM));
    TransactGetItemsResponse read =
        client.transactGetItems(
            get ->
                get.transactItems(List.of(get(key(1, 1)), get(key(2, 99))))
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
    assertThat(read.responses().get(0).item()).isEqualTo(item(1, 1, "v1"));
    assertThat(read.responses().get(1).hasItem()).isFalse();
    assertThat(read.consumedCapacity()).hasSize(1);
    assertThat(read.consumedCapacity().get(0).tableName()).isEqualTo(FROM);
  }

  private static TransactGetItem get(Map<String, AttributeValue> key) {
    return TransactGetItem.builder().get(item -> item.tableName(FROM).key(key)).build();
  }

  private int stored(String name) {
    return plain.scan(scan -> scan.tableName(name)).count();
  }

  @Test
  void numberKeys_movedToShardsOfAnotherTable_areReadExactlyAtEachStep() {
    ShardingDynamoDbClient client = client();
    fill(client);
    assertThat(stored(FROM)).isEqualTo(30);

    resharder.startInto(TO, 4, MovePace.gentle());
    assertThat(editor.show().moving()).isEqualTo(new Moving(null, 4, TO));
    assertExact(client);

    client.putItem(put -> put.tableName(FROM).item(item(1, 0, "changed")));
    assertThat(stored(FROM)).isEqualTo(29);
    assertThat(stored(TO)).isEqualTo(1);
    client.putItem(put -> put.tableName(FROM).item(item(1, 0, "v0")));
    assertExact(client);

    assertThat(resharder.run()).isEqualTo(29);
    assertThat(stored(FROM)).isZero();
    assertExact(client);
    assertThat(resharder.verify().isUnchanged()).isTrue();
    resharder.finish();

    assertThat(editor.show().table()).isEqualTo(TO);
    assertExact(client);
    assertExact(client());
    assertThat(plain.scan(scan -> scan.tableName(TO)).items())
        .allSatisfy(stored -> assertThat(stored.get("day").s()).matches("[12]\\.[0-3]"));
  }

  @Tag("deep")
  @Test
  void backAgain_isAMoveToTheFirstTable() {
    ShardingDynamoDbClient client = client();
    fill(client);
    move(TO, 4);
    move(FROM, 1);
    assertThat(stored(TO)).isZero();
    assertThat(stored(FROM)).isEqualTo(30);
    assertExact(client);
    assertExact(plain);
  }

  private void move(String to, int shards) {
    resharder.startInto(to, shards, MovePace.gentle());
    resharder.run();
    resharder.verify();
    resharder.finish();
  }

  @Test
  void tableThatHoldsItems_isRefused() {
    plain.putItem(
        put ->
            put.tableName(TO)
                .item(Map.of("day", AttributeValue.fromS("x"), "at", AttributeValue.fromS("y"))));
    assertRefused(Reason.SHARDS_NOT_FREE, () -> resharder.startInto(TO, 4, MovePace.gentle()));
    assertThat(editor.show().state()).isEqualTo("SETTLED");
  }

  @Test
  void tableWithKeysOfAnotherType_isRefused() {
    assertThatThrownBy(() -> resharder.startInto(TO, 1, MovePace.gentle()))
        .isInstanceOf(SpecMismatchException.class)
        .hasMessageContaining(TO);
    assertThatThrownBy(() -> resharder.planInto(FROM, 4, MovePace.gentle()))
        .isInstanceOf(RuntimeException.class);
    assertThat(editor.show().state()).isEqualTo("SETTLED");
  }

  @Tag("deep")
  @Test
  void keysOfTheOtherTable_cannotGetPiecesThroughThisRecord() {
    fill(client());
    move(TO, 4);
    AttributeValue key = AttributeValue.fromN("1");
    assertRefused(Reason.ELSEWHERE, () -> resharder.start(key, 8));
    assertRefused(Reason.ELSEWHERE, () -> editor.plan(key, 8));
    assertRefused(Reason.ELSEWHERE, () -> editor.addPiece(key, 8));
  }

  private static void assertRefused(Reason reason, ThrowingCallable change) {
    assertThatThrownBy(change)
        .isInstanceOfSatisfying(
            LayoutChangeException.class, refused -> assertThat(refused.reason()).isEqualTo(reason));
  }

  @Tag("deep")
  @Test
  void requestThatNamesBothTables_isRefused() {
    ShardingDynamoDbClient client = client();
    fill(client);
    move(TO, 4);
    KeysAndAttributes asked = KeysAndAttributes.builder().keys(List.of(key(1, 1))).build();
    BatchGetItemRequest both =
        BatchGetItemRequest.builder().requestItems(Map.of(FROM, asked, TO, asked)).build();
    assertThatThrownBy(() -> client.batchGetItem(both))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining(TO);
    assertThat(client.explain(both).refusal()).hasMessageContaining(TO);
  }
}
