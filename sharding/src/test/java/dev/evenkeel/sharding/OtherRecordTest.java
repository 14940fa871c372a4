package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.core.listen.HotKey;
import dev.evenkeel.core.listen.HotKey.Action;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.TableFixture;
import dev.evenkeel.testkit.equivalence.TableFixture.KeyPart;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/**
 * While the record of one table leads to another, clients of both names read the same items, and
 * each goes by one record: neither may be changed behind the back of the others.
 */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class OtherRecordTest {
  private static final String OLD = "visits";
  private static final String NEW = "visits-2";
  private static final AttributeValue PAGE = AttributeValue.fromS("home");

  private final LiveTable table;
  private final DynamoDbClient plain;
  private final LayoutStore store;
  private final Resharder resharder;

  OtherRecordTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    this.plain = table.plain;
    this.store = table.store();
    create(OLD);
    create(NEW);
    this.resharder = resharder(OLD);
  }

  @AfterEach
  void close() {
    table.close();
  }

  private void create(String name) {
    client(name)
        .createTable(
            TableFixture.named(name)
                .partitionKey("page", ScalarAttributeType.S)
                .sortKey("at", ScalarAttributeType.S)
                .globalIndex("byDay", KeyPart.of("day", ScalarAttributeType.S))
                .request());
  }

  private ShardingSpec spec(String name) {
    return ShardingSpec.builder(name)
        .partitionKey("page")
        .sortKey("at")
        .shards(1)
        .shardedIndex(ShardedIndexSpec.numberFirst("byDay", "day", 2))
        .layoutFrom(store)
        .build();
  }

  private LayoutEditor editor(String name) {
    return LayoutEditor.of(spec(name), plain);
  }

  private Resharder resharder(String name) {
    return Resharder.of(spec(name), table.sending(LayoutGuard.create()));
  }

  private ShardingDynamoDbClient client(String name) {
    return ShardingDynamoDbClient.builder(table.sending(LayoutGuard.create()))
        .table(spec(name))
        .build();
  }

  private static void put(DynamoDbClient client, String name, int at) {
    client.putItem(
        put ->
            put.tableName(name)
                .item(Map.of("page", PAGE, "at", AttributeValue.fromS("t%03d".formatted(at)))));
  }

  private static List<String> read(DynamoDbClient client, String name) {
    return client
        .query(
            query ->
                query
                    .tableName(name)
                    .keyConditionExpression("page = :page")
                    .expressionAttributeValues(Map.of(":page", PAGE)))
        .items()
        .stream()
        .map(item -> item.get("at").s())
        .toList();
  }

  private static void assertRefused(String naming, Reason reason, ThrowingCallable change) {
    assertThatThrownBy(change)
        .isInstanceOfSatisfying(
            LayoutChangeException.class, refused -> assertThat(refused.reason()).isEqualTo(reason))
        .hasMessageContaining("'" + naming + "'");
  }

  /** The record of the new table changes nothing, in whatever way it is asked. */
  private void assertNewIsLeftAlone() {
    LayoutEditor editor = editor(NEW);
    Resharder moves = resharder(NEW);
    assertRefused(OLD, Reason.OTHER_RECORD, () -> editor.plan(PAGE, 4));
    assertRefused(OLD, Reason.OTHER_RECORD, () -> editor.addPiece(PAGE, 4));
    assertRefused(OLD, Reason.OTHER_RECORD, editor::ready);
    assertRefused(OLD, Reason.OTHER_RECORD, editor::planReady);
    assertRefused(OLD, Reason.OTHER_RECORD, () -> editor.raiseIndex("byDay", 4));
    assertRefused(OLD, Reason.OTHER_RECORD, () -> moves.plan(PAGE, 4, MovePace.gentle()));
    assertRefused(OLD, Reason.OTHER_RECORD, () -> moves.start(PAGE, 4));
    assertRefused(OLD, Reason.OTHER_RECORD, () -> moves.start(4));
    assertThat(editor.show().state()).isEqualTo("SETTLED");
    assertThat(editor.show().version()).isEqualTo(1);
    assertThat(editor.leadingHere()).containsExactly(OLD);
  }

  @Test
  void newTable_whileTheOldOneLeadsThere_isChangedByNoOtherRecord() {
    DynamoDbClient old = client(OLD);
    put(old, OLD, 1);
    resharder.startInto(NEW, 1, MovePace.gentle());
    assertNewIsLeftAlone();
    assertThatThrownBy(() -> editor(NEW).ready())
        .hasMessageContaining("reshard status")
        .hasMessageNotContaining("delete");
    resharder.run();
    resharder.verify();
    resharder.finish();
    assertNewIsLeftAlone();
    assertThatThrownBy(() -> editor(NEW).ready())
        .hasMessageContaining("pieces of keys")
        .hasMessageContaining("'visits#layout'");
    editor(OLD).ready();
    assertThat(read(old, OLD)).containsExactly("t001");
    assertThat(editor(OLD).clients()).as("who still names the old table").hasSize(1);
    assertNewIsLeftAlone();
    assertRefused(NEW, Reason.ELSEWHERE, () -> editor(OLD).raiseIndex("byDay", 4));
    assertRefused(NEW, Reason.ELSEWHERE, () -> editor(OLD).addPiece(PAGE, 4));
    plain.deleteTable(delete -> delete.tableName(OLD));
    delete(OLD + "#layout", "record");
    assertThat(editor(NEW).leadingHere()).isEmpty();
    assertThat(editor(NEW).addPiece(PAGE, 4).last().shards()).isEqualTo(4);
    DynamoDbClient renamed = client(NEW);
    put(renamed, NEW, 2);
    assertThat(read(renamed, NEW)).containsExactly("t001", "t002");
  }

  @Test
  void newTable_withTheNoteOfAMoveThatWasGivenUp_isChanged() {
    put(plain, NEW, 1);
    keep(NEW + "#layout", "from#" + OLD);
    assertThat(editor(NEW).leadingHere()).isEmpty();
    assertThat(editor(NEW).addPiece(PAGE, 4).last().shards()).isEqualTo(4);
    assertThat(read(client(NEW), NEW)).containsExactly("t001");
  }

  @Test
  void recordOfAnotherTable_thatCannotBeRead_mayLeadHere() {
    keep(NEW + "#layout", "from#" + OLD);
    keep(OLD + "#layout", "record", "state", "UNHEARD OF");
    assertThat(editor(NEW).leadingHere()).containsExactly(OLD);
    assertThat(editor(OLD).leadingHere()).isEmpty();
  }

  @Test
  void tableWithARecordOfItsOwn_isMovedToByNoOther() {
    put(client(OLD), OLD, 1);
    editor(NEW).ready();
    assertRefused(NEW, Reason.OTHER_RECORD, () -> resharder.planInto(NEW, 1, MovePace.gentle()));
    assertRefused(NEW, Reason.OTHER_RECORD, () -> resharder.startInto(NEW, 1, MovePace.gentle()));
    assertThat(editor(OLD).show().state()).isEqualTo("SETTLED");
    assertThat(read(client(OLD), OLD)).containsExactly("t001");
  }

  @Test
  void moveBack_isNoOtherRecordsBusiness() {
    DynamoDbClient old = client(OLD);
    put(old, OLD, 1);
    move(NEW);
    move(OLD);
    assertThat(read(plain, OLD)).containsExactly("t001");
    assertThat(editor(OLD).show().table()).isNull();
    editor(OLD).raiseIndex("byDay", 4);
    assertThat(editor(NEW).addPiece(PAGE, 4).last().shards()).isEqualTo(4);
  }

  /** As a library from before notes leaves it. */
  @Test
  void moveBack_ofATableWhoseRecordIsReadyAndNoMore_goesOn() {
    put(client(OLD), OLD, 1);
    move(NEW);
    delete(NEW + "#layout", "from#" + OLD);
    editor(NEW).ready();
    editor(OLD).ready();
    assertRefused(OLD, Reason.OTHER_RECORD, () -> editor(NEW).addPiece(PAGE, 4));
    move(OLD);
    assertThat(read(plain, OLD)).containsExactly("t001");
  }

  @Test
  void moveBack_ofATableWhoseRecordHasPieces_isRefused() {
    put(client(OLD), OLD, 1);
    move(NEW);
    delete(NEW + "#layout", "from#" + OLD);
    editor(NEW).addPiece(PAGE, 4);
    assertRefused(NEW, Reason.OTHER_RECORD, () -> resharder.startInto(OLD, 1, MovePace.gentle()));
    assertThat(read(client(NEW), NEW)).containsExactly("t001");
  }

  private void delete(String pk, String sk) {
    plain.deleteItem(delete -> delete.tableName(store.table()).key(LiveTable.key(pk, sk)));
  }

  /** Of table 'old', which was moved to one that an older library has made ready since. */
  private void leaveRecordOfOld() {
    keep(LiveTable.TABLE + "#layout", "from#old");
    keep("old#layout", "record", "spec", "any", "state", "SETTLED", "table", LiveTable.TABLE);
  }

  private void keep(String pk, String sk, String... texts) {
    Map<String, AttributeValue> item = new HashMap<>(LiveTable.key(pk, sk));
    for (int i = 0; i < texts.length; i += 2) {
      item.put(texts[i], AttributeValue.fromS(texts[i + 1]));
    }
    item.put("format", AttributeValue.fromN("3"));
    item.put("version", AttributeValue.fromN("2"));
    item.put("drained", AttributeValue.fromBool(false));
    item.put("keys", AttributeValue.fromL(List.of()));
    plain.putItem(put -> put.tableName(store.table()).item(item));
  }

  @Tag("deep")
  @Test
  void hotKey_ofATableThatAnotherLeadsTo_isLeftAloneAndCallsGoOn() throws InterruptedException {
    LayoutEditor editor = table.editor();
    editor.ready();
    leaveRecordOfOld();
    Queue<Action> told = new ConcurrentLinkedQueue<>();
    DecoratorListener listener =
        new DecoratorListener() {
          @Override
          public void hotKeyFound(HotKey hot) {
            told.add(hot.action());
          }
        };
    ShardingDynamoDbClient client =
        ShardingDynamoDbClient.builder(
                table.sending(LayoutGuard.create(), new HeatTest.Throttling()))
            .table(HeatTest.spec(store, HeatPolicy.apply()))
            .listener(listener)
            .build();
    for (int i = 0; !told.contains(Action.GIVEN_UP); i++) {
      assertThat(told).isEmpty();
      try {
        client.putItem(HeatTest.put(LiveTable.time(i)));
      } catch (ThrottlingException | LayoutUnknownException e) {
        // as a caller meets it; on a busy machine a lease may pass
      }
      Thread.sleep(5);
    }
    assertThat(editor.show().keys()).isEmpty();
    assertThat(editor.show().state()).isEqualTo("READY");
  }

  private void move(String to) {
    resharder.startInto(to, 1, MovePace.gentle());
    resharder.run();
    resharder.verify();
    resharder.finish();
  }
}
