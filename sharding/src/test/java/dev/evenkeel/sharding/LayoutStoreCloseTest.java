package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A process that ends in order leaves nothing behind that would hold up others. */
@ExtendWith(LocalDynamoDbExtension.class)
class LayoutStoreCloseTest {
  private final LiveTable table;
  private final LayoutEditor editor;
  private final LayoutStore store;
  private final DynamoDbClient client;

  LayoutStoreCloseTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    this.editor = table.editor();
    editor.ready();
    this.store = table.store();
    this.client = table.client(store, LayoutGuard.create());
    while (editor.clients().isEmpty()) {
      client.getItem(get -> get.tableName(LiveTable.TABLE).key(LiveTable.key("a", "b")));
    }
  }

  @AfterEach
  void close() {
    table.close();
  }

  @Test
  void close_byAThreadThatIsInterrupted_takesTheRowAwayAndLeavesItInterrupted() {
    Thread.currentThread().interrupt();
    store.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(editor.clients()).isEmpty();
  }

  @Test
  void close_byAThreadThatIsInterruptedAgainAndAgain_takesTheRowAway() throws Exception {
    Thread closing = new Thread(store::close);
    closing.start();
    while (closing.isAlive()) {
      closing.interrupt();
      closing.join(1);
    }
    assertThat(editor.clients()).isEmpty();
  }

  @Test
  void close_beforeTheRecordIsRead_failsCallsWithoutAWait() {
    LayoutStore late = table.store();
    DynamoDbClient another = table.client(late, LayoutGuard.create());
    late.close();
    assertThatThrownBy(() -> LiveTable.put(another, "a", "b"))
        .isInstanceOf(LayoutUnknownException.class)
        .hasMessageContaining("was closed before this call");
    assertThat(editor.clients()).hasSize(1);
  }

  @Test
  void close_beforeACall_failsItWithoutAWait() {
    store.close();
    assertThatThrownBy(() -> LiveTable.put(client, "a", "b"))
        .isInstanceOf(LayoutUnknownException.class)
        .hasMessageContaining("The layout store of table 'clicks' was closed before this call")
        .hasMessageContaining("Nothing was written.");
    store.close();
  }
}
