package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Requests without a part of the key are DynamoDB's errors at rest, and while items move. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class MalformedKeysTest {
  private static final String NAME = LiveTable.TABLE;

  private final LiveTable table;
  private final Resharder resharder;
  private final DynamoDbClient client;

  MalformedKeysTest(LocalDynamoDb local) {
    table = new LiveTable(local);
    resharder = Resharder.of(LiveTable.spec(table.store()), table.sending(LayoutGuard.create()));
    client = table.client();
    LiveTable.put(client, "hot", LiveTable.time(1));
  }

  @AfterEach
  void close() {
    table.close();
  }

  private Map<String, Runnable> calls(Map<String, AttributeValue> key) {
    Map<String, Runnable> calls = new LinkedHashMap<>();
    calls.put("get", () -> client.getItem(get -> get.tableName(NAME).key(key)));
    calls.put("put", () -> client.putItem(put -> put.tableName(NAME).item(key)));
    calls.put("update", () -> client.updateItem(update -> update.tableName(NAME).key(key)));
    calls.put("delete", () -> client.deleteItem(delete -> delete.tableName(NAME).key(key)));
    calls.put(
        "batch get",
        () ->
            client.batchGetItem(
                get ->
                    get.requestItems(
                        Map.of(NAME, KeysAndAttributes.builder().keys(List.of(key)).build()))));
    calls.put(
        "batch put",
        () ->
            client.batchWriteItem(
                write ->
                    write.requestItems(
                        Map.of(
                            NAME,
                            List.of(
                                WriteRequest.builder()
                                    .putRequest(put -> put.item(key))
                                    .build())))));
    calls.put(
        "transact get",
        () ->
            client.transactGetItems(
                all ->
                    all.transactItems(
                        TransactGetItem.builder()
                            .get(get -> get.tableName(NAME).key(key))
                            .build())));
    calls.put(
        "transact put",
        () ->
            client.transactWriteItems(
                all ->
                    all.transactItems(
                        TransactWriteItem.builder()
                            .put(put -> put.tableName(NAME).item(key))
                            .build())));
    return calls;
  }

  private void assertRefused() {
    calls(Map.of("pk", LiveTable.HOT)).forEach(MalformedKeysTest::assertRefused);
    calls(Map.of("sk", AttributeValue.fromS("s"))).forEach(MalformedKeysTest::assertRefused);
  }

  private static void assertRefused(String name, Runnable call) {
    assertThat(catchThrowable(call::run)).as(name).isInstanceOf(DynamoDbException.class);
  }

  enum Way {
    TO_SHARDS,
    TO_ONE
  }

  @ParameterizedTest
  @EnumSource
  void calls_withoutAPartOfTheKey_areErrorsOfDynamoDb(Way way) {
    if (way == Way.TO_ONE) {
      resharder.start(LiveTable.HOT, 4);
      resharder.run();
      resharder.verify();
      resharder.finish();
      assertRefused();
    }
    resharder.start(LiveTable.HOT, way == Way.TO_ONE ? 1 : 4);

    assertRefused();
    assertThat(LiveTable.hotSorts(client)).containsExactly(LiveTable.time(1));
  }

  /** As of an operator who cleans up. */
  @Test
  void run_whoseRowsWereDeleted_beginsAnew() {
    resharder.start(LiveTable.HOT, 4);
    assertThat(resharder.run(MovePace.gentle().until(() -> true))).isZero();
    String control = LiveTable.spec(table.store()).layoutSource().table();
    List<Map<String, AttributeValue>> segments =
        table.plain.scanPaginator(scan -> scan.tableName(control)).items().stream()
            .filter(row -> row.get("pk").s().contains("#move#"))
            .filter(row -> row.get("sk").s().startsWith("segment#"))
            .map(row -> Map.of("pk", row.get("pk"), "sk", row.get("sk")))
            .toList();
    assertThat(segments).isNotEmpty();
    segments.forEach(key -> table.plain.deleteItem(row -> row.tableName(control).key(key)));

    assertThat(resharder.run()).isOne();
    assertThat(resharder.verify().isUnchanged()).isTrue();
    resharder.finish();
  }
}
