package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.TableFixture;
import dev.evenkeel.testkit.equivalence.TableFixture.KeyPart;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What a plan says of a move, against the capacity that the move consumes. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class PlannedMoveTest {
  private static final String FROM = "hits";
  private static final String TO = "hits-2";
  private static final int ITEMS = 60;

  /** So many have the attribute of the local index. */
  private static final int BY_VALUE = 25;

  /** So many have that of the global one. */
  private static final int BY_USER = 15;

  private final LiveTable table;
  private final MoveMeter meter;
  private final ShardingSpec spec;
  private final Resharder resharder;

  PlannedMoveTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    create(FROM);
    create(TO);
    this.spec =
        ShardingSpec.builder(FROM)
            .partitionKey("day")
            .sortKey("at")
            .localIndex("byValue", "v")
            .shards(1)
            .layoutFrom(table.store())
            .build();
    this.meter = new MoveMeter(spec.layoutSource().table());
    this.resharder = Resharder.of(spec, table.sending(LayoutGuard.create(), meter));
  }

  private void create(String name) {
    table.plain.createTable(
        TableFixture.named(name)
            .partitionKey("day", ScalarAttributeType.S)
            .sortKey("at", ScalarAttributeType.S)
            .localIndex("byValue", KeyPart.of("v", ScalarAttributeType.S))
            .globalIndex(
                "byUser",
                Projection.builder().projectionType(ProjectionType.KEYS_ONLY).build(),
                KeyPart.of("user", ScalarAttributeType.S))
            .request());
  }

  @AfterEach
  void close() {
    table.close();
  }

  private void fill(int bytes, int keys) {
    for (int i = 0; i < ITEMS; i++) {
      Map<String, AttributeValue> item = new HashMap<>();
      item.put("day", fromS("day-" + i % keys));
      item.put("at", fromS(LiveTable.time(i)));
      item.put("text", fromS("x".repeat(bytes)));
      if (i < BY_VALUE) {
        item.put("v", fromS("v" + i));
      }
      if (i >= ITEMS - BY_USER) {
        item.put("user", fromS("u" + i));
      }
      table.plain.putItem(put -> put.tableName(FROM).item(item));
    }
  }

  @Test
  void plan_ofAnyMove_saysWhatIsRefusedMeanwhile() {
    fill(1, 2);
    String scans = "parallel scans of the table";
    String reads = "TransactGetItems of more than 100 places, two for each item that moves";
    String ties =
        "queries of indexes with the table's partition key, where a key's items with one sort value take more than 16 MB";
    String starts =
        "start keys from before the move, of queries of indexes with the table's partition key";
    String lengths =
        "keys that would be longer than 2,048 bytes with the suffix of a shard, after it too";
    String others = "queries of indexes with another partition key than the table's";
    String both = "requests that name both tables";
    String changes = "other changes of the layout, until the move is finished";
    String alike = "plain keys that read like one of the shards, after it too";

    assertThat(resharder.plan(fromS("day-0"), 4, MovePace.gentle()).refused())
        .containsExactly(scans, reads, ties, starts, changes, alike);
    assertThat(resharder.plan(null, 4, MovePace.gentle()).refused())
        .containsExactly(scans, reads, ties, starts, lengths, changes, alike);
    assertThat(resharder.planInto(TO, 4, MovePace.gentle()).refused())
        .containsExactly(scans, reads, ties, starts, lengths, others, both, changes);
    assertThat(resharder.planInto(TO, 1, MovePace.gentle()).refused())
        .containsExactly(scans, reads, ties, starts, others, both, changes);
  }

  @Tag("deep")
  @Test
  void plan_ofAKey_isWhatTheMoveConsumes() {
    fill(200, 1);
    MovePlan plan = resharder.plan(fromS("day-0"), 4, MovePace.gentle());
    meter.take();

    resharder.start(fromS("day-0"), 4);

    assertConsumed(plan);
    assertThat(plan.indexes()).isEqualTo(2);
    assertThat(plan.indexUnits()).isBetween(plan.items() / 2.0, 3.0 * (BY_VALUE + BY_USER));
    assertThat(plan.moving().toMillis())
        .isCloseTo((long) (3 * (plan.writeUnits() + plan.indexUnits())), within(1L));
  }

  @Tag("deep")
  @Test
  void plan_ofAllKeys_isWhatTheMoveConsumes() {
    fill(2500, 20);
    MovePlan plan = resharder.plan(null, 4, MovePace.gentle());
    meter.take();

    resharder.start(4);

    assertConsumed(plan);
    assertThat(plan.indexes()).isEqualTo(2);
  }

  @Tag("deep")
  @Test
  void plan_toAnotherTable_isWhatTheMoveConsumes() {
    fill(800, 20);
    MovePace pace = MovePace.gentle().unitsPerSecond(900);
    MovePlan plan = resharder.planInto(TO, 4, pace);
    meter.take();

    resharder.startInto(TO, 4, pace);

    assertConsumed(plan);
  }

  private void assertConsumed(MovePlan plan) {
    assertThat(resharder.run()).isPositive();
    assertThat(resharder.verify().isUnchanged()).isTrue();
    resharder.finish();
    MoveMeter.Units consumed = meter.take();
    assertThat(plan.readUnits()).isBetween(0.85 * consumed.reads(), 1.25 * consumed.reads());
    assertThat(consumed.indexWrites()).isPositive().isLessThanOrEqualTo(plan.indexUnits());
  }
}
