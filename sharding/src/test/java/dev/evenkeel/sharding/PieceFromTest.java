package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.LiveTable.HOT;
import static dev.evenkeel.sharding.LiveTable.TABLE;
import static dev.evenkeel.sharding.LiveTable.hotSorts;
import static dev.evenkeel.sharding.LiveTable.time;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** A piece begins at a sort key that is given, and hides no item. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class PieceFromTest {
  private final LiveTable table;
  private final DynamoDbClient plain;
  private final LayoutEditor editor;

  PieceFromTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    this.plain = table.plain;
    this.editor = table.editor();
  }

  @AfterEach
  void close() {
    table.close();
  }

  private static AttributeValue from(int at) {
    return AttributeValue.fromS(time(at));
  }

  private static void put(DynamoDbClient client, int at) {
    LiveTable.put(client, "hot", time(at));
  }

  private static void assertRefused(Runnable change, Reason reason, String message) {
    assertThatThrownBy(change::run)
        .isInstanceOf(LayoutChangeException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("t0000")
        .hasFieldOrPropertyWithValue("reason", reason);
  }

  @Test
  void addPiece_fromASortKey_beginsThere() {
    put(plain, 1);
    DynamoDbClient client = table.client();
    put(client, 2);

    Pieces pieces = editor.addPiece(HOT, from(5), 4);

    assertThat(pieces).isEqualTo(Pieces.shards(1).from(from(5), 4));
    IntStream.range(3, 30).forEach(at -> put(client, at));
    assertThat(hotSorts(client))
        .isEqualTo(IntStream.range(1, 30).mapToObj(LiveTable::time).toList());
    assertThat(hotSorts(plain)).as("items below the piece").hasSize(4);
    assertRefused(
        () -> editor.addPiece(HOT, from(5), 8),
        Reason.ITEMS_ABOVE,
        "would hide 25 of this key's items");
    assertRefused(() -> editor.plan(HOT, from(4), 8), Reason.OVERLAPS, "do not overlap");

    editor.addPiece(HOT, from(40), 8);
    pieces = editor.addPiece(HOT, from(40), 2);

    assertThat(pieces.list()).as("an empty piece is replaced").hasSize(3);
    assertThat(pieces.last()).isEqualTo(new Pieces.Piece(from(40), 2));
    put(client, 40);
    put(client, 39);
    assertThat(hotSorts(client)).hasSize(31).endsWith(time(29), time(39), time(40));
  }

  @Test
  void addPiece_fromWhereItemsAre_isRefusedWithTheirNumber() {
    AttributeValue much = AttributeValue.fromS("x".repeat(390_000));
    for (int at = 1; at <= 6; at++) { // more than the megabyte of a page
      AttributeValue sort = from(at);
      plain.putItem(put -> put.tableName(TABLE).item(Map.of("pk", HOT, "sk", sort, "much", much)));
    }

    assertRefused(
        () -> editor.plan(HOT, from(2), 4), Reason.ITEMS_ABOVE, "would hide 5 of this key's items");
    assertRefused(
        () -> editor.addPiece(HOT, from(2), 4), Reason.ITEMS_ABOVE, "hide 5 of this key's items");
    assertThat(editor.show().state()).as("nothing was begun").isEqualTo("SETTLED");
    assertThat(editor.plan(HOT, from(7), 4).from()).isEqualTo(from(7));
  }

  @Test
  void addPiece_aboveTheGreatestSortKeyThereIs_isRefusedWithWaysOut() {
    String greatest = Character.toString(Character.MAX_CODE_POINT).repeat(256); // 1,024 bytes
    LiveTable.put(plain, "hot", greatest);

    assertRefused(
        () -> editor.addPiece(HOT, 4), Reason.NOTHING_ABOVE, "Give that item another sort key, or");
    assertThat(editor.show().state()).as("the pause was given up").isEqualTo("READY");
    plain.deleteItem(delete -> delete.tableName(TABLE).key(LiveTable.key("hot", greatest)));
    put(plain, 1);
    assertThat(editor.addPiece(HOT, 4).last().shards()).isEqualTo(4);
  }

  @Tag("deep")
  @Test
  void addPiece_whenAnItemCameAfterTheFirstCount_isRefusedInThePause() {
    put(plain, 1);
    AtomicInteger counts = new AtomicInteger();
    ExecutionInterceptor late =
        new ExecutionInterceptor() {
          @Override
          public void afterExecution(Context.AfterExecution context, ExecutionAttributes more) {
            boolean isCount =
                context.request() instanceof QueryRequest query
                    && query.select() == Select.COUNT
                    && query.expressionAttributeValues().containsKey(":from");
            if (isCount && counts.incrementAndGet() == 1) {
              put(plain, 9);
            }
          }
        };
    DynamoDbClient watched = table.sending(late);
    ShardingSpec spec = LiveTable.spec(table.store());

    assertRefused(
        () -> LayoutEditor.of(spec, watched).addPiece(HOT, from(5), 4),
        Reason.ITEMS_ABOVE,
        "would hide 1 of this key's items");

    assertThat(counts).hasValue(2);
    assertThat(editor.show().state()).as("the pause was given up").isEqualTo("READY");
    assertThat(editor.show().keys()).isEmpty();
    DynamoDbClient client = table.client();
    put(client, 10);
    assertThat(hotSorts(client)).containsExactly(time(1), time(9), time(10));
  }

  @Test
  void addPiece_fromWhatIsNoSortKey_isRefused() {
    List<AttributeValue> none =
        List.of(
            AttributeValue.fromN("5"),
            AttributeValue.fromS(""),
            AttributeValue.fromBool(true),
            AttributeValue.fromS("x".repeat(1025)));

    assertThat(none)
        .allSatisfy(
            from ->
                assertThatThrownBy(() -> editor.plan(HOT, from, 4))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(" begin"));
  }
}
