package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Changes after a control table was put in the place of another one. */
@ExtendWith(LocalDynamoDbExtension.class)
class RestoredControlTableTest {
  private static final String CONTROL = "evenkeel-layouts";
  private static final Map<String, AttributeValue> RECORD =
      Map.of("pk", AttributeValue.fromS("clicks#layout"), "sk", AttributeValue.fromS("record"));

  private final LiveTable table;
  private final LayoutEditor editor;

  RestoredControlTableTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    this.editor = table.editor();
  }

  @AfterEach
  void close() {
    table.close();
  }

  /** With the record of now, and without the rows of clients. */
  private void restore() {
    Map<String, AttributeValue> record =
        table.plain.getItem(get -> get.tableName(CONTROL).key(RECORD)).item();
    table.plain.deleteTable(delete -> delete.tableName(CONTROL));
    table.store().createTable();
    table.plain.putItem(put -> put.tableName(CONTROL).item(record));
  }

  @Test
  void addPiece_inAControlTableThatWasRestored_hasClientsRegisterAnewBeforeIt() {
    LiveTable.put(table.client(), "hot", "a");
    editor.ready();
    assertThat(editor.plan(LiveTable.HOT, 4).ready()).isZero();
    long before = editor.show().version();

    restore();
    assertThat(editor.show().registeredElsewhere()).isTrue();
    Duration registering = LiveTable.LEASE.plus(LiveTable.LATE);
    assertThat(editor.plan(LiveTable.HOT, 4).ready()).isEqualTo(registering);
    assertThat(editor.planReady()).isEqualTo(registering);

    assertThat(editor.addPiece(LiveTable.HOT, 4).last().shards()).isEqualTo(4);
    assertThat(editor.show().version())
        .as("registering anew, drained, paused, and with the piece")
        .isEqualTo(before + 4);
    assertThat(editor.planReady()).isZero();
  }

  @Test
  void ready_inAControlTableThatWasRestored_isThatAgainInTheEnd() {
    editor.ready();
    restore();
    editor.ready();
    assertThat(editor.planReady()).isZero();
    assertThat(editor.show().state()).isEqualTo("READY");
    assertThat(editor.show().registeredElsewhere()).isFalse();
  }
}
