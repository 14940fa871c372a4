package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A record says when it was written, and one that does not is as good. */
@ExtendWith(LocalDynamoDbExtension.class)
class LayoutSinceTest {
  private static final String CONTROL = "evenkeel-layouts";
  private static final Map<String, AttributeValue> KEY =
      Map.of(
          "pk",
          AttributeValue.fromS(LiveTable.TABLE + "#layout"),
          "sk",
          AttributeValue.fromS("record"));

  private final LiveTable live;

  LayoutSinceTest(LocalDynamoDb server) {
    this.live = new LiveTable(server);
  }

  @AfterEach
  void close() {
    live.close();
  }

  private Map<String, AttributeValue> record() {
    return new HashMap<>(live.plain.getItem(get -> get.tableName(CONTROL).key(KEY)).item());
  }

  @Tag("deep")
  @Test
  void since_writtenWithEachVersion_isTheTimeOfThat() {
    LayoutEditor editor = live.editor();
    assertThat(editor.show().since()).as("of a record that nobody has written").isNull();
    Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    editor.ready();
    Instant ready = editor.show().since();
    assertThat(ready).isBetween(before, Instant.now());

    editor.addPiece(LiveTable.HOT, 4);

    assertThat(editor.show().since()).isBetween(ready, Instant.now());
  }

  /** As an older Evenkeel writes it, and as a newer one might. */
  @Tag("deep")
  @Test
  void record_withoutATimeThatIsKnown_isActedOnAndGetsOneWithTheNextChange() {
    LayoutEditor editor = live.editor();
    editor.ready();
    for (AttributeValue unknown :
        new AttributeValue[] {null, AttributeValue.fromS("a while ago")}) {
      Map<String, AttributeValue> older = record();
      assertThat(older.remove("since")).isNotNull();
      if (unknown != null) {
        older.put("since", unknown);
      }
      live.plain.putItem(put -> put.tableName(CONTROL).item(older));
      assertThat(editor.show().since()).isNull();
      assertThat(editor.show().everybodyRegistered()).isTrue();
      try (ShardingDynamoDbClient client = live.client()) {
        LiveTable.put(client, "hot", "t1");
        assertThat(editor.addPiece(LiveTable.HOT, unknown == null ? 4 : 8).shardsMax())
            .isEqualTo(unknown == null ? 4 : 8);
        LiveTable.put(client, "hot", "t2");
      }
      assertThat(editor.show().since()).isNotNull();
    }
  }
}
