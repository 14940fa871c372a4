package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** A batch of items, while these are moved. */
@ExtendWith(LocalDynamoDbExtension.class)
class MovedBatchGetTest {
  private final LiveTable live;

  MovedBatchGetTest(LocalDynamoDb server) {
    this.live = new LiveTable(server);
  }

  @AfterEach
  void close() {
    live.close();
  }

  private static BatchGetItemResponse get(DynamoDbClient client, ReturnConsumedCapacity capacity) {
    List<Map<String, AttributeValue>> keys =
        List.of(LiveTable.key("hot", "there"), LiveTable.key("hot", "nowhere"));
    return client.batchGetItem(
        batch ->
            batch
                .requestItems(
                    Map.of(LiveTable.TABLE, KeysAndAttributes.builder().keys(keys).build()))
                .returnConsumedCapacity(capacity));
  }

  @Test
  void batchGetItem_whileItemsMove_tellsItsCapacityIfAsked() {
    LiveTable.put(live.plain, "hot", "there");
    Resharder resharder =
        Resharder.of(LiveTable.spec(live.store()), live.sending(LayoutGuard.create()));
    resharder.start(LiveTable.HOT, 4);
    DynamoDbClient client = live.client();
    BatchGetItemResponse silent = get(client, ReturnConsumedCapacity.NONE);
    assertThat(silent.responses().get(LiveTable.TABLE)).hasSize(1);
    assertThat(silent.hasConsumedCapacity()).isFalse();
    assertThat(get(client, ReturnConsumedCapacity.TOTAL).consumedCapacity()).hasSize(1);
  }
}
