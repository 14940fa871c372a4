package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.spec.LayoutFormatException;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Clients do not act on a record that is not meant for them, and send nothing. */
@ExtendWith(LocalDynamoDbExtension.class)
class LayoutRecordsRefusedTest {
  private static final String CONTROL = "evenkeel-layouts";

  private final LiveTable live;

  LayoutRecordsRefusedTest(LocalDynamoDb server) {
    this.live = new LiveTable(server);
  }

  @AfterEach
  void close() {
    live.close();
  }

  private static Map<String, AttributeValue> recordKey() {
    return Map.of(
        "pk",
        AttributeValue.fromS(LiveTable.TABLE + "#layout"),
        "sk",
        AttributeValue.fromS("record"));
  }

  private Map<String, AttributeValue> record() {
    return live.plain
        .getItem(get -> get.tableName(CONTROL).key(recordKey()).consistentRead(true))
        .item();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "format|5||it has format 5, and this Evenkeel knows formats 1 to 4. If a newer Evenkeel has",
        "state||ODD|its state is not known. If a newer Evenkeel has written it, take that one. If it is",
        "spec||secret of another table|this spec says"
      })
  @Tag("deep") // a call waits for its record, in case it comes
  void call_byARecordThatIsNotMeantForIt_failsAndSendsNothing(
      String attribute, String number, String text, String why) {
    LayoutEditor editor = live.editor();
    editor.ready();
    Map<String, AttributeValue> right = record();
    Map<String, AttributeValue> wrong = new HashMap<>(right);
    wrong.put(attribute, text == null ? AttributeValue.fromN(number) : AttributeValue.fromS(text));
    live.plain.putItem(put -> put.tableName(CONTROL).item(wrong));
    ShardingDynamoDbClient client = live.client();

    assertThatThrownBy(() -> LiveTable.put(client, "hot", "t1"))
        .isInstanceOf(LayoutUnknownException.class)
        .hasFieldOrPropertyWithValue("mayHaveWritten", false)
        .cause()
        .isInstanceOf(LayoutFormatException.class)
        .hasMessageContainingAll(LiveTable.TABLE, why);
    assertThatThrownBy(() -> editor.addPiece(LiveTable.HOT, 4))
        .isInstanceOf(LayoutFormatException.class)
        .hasMessageContaining(why);
    assertThat(record()).as("nobody wrote over it").isEqualTo(wrong);
    assertThat(live.plain.scan(scan -> scan.tableName(LiveTable.TABLE)).items()).isEmpty();

    live.plain.putItem(put -> put.tableName(CONTROL).item(right));
    LiveTable.put(client, "hot", "t1");
  }
}
