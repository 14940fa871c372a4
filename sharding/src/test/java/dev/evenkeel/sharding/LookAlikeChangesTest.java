package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.internal.layout.KeyShards.Reserved;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.move.MovePass;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Changes of keys that read like a shard of another key. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class LookAlikeChangesTest {
  private static final AttributeValue ALIKE = AttributeValue.fromS("hot.2");

  private final LiveTable table;
  private final ShardingSpec spec;
  private final LayoutEditor editor;
  private final Resharder resharder;

  LookAlikeChangesTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    this.spec = LiveTable.spec(table.store(table.plain));
    this.editor = LayoutEditor.of(spec, table.plain);
    this.resharder = Resharder.of(spec, table.sending(LayoutGuard.create()));
  }

  @AfterEach
  void close() {
    table.close();
  }

  @Tag("deep")
  @Test
  void keyThatReadsLikeAShard_isNeitherMovedNorGivenAPiece() {
    LiveTable.put(table.plain, "hot", "a");
    LiveTable.put(table.plain, "hot.4", "a");
    resharder.start(LiveTable.HOT, 4);
    resharder.run();
    resharder.verify();
    resharder.finish();

    assertThatThrownBy(() -> resharder.start(ALIKE, 3)).satisfies(this::isRefused);
    assertThatThrownBy(() -> editor.addPiece(ALIKE, 3)).satisfies(this::isRefused);
    assertThatThrownBy(() -> editor.plan(ALIKE, 3)).satisfies(this::isRefused);
    assertThat(editor.show().state()).isEqualTo("SETTLED");
    assertThatCode(() -> resharder.start(AttributeValue.fromS("hot.4"), 3))
        .as("it reads like no shard")
        .doesNotThrowAnyException();
  }

  private void isRefused(Throwable failure) {
    assertThat(failure)
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("reads like a shard of another key")
        .hasMessageNotContaining("shard it");
  }

  @Tag("deep")
  @Test
  void keyWithAPlainPiece_isNotTakenFromItsUsers() {
    LiveTable.put(table.plain, "hot", "a");
    ShardingDynamoDbClient client = table.client();
    editor.ready();
    editor.addPiece(ALIKE, AttributeValue.fromS("m"), 3);
    table.waitForLease();
    LiveTable.put(client, "hot.2", "z");

    assertNotFree(() -> resharder.start(LiveTable.HOT, 4));
    assertNotFree(() -> editor.addPiece(LiveTable.HOT, 4));
    assertThat(editor.show().state()).isEqualTo("READY");
    LiveTable.put(client, "hot.2", "zz");
    resharder.start(LiveTable.HOT, 2);
    LiveTable.put(client, "hot.2", "zzz");
  }

  private static void assertNotFree(Runnable step) {
    assertThatThrownBy(step::run)
        .isInstanceOfSatisfying(
            LayoutChangeException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.SHARDS_NOT_FREE))
        .hasMessageContaining("1 keys with pieces of their own");
  }

  @Test
  void itemsOfAKeyThatNobodyCanUse_areNotOfTheMove() {
    TableLayout from =
        new TableLayout(
            Map.of(), 0, null, Map.of(), new Reserved(0, Map.of(LiveTable.HOT, 4)), 0, null);
    MovePass pass = MovePass.of(new ShardedTable(spec), from, from.moved(ALIKE, 3), ALIKE);

    assertThat(pass.isLeft(LiveTable.key("hot.2", "a"))).isFalse();
  }
}
