package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** No first record is made where the one of a move was lost. */
@ExtendWith(LocalDynamoDbExtension.class)
class LostMoveTest {
  private static final String CONTROL = "evenkeel-layouts";
  private static final Map<String, AttributeValue> RECORD =
      LiveTable.key("clicks#layout", "record");

  private final LiveTable table;
  private final LayoutEditor editor;
  private final Resharder resharder;

  LostMoveTest(LocalDynamoDb local) {
    table = new LiveTable(local);
    editor = table.editor();
    resharder = Resharder.of(LiveTable.spec(table.store()), table.sending(LayoutGuard.create()));
    for (int i = 0; i < 5; i++) {
      LiveTable.put(table.plain, "hot", LiveTable.time(i));
    }
  }

  @AfterEach
  void close() {
    table.close();
  }

  private Map<String, AttributeValue> record() {
    return table.plain.getItem(get -> get.tableName(CONTROL).key(RECORD)).item();
  }

  private void lose() {
    table.plain.deleteItem(delete -> delete.tableName(CONTROL).key(RECORD));
  }

  @Test
  void change_whileTheRecordOfAMoveIsLost_isRefusedUntilItIsBack() {
    resharder.start(LiveTable.HOT, 4);
    Map<String, AttributeValue> moving = record();
    lose();
    for (ThrowingCallable change :
        List.<ThrowingCallable>of(
            editor::ready,
            editor::planReady,
            editor::settle,
            editor::abort,
            () -> editor.addPiece(LiveTable.HOT, 4),
            () -> editor.plan(LiveTable.HOT, 4))) {
      assertThatThrownBy(change)
          .isInstanceOf(LayoutUnknownException.class)
          .hasMessageContaining("all items were read for a move, so that it may have begun")
          .hasMessageContaining("with pk 'clicks#look#work' and sk 'job'");
    }
    assertThat(record()).isEmpty();

    table.plain.putItem(put -> put.tableName(CONTROL).item(moving));
    assertThat(resharder.run()).isEqualTo(5);
  }

  @Test
  void change_afterAMoveThatHasEndedAndWhoseRecordWasDeleted_isPossible() {
    resharder.start(LiveTable.HOT, 4);
    resharder.run();
    resharder.verify();
    resharder.finish();
    lose();
    editor.ready();
    assertThat(editor.show().state()).isEqualTo("READY");
  }

  @Test
  void ready_whereTheRowOfTheLookWasDeletedToo_isPossible() {
    resharder.start(LiveTable.HOT, 4);
    lose();
    table.plain.deleteItem(
        delete -> delete.tableName(CONTROL).key(LiveTable.key("clicks#look#work", "job")));
    editor.ready();
    assertThat(editor.show().state()).isEqualTo("READY");
  }
}
