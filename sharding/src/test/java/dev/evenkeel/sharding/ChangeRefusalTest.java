package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.TableFixture;
import dev.evenkeel.testkit.equivalence.TableFixture.KeyPart;
import java.util.List;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.MultiRegionConsistency;
import software.amazon.awssdk.services.dynamodb.model.ReplicaDescription;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Changes that are refused before anything is written. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class ChangeRefusalTest {
  private static final AttributeValue TYPO = AttributeValue.fromS("hto");

  private final LiveTable table;

  ChangeRefusalTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
  }

  @AfterEach
  void close() {
    table.close();
  }

  private Resharder resharder(LayoutStore store, ExecutionInterceptor... others) {
    return Resharder.of(LiveTable.spec(store), guarded(others));
  }

  private DynamoDbClient guarded(ExecutionInterceptor... others) {
    ExecutionInterceptor[] all = new ExecutionInterceptor[others.length + 1];
    System.arraycopy(others, 0, all, 1, others.length);
    all[0] = LayoutGuard.create();
    return table.sending(all);
  }

  private void assertRefused(Reason reason, ThrowingCallable change) {
    assertThatThrownBy(change)
        .isInstanceOfSatisfying(
            LayoutChangeException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    assertThat(table.plain.scan(scan -> scan.tableName("evenkeel-layouts")).items())
        .as("what was written")
        .isEmpty();
  }

  @Tag("deep")
  @Test
  void move_ofAKeyWithoutItems_isRefused() {
    LiveTable.put(table.plain, "hot", "a");
    Resharder resharder = resharder(table.store());

    assertRefused(Reason.NOTHING_TO_MOVE, () -> resharder.plan(TYPO, 4, MovePace.gentle()));
    assertRefused(Reason.NOTHING_TO_MOVE, () -> resharder.start(TYPO, 4));

    assertThat(table.editor().addPiece(TYPO, 4).shardsMax()).as("the way out").isEqualTo(4);
  }

  @Test
  void move_ofAnEmptyTable_isRefused() {
    table.plain.createTable(
        TableFixture.named("other")
            .partitionKey("pk", ScalarAttributeType.S)
            .sortKey("sk", ScalarAttributeType.S)
            .localIndex("byValue", KeyPart.of("v", ScalarAttributeType.S))
            .request());
    Resharder resharder = resharder(table.store());

    assertRefused(Reason.NOTHING_TO_MOVE, () -> resharder.plan(null, 4, MovePace.gentle()));
    assertRefused(Reason.NOTHING_TO_MOVE, () -> resharder.start(4));
    assertRefused(Reason.NOTHING_TO_MOVE, () -> resharder.planInto("other", 4, MovePace.gentle()));
    assertRefused(Reason.NOTHING_TO_MOVE, () -> resharder.startInto("other", 4, MovePace.gentle()));
  }

  /** Otherwise a table with such a key, or an emptied one, could not be left. */
  @Tag("deep")
  @Test
  void move_ofWhatHasAnotherLayoutThanTheSpec_mayBeOfNothing() {
    LiveTable.put(table.plain, "hot", "a");
    Resharder resharder = resharder(table.store());
    for (int shards : new int[] {2, 1}) {
      resharder.start(LiveTable.HOT, shards);
      resharder.run();
      assertThat(resharder.verify().isProved()).isTrue();
      resharder.finish();
      if (shards == 2) {
        table
            .client()
            .deleteItem(del -> del.tableName(LiveTable.TABLE).key(LiveTable.key("hot", "a")));
      }
    }
    assertThat(table.editor().show().keys().get(LiveTable.HOT).shardsMax()).isEqualTo(1);
  }

  /** Clients, which have the right spec, could not act on a record for another key. */
  @Test
  void change_byASpecWithAnotherKey_isRefused() {
    LayoutStore store = table.store();
    ShardingSpec spec = LiveTable.spec(store);
    List<ShardingSpec> wrong =
        List.of(
            spec.toBuilder().partitionKey("pkk").build(),
            spec.toBuilder().partitionKey("pk", ScalarAttributeType.N).build(),
            spec.toBuilder().sortKey("v").build(),
            spec.toBuilder().sortKey("sk", ScalarAttributeType.N).build());

    for (ShardingSpec mistyped : wrong) {
      LayoutEditor editor = LayoutEditor.of(mistyped, table.plain);
      assertOtherKey(mistyped, editor::planReady);
      assertOtherKey(mistyped, editor::ready);
    }
    LayoutEditor editor = LayoutEditor.of(wrong.get(2), table.plain);
    assertOtherKey(wrong.get(2), () -> editor.plan(LiveTable.HOT, 4));
    assertOtherKey(wrong.get(2), () -> editor.addPiece(LiveTable.HOT, 4));
    ShardSelector drawn = ShardSelector.random();
    ShardingSpec raised =
        wrong.get(2).toBuilder().shards(4).selector(drawn).uniqueSortKeys().build();
    assertOtherKey(raised, () -> LayoutEditor.of(raised, table.plain).planRaise(8));
    assertOtherKey(raised, () -> LayoutEditor.of(raised, table.plain).raise(8));
    CounterSpec counters =
        CounterSpec.builder(LiveTable.TABLE)
            .partitionKey("pk")
            .shards(4)
            .summed("n")
            .layoutFrom(store)
            .build();
    assertOtherKey("pk (S)", () -> LayoutEditor.of(counters, table.plain).raise(8));
  }

  private void assertOtherKey(ShardingSpec mistyped, ThrowingCallable change) {
    assertOtherKey(mistyped.logicalKey().toString(), change);
  }

  private void assertOtherKey(String key, ThrowingCallable change) {
    assertThatThrownBy(change)
        .isInstanceOf(SpecMismatchException.class)
        .hasMessageContaining("its key is pk (S), sk (S), and by the spec " + key + ".");
    assertThat(table.plain.scan(scan -> scan.tableName("evenkeel-layouts")).items()).isEmpty();
  }

  /** DynamoDB Local has no replicas. */
  private record ChangedDescription(UnaryOperator<TableDescription> as)
      implements ExecutionInterceptor {
    @Override
    public SdkResponse modifyResponse(
        Context.ModifyResponse context, ExecutionAttributes attributes) {
      return context.response() instanceof DescribeTableResponse described
          ? described.toBuilder().table(as.apply(described.table())).build()
          : context.response();
    }
  }

  private static final ChangedDescription GLOBAL =
      new ChangedDescription(
          table -> table.toBuilder().replicas(replica("us-east-2"), replica("eu-west-1")).build());

  private static ReplicaDescription replica(String region) {
    return ReplicaDescription.builder().regionName(region).build();
  }

  @Test
  void pieceAndMove_ofAGlobalTable_areRefused() {
    LiveTable.put(table.plain, "hot", "a");
    Resharder resharder = resharder(table.store(), GLOBAL);
    LayoutEditor editor = LayoutEditor.of(LiveTable.spec(table.store()), guarded(GLOBAL));

    assertRefused(
        Reason.SEVERAL_REGIONS, () -> resharder.plan(LiveTable.HOT, 4, MovePace.gentle()));
    assertRefused(Reason.SEVERAL_REGIONS, () -> resharder.start(LiveTable.HOT, 4));
    assertRefused(Reason.SEVERAL_REGIONS, editor::planReady);
    assertRefused(Reason.SEVERAL_REGIONS, editor::ready);
    assertRefused(Reason.SEVERAL_REGIONS, () -> editor.plan(LiveTable.HOT, 4));
    assertRefused(Reason.SEVERAL_REGIONS, () -> editor.addPiece(LiveTable.HOT, 4));
    assertThatThrownBy(() -> editor.addPiece(LiveTable.HOT, 4))
        .hasMessageContainingAll("replicas in eu-west-1, us-east-2", "writtenInOneRegion()");
  }

  @Test
  void pieceAndMove_ofALegacyGlobalTable_areRefused() {
    ChangedDescription legacy =
        new ChangedDescription(table -> table.toBuilder().globalTableVersion("2017.11.29").build());

    assertRefused(
        Reason.SEVERAL_REGIONS, () -> resharder(table.store(), legacy).start(LiveTable.HOT, 4));
  }

  @Tag("deep")
  @Test
  void change_ofAGlobalTableThatOneRegionWrites_isMade() {
    LiveTable.put(table.plain, "hot", "a");
    LayoutStore one =
        LayoutStore.builder(table.plain)
            .times(LiveTable.LEASE, LiveTable.LATE)
            .writtenInOneRegion()
            .build();
    ChangedDescription strong =
        new ChangedDescription(
            table ->
                GLOBAL.as().apply(table).toBuilder()
                    .multiRegionConsistency(MultiRegionConsistency.STRONG)
                    .build());

    assertRefused(Reason.SEVERAL_REGIONS, () -> resharder(one, strong).start(LiveTable.HOT, 4));
    resharder(one, GLOBAL).start(LiveTable.HOT, 4);
    assertThat(table.editor().show().state()).isEqualTo("MOVING");
    one.close();
  }
}
