package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Transactions that are repeated with the caller's token while their items move, and after it. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class MovedTokenTest {
  private final LiveTable table;
  private final ShardingDynamoDbClient client;
  private final Resharder resharder;

  MovedTokenTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    this.client = table.client();
    this.resharder =
        Resharder.of(LiveTable.spec(table.store()), table.sending(LayoutGuard.create()));
    List.of("a", "b", "c", "d").forEach(sort -> LiveTable.put(client, "hot", sort));
    LiveTable.put(client, "cold", "a");
  }

  @AfterEach
  void close() {
    table.close();
  }

  /** Adds 1 to each item of a key. */
  private static TransactWriteItemsRequest adding(String token, String key, String... sorts) {
    return TransactWriteItemsRequest.builder()
        .transactItems(
            Stream.of(sorts)
                .map(
                    sort ->
                        TransactWriteItem.builder()
                            .update(
                                update ->
                                    update
                                        .tableName(LiveTable.TABLE)
                                        .key(LiveTable.key(key, sort))
                                        .updateExpression("ADD n :one")
                                        .expressionAttributeValues(
                                            Map.of(":one", AttributeValue.fromN("1"))))
                            .build())
                .toList())
        .clientRequestToken(token)
        .build();
  }

  private void add(TransactWriteItemsRequest request) {
    client.transactWriteItems(request);
  }

  private String sum(String key, String sort) {
    return client
        .getItem(
            get ->
                get.tableName(LiveTable.TABLE).key(LiveTable.key(key, sort)).consistentRead(true))
        .item()
        .get("n")
        .n();
  }

  private void finish() {
    resharder.run();
    resharder.verify();
    resharder.finish();
  }

  @Tag("deep")
  @Test
  void transaction_appliedBeforeAMove_isRefusedWhenItIsRepeated() {
    TransactWriteItemsRequest request = adding("once", "hot", "a", "b");
    TransactWriteItemsRequest ofOther = adding("other", "cold", "a");
    add(request);
    add(ofOther);
    resharder.start(LiveTable.HOT, 4);

    assertThatThrownBy(() -> add(request)).isInstanceOf(IdempotentParameterMismatchException.class);
    add(ofOther);
    finish();
    table.waitForLease();
    assertThatThrownBy(() -> add(request)).isInstanceOf(IdempotentParameterMismatchException.class);
    add(ofOther);

    assertThat(List.of(sum("hot", "a"), sum("hot", "b"), sum("cold", "a"))).containsOnly("1");
  }

  @Tag("deep")
  @Test
  void transaction_whileItemsMoveAndAfterIt_isTheSameWhenItIsRepeated() {
    resharder.start(LiveTable.HOT, 4);
    TransactWriteItemsRequest request = adding("once", "hot", "a", "b");

    add(request);
    add(request);
    finish();
    add(request);
    table.waitForLease();
    add(request);

    assertThat(List.of(sum("hot", "a"), sum("hot", "b"))).containsOnly("1");
  }

  /** It was refused before, so that it has written nothing, and its token is free. */
  @Test
  void transaction_cancelledBeforeAMove_isTriedAgain() {
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .transactItems(
                TransactWriteItem.builder()
                    .put(
                        put ->
                            put.tableName(LiveTable.TABLE)
                                .item(LiveTable.key("hot", "c"))
                                .conditionExpression("attribute_not_exists(pk)"))
                    .build())
            .clientRequestToken("again")
            .build();
    assertThatThrownBy(() -> add(request)).isInstanceOf(TransactionCanceledException.class);
    resharder.start(LiveTable.HOT, 4);
    client.deleteItem(delete -> delete.tableName(LiveTable.TABLE).key(LiveTable.key("hot", "c")));

    add(request);

    assertThat(LiveTable.hotSorts(client)).containsExactly("a", "b", "c", "d");
  }
}
