package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Changes where a table is missing: the control table, or that of the items. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class NoControlTableTest {
  private static final AttributeValue HOT = AttributeValue.fromS("hot");

  private final LiveTable table;

  NoControlTableTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
  }

  @AfterEach
  void close() {
    table.close();
  }

  @Test
  void changes_withoutTheControlTable_nameIt() {
    LiveTable.put(table.plain, "hot", "a");
    String region = table.plain.serviceClientConfiguration().region().id();
    try (LayoutStore store = LayoutStore.builder(table.plain).table("nowhere").build()) {
      LayoutEditor editor = LayoutEditor.of(LiveTable.spec(store), table.plain);
      Resharder resharder =
          Resharder.of(LiveTable.spec(store), table.sending(LayoutGuard.create()));
      List<ThrowingCallable> calls =
          List.of(
              editor::show,
              editor::clients,
              editor::ready,
              editor::settle,
              editor::abort,
              () -> editor.plan(HOT, 4),
              () -> editor.addPiece(HOT, 4),
              () -> resharder.plan(HOT, 4, MovePace.gentle()),
              () -> resharder.start(HOT, 4),
              () -> resharder.start(4),
              resharder::run,
              resharder::verify,
              resharder::status,
              resharder::finish);
      for (ThrowingCallable call : calls) {
        assertThatThrownBy(call)
            .hasMessageStartingWith(
                "There is no control table 'nowhere' in %s, so no layout is known there. This step has written nothing. Create it with createTable()",
                region)
            .hasCauseInstanceOf(ResourceNotFoundException.class)
            .isInstanceOfSatisfying(
                LayoutUnknownException.class, e -> assertThat(e.mayHaveWritten()).isFalse());
      }
    }
  }

  @Test
  void changes_withoutTheTableOfTheItems_areRefusedBeforeAnyWrite() {
    table.plain.deleteTable(delete -> delete.tableName(LiveTable.TABLE));
    LayoutStore oneRegion =
        LayoutStore.builder(table.plain)
            .times(Duration.ofSeconds(1), Duration.ZERO)
            .writtenInOneRegion()
            .build();
    oneRegion.createTable();
    try (oneRegion) {
      LayoutEditor alone = LayoutEditor.of(LiveTable.spec(oneRegion), table.plain);
      List<ThrowingCallable> calls =
          List.of(
              alone::ready,
              table.editor()::ready,
              () -> alone.addPiece(HOT, 4),
              () -> alone.plan(HOT, 4),
              () -> LayoutEditor.of(drawn(oneRegion), table.plain).raise(4));
      for (ThrowingCallable call : calls) {
        assertThatThrownBy(call).isInstanceOf(ResourceNotFoundException.class);
      }
    }
    assertThat(table.plain.scan(scan -> scan.tableName("evenkeel-layouts")).items()).isEmpty();
  }

  private static ShardingSpec drawn(LayoutStore store) {
    return ShardingSpec.builder(LiveTable.TABLE)
        .partitionKey("pk")
        .sortKey("sk")
        .shards(2)
        .selector(ShardSelector.random())
        .uniqueSortKeys()
        .layoutFrom(store)
        .build();
  }
}
