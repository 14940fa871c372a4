package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.sharding.Layout.Moving;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** Items of a live table are moved: the steps, in and out of order. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class ResharderTest {
  private final LiveTable table;
  private final LayoutEditor editor;
  private final ShardingSpec spec;
  private final Resharder resharder;

  ResharderTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    this.editor = table.editor();
    this.spec = LiveTable.spec(table.store(table.plain));
    this.resharder = Resharder.of(spec, table.sending(LayoutGuard.create()));
  }

  @AfterEach
  void close() {
    table.close();
  }

  private List<String> stored() {
    List<String> keys = new ArrayList<>();
    table
        .plain
        .scanPaginator(scan -> scan.tableName(LiveTable.TABLE))
        .items()
        .forEach(item -> keys.add(item.get("pk").s()));
    return keys.stream().distinct().sorted().toList();
  }

  private void puts(int items) {
    IntStream.range(0, items).forEach(i -> LiveTable.put(table.plain, "hot", "s" + (100 + i)));
  }

  @Tag("deep")
  @Test
  void plainKey_toFourShardsAndOn_isWholeAtEachStep() {
    puts(40);
    LiveTable.put(table.plain, "cold", "a");
    ShardingDynamoDbClient client = table.client();

    resharder.start(LiveTable.HOT, 4);
    assertThat(editor.show().state()).isEqualTo("MOVING");
    assertThat(editor.show().moving()).isEqualTo(new Moving(LiveTable.HOT, 4, null));
    assertThat(resharder.left()).isPositive();
    assertThat(count(client)).isEqualTo(40);
    assertThat(resharder.run()).isEqualTo(40);
    assertThatThrownBy(() -> editor.addPiece(LiveTable.HOT, 8)).hasMessageContaining("is MOVING");
    assertThat(resharder.run()).isZero();
    assertRefused(Reason.NOT_VERIFIED, resharder::finish);
    assertThat(resharder.verify().isUnchanged()).isTrue();
    resharder.finish();
    assertThat(stored()).containsExactly("cold", "hot.0", "hot.1", "hot.2", "hot.3");
    assertThat(count(client)).isEqualTo(40);

    resharder.start(LiveTable.HOT, 5);
    resharder.run();
    resharder.verify();
    resharder.finish();
    assertThat(stored()).containsExactly("cold", "hot.0", "hot.1", "hot.2", "hot.3", "hot.4");
    assertThat(count(client)).isEqualTo(40);
    assertThat(editor.show().moving()).isNull();
  }

  @Test
  void itemThatFitsNoLongerKey_isFoundBeforeTheMove() {
    Map<String, AttributeValue> large = new HashMap<>(LiveTable.key("hot", "a"));
    int bytes = 400 * 1024 - Math.toIntExact(ItemSize.bytes(large)) - 2;
    large.put("b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[bytes])));
    table.plain.putItem(put -> put.tableName(LiveTable.TABLE).item(large));

    assertRefused(Reason.ITEMS_UNFIT, () -> resharder.start(LiveTable.HOT, 4));
    assertThat(editor.show().state()).isEqualTo("SETTLED");
  }

  @Tag("deep")
  @Test
  void anotherItemAtTheNewPlace_isNotTakenForTheCopy() {
    puts(1);
    resharder.start(LiveTable.HOT, 2);
    Map<String, AttributeValue> place =
        ShardedKeys.of(spec, editor.show()).toPhysical(LiveTable.key("hot", "s100")).get(1);
    Map<String, AttributeValue> other = new HashMap<>(place);
    other.put("v", AttributeValue.fromS("other"));
    table.plain.putItem(put -> put.tableName(LiveTable.TABLE).item(other));

    assertRefused(Reason.SHARDS_NOT_FREE, resharder::run);
    assertThat(resharder.left()).isEqualTo(1);
  }

  private static int count(ShardingDynamoDbClient client) {
    return client
        .query(
            query ->
                query
                    .tableName(LiveTable.TABLE)
                    .keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(Map.of(":pk", LiveTable.HOT)))
        .count();
  }

  @Tag("deep")
  @Test
  void streamRecords_whileMoving_showLogicalKeysOfBothPlaces() {
    puts(1);
    resharder.start(LiveTable.HOT, 4);
    ShardedKeys keys = ShardedKeys.of(spec, editor.show());

    List<Map<String, AttributeValue>> places = keys.toPhysical(LiveTable.key("hot", "s100"));
    assertThat(places).hasSize(2).contains(LiveTable.key("hot", "s100"));
    assertThat(places)
        .allSatisfy(
            place -> assertThat(keys.toLogical(place)).isEqualTo(LiveTable.key("hot", "s100")));
  }

  @Tag("deep")
  @Test
  void stepsOutOfOrder_areRefused() {
    puts(3);
    assertRefused(Reason.NOT_MOVING, resharder::finish);
    assertRefused(Reason.NOT_MOVING, resharder::run);

    resharder.start(LiveTable.HOT, 4);
    assertRefused(Reason.NOT_VERIFIED, resharder::finish);
    assertThat(resharder.verify().verified().left()).isPositive();
    assertRefused(Reason.ITEMS_LEFT, resharder::finish);
    assertRefused(Reason.OVERTAKEN, () -> resharder.start(LiveTable.HOT, 8));
    assertRefused(Reason.OVERTAKEN, () -> editor.addPiece(AttributeValue.fromS("cold"), 2));
    assertRefused(Reason.OVERTAKEN, editor::ready);
    assertRefused(Reason.OVERTAKEN, editor::planReady);
    assertRefused(Reason.OVERTAKEN, editor::settle);
    assertThat(editor.abort()).isFalse();
    assertThat(editor.show().state()).isEqualTo("MOVING");
  }

  private static void assertRefused(Reason reason, Runnable step) {
    assertThatThrownBy(step::run)
        .isInstanceOfSatisfying(
            LayoutChangeException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @Test
  void placesThatHoldItems_areNotMovedTo() {
    puts(3);
    LiveTable.put(table.plain, "hot.2", "another key's");

    assertRefused(Reason.SHARDS_NOT_FREE, () -> resharder.start(LiveTable.HOT, 4));
    assertThat(editor.show().state()).isEqualTo("SETTLED");
  }

  @Test
  void tablesThatCannotBeMoved_areNamed() {
    assertThatThrownBy(() -> resharder.start(LiveTable.HOT, 1025)).hasMessageContaining("1..1024");
    assertThatThrownBy(() -> resharder.start(LiveTable.HOT, 0)).hasMessageContaining("1..1024");
    ShardingSpec drawn =
        spec.toBuilder().shards(2).selector(ShardSelector.random()).uniqueSortKeys().build();
    assertThatThrownBy(() -> of(drawn).start(LiveTable.HOT, 4))
        .hasMessageContaining("does not calculate the shard");
    ShardingSpec pieces = spec.toBuilder().shards(Pieces.shards(2).from("m", 4)).build();
    assertThatThrownBy(() -> of(pieces).start(8)).hasMessageContaining("Move keys one by one");
    ShardingSpec numbers = ofNumbers(2);
    assertThatThrownBy(() -> of(numbers).start(1)).hasMessageContaining("type N");
    assertThatThrownBy(() -> of(ofNumbers(1)).start(8)).hasMessageContaining("type N");
    assertThatThrownBy(() -> of(numbers).start(AttributeValue.fromN("7"), 1))
        .hasMessageContaining("type N");
    assertThatThrownBy(() -> Resharder.of(spec, table.plain)).hasMessageContaining("LayoutGuard");
  }

  /** A wrong record would lock all clients whose spec is right. */
  @Test
  void start_keysOrControlTableThatCannotBe_isRefusedBeforeARecordIsWritten() {
    ShardingSpec typo =
        ShardingSpec.builder(LiveTable.TABLE)
            .partitionKey("pk")
            .sortKey("sk", ScalarAttributeType.N)
            .shards(1)
            .layoutFrom(table.store())
            .build();
    assertThatThrownBy(() -> of(typo).start(LiveTable.HOT, 4))
        .isInstanceOf(SpecMismatchException.class)
        .hasMessageContaining("sk");
    assertThatThrownBy(() -> of(typo).plan(LiveTable.HOT, 4, MovePace.gentle()))
        .isInstanceOf(SpecMismatchException.class);
    assertThatThrownBy(
            () ->
                of(LiveTable.spec(LayoutStore.builder(table.plain).table(LiveTable.TABLE).build())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a table of its own");
    puts(1);
    resharder.start(LiveTable.HOT, 4);
  }

  private Resharder of(ShardingSpec other) {
    return Resharder.of(other, table.sending(LayoutGuard.create()));
  }

  private ShardingSpec ofNumbers(int shards) {
    return ShardingSpec.builder("numbers")
        .partitionKey("pk", ScalarAttributeType.N)
        .sortKey("sk")
        .shards(shards)
        .layoutFrom(table.store())
        .build();
  }

  @Tag("deep")
  @Test
  void parallelScanWhileMoving_isRefused_othersThanTheMovedKeyAreAsBefore() {
    LiveTable.put(table.plain, "cold", "a");
    puts(1);
    ShardingDynamoDbClient client = table.client();
    resharder.start(LiveTable.HOT, 4);

    assertThatThrownBy(
            () -> client.scan(s -> s.tableName(LiveTable.TABLE).segment(0).totalSegments(2)))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContainingAll("being moved", "Scan without segments");
    LiveTable.put(client, "cold", "b");
    assertThat(stored()).containsExactly("cold", "hot");
  }

  /** What DescribeTable says is hours old. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void verify_ofAWholeTable_asksDescribeTableOnlyIfNothingWasMoved(boolean isMoved) {
    puts(20);
    resharder.start(4);
    if (isMoved) {
      resharder.run();
    }
    List<SdkRequest> sent = new CopyOnWriteArrayList<>();
    ExecutionInterceptor watching =
        new ExecutionInterceptor() {
          @Override
          public void beforeExecution(
              Context.BeforeExecution context, ExecutionAttributes attributes) {
            sent.add(context.request());
          }
        };

    MoveStatus status = Resharder.of(spec, table.sending(LayoutGuard.create(), watching)).verify();

    assertThat(status.verified().items()).isEqualTo(20);
    assertThat(status.isProved()).isEqualTo(isMoved);
    assertThat(sent).filteredOn(DescribeTableRequest.class::isInstance).hasSize(isMoved ? 0 : 1);
    assertThat(sent)
        .filteredOn(ScanRequest.class::isInstance)
        .extracting(request -> ((ScanRequest) request).totalSegments())
        .containsOnly(8);
  }
}
