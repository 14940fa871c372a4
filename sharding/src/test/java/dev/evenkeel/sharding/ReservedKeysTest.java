package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Keys that read like a shard of another key, while items are moved there and back. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class ReservedKeysTest {
  private final LiveTable table;
  private final ShardingSpec spec;
  private final LayoutEditor editor;
  private final Resharder resharder;

  ReservedKeysTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    this.spec = LiveTable.spec(table.store(table.plain));
    this.editor = LayoutEditor.of(spec, table.plain);
    this.resharder = Resharder.of(spec, table.sending(LayoutGuard.create()));
  }

  @AfterEach
  void close() {
    table.close();
  }

  private static void puts(DynamoDbClient client, String key) {
    IntStream.range(0, 20).forEach(i -> LiveTable.put(client, key, LiveTable.time(i)));
  }

  private void move(AttributeValue key, int shards) {
    resharder.start(key, shards);
    resharder.run();
    resharder.verify();
    resharder.finish();
  }

  private void moveAll(int shards) {
    resharder.start(shards);
    resharder.run();
    resharder.verify();
    resharder.finish();
  }

  private List<String> stored() {
    return table.plain.scanPaginator(scan -> scan.tableName(LiveTable.TABLE)).items().stream()
        .map(item -> item.get("pk").s())
        .distinct()
        .sorted()
        .toList();
  }

  private static void assertUnusable(DynamoDbClient client, String... keys) {
    assertThat(keys)
        .allSatisfy(
            key -> {
              assertThatThrownBy(() -> LiveTable.put(client, key, "a"))
                  .isInstanceOf(RefusedOperationException.class)
                  .hasMessageContaining("reads like a shard of another key");
              assertThatThrownBy(
                      () ->
                          client.getItem(
                              get -> get.tableName(LiveTable.TABLE).key(LiveTable.key(key, "a"))))
                  .isInstanceOf(RefusedOperationException.class);
            });
  }

  @Tag("deep")
  @Test
  void key_toFewerShardsAndBackToPlain_keepsItsShardsForEver() {
    puts(table.plain, "hot");
    ShardingDynamoDbClient client = table.client();

    move(LiveTable.HOT, 5);
    move(LiveTable.HOT, 3);
    assertUnusable(client, "hot.0", "hot.3", "hot.4");
    move(LiveTable.HOT, 1);
    assertThat(stored()).containsExactly("hot");
    assertThat(LiveTable.hotSorts(client)).hasSize(20).isEqualTo(LiveTable.hotSorts(table.plain));
    assertUnusable(client, "hot.0", "hot.4");
    LiveTable.put(client, "hot.5", "never a shard");
    LiveTable.put(client, "hot.04", "no shard reads so");
    assertThat(editor.show().reservedOfKeys()).isEqualTo(Map.of(LiveTable.HOT, 5));

    move(LiveTable.HOT, 4); // its own places are free for it
    assertThat(LiveTable.hotSorts(client)).hasSize(20);
  }

  @Tag("deep")
  @Test
  void table_toShardsAndBackToPlain_isAsItWas() {
    puts(table.plain, "hot");
    puts(table.plain, "cold");
    ShardingDynamoDbClient client = table.client();

    moveAll(4);
    assertThat(stored())
        .containsExactlyElementsOf(
            Stream.of("cold.", "hot.")
                .flatMap(key -> IntStream.range(0, 4).mapToObj(shard -> key + shard))
                .toList());
    LiveTable.put(client, "hot.9", "a");
    moveAll(1);
    assertThat(stored()).containsExactly("cold", "hot", "hot.9");
    assertThat(LiveTable.hotSorts(client)).hasSize(20).isEqualTo(LiveTable.hotSorts(table.plain));
    assertThat(editor.show().shards()).isEqualTo(1);
    assertThat(editor.show().reserved()).isEqualTo(4);
    assertUnusable(client, "hot.0", "cold.3", "any.2");
    LiveTable.put(client, "any.4", "never a shard");
  }

  @Tag("deep")
  @Test
  void plainTable_withAKeyThatReadsLikeAShard_isLeftAsItIs() {
    puts(table.plain, "hot");
    LiveTable.put(table.plain, "hot.2", "a");

    assertUnfit(() -> resharder.start(4));
    assertThat(editor.show().state()).isEqualTo("SETTLED");
    LiveTable.put(table.client(), "hot.2", "b");
    moveAll(2); // no place reads like that
    assertThat(stored()).contains("hot.2.0");
  }

  @Tag("deep")
  @Test
  void shardedTable_withAKeyThatReadsLikeAShard_isNotMadePlain() {
    ShardingSpec sharded = spec.toBuilder().shards(4).build();
    ShardingDynamoDbClient client =
        ShardingDynamoDbClient.builder(table.sending(LayoutGuard.create())).table(sharded).build();
    LiveTable.put(client, "hot.2", "a"); // at hot.2.x
    Resharder ofSharded = Resharder.of(sharded, table.sending(LayoutGuard.create()));

    assertUnfit(() -> ofSharded.start(1));
    AttributeValue alike = AttributeValue.fromS("hot.2");
    assertThatThrownBy(() -> ofSharded.start(alike, 1))
        .isInstanceOf(RefusedOperationException.class);
    ofSharded.start(2);
  }

  private static void assertUnfit(Runnable step) {
    assertThatThrownBy(step::run)
        .isInstanceOfSatisfying(
            LayoutChangeException.class, e -> assertThat(e.reason()).isEqualTo(Reason.ITEMS_UNFIT));
  }

  @Tag("deep")
  @Test
  void lateWriteOfAKeyThatReadsLikeAShard_givesTheMoveUp() {
    puts(table.plain, "hot");
    ShardingDynamoDbClient client = table.client();
    CompletableFuture<Void> start = CompletableFuture.runAsync(() -> resharder.start(4));
    await(() -> editor.show().state().equals("ANNOUNCED"));
    LiveTable.put(table.plain, "hot.2", "signed before");

    assertThatThrownBy(start::join)
        .isInstanceOf(CompletionException.class)
        .hasRootCauseInstanceOf(LayoutChangeException.class)
        .hasMessageContaining("Items that cannot be moved: 1.");
    assertThat(editor.show().state()).isEqualTo("READY");
    await(() -> isUsable(client, "hot.2"));
  }

  @Tag("deep")
  @Test
  void announcedMove_refusesOtherChanges_andCanBeGivenUp() {
    puts(table.plain, "hot");
    ShardingDynamoDbClient client = table.client();
    CompletableFuture<Void> start = CompletableFuture.runAsync(() -> resharder.start(4));
    await(() -> editor.show().state().equals("ANNOUNCED"));
    await(() -> !isUsable(client, "hot.3"));

    assertThatThrownBy(() -> editor.addPiece(LiveTable.HOT, 2))
        .hasMessageContaining("was announced");
    assertThatThrownBy(() -> resharder.start(8)).hasMessageContaining("was announced");
    assertThatThrownBy(editor::settle).isInstanceOf(LayoutChangeException.class);
    assertThat(editor.abort()).isTrue();
    assertThatThrownBy(start::join).hasCauseInstanceOf(LayoutChangeException.class);
    await(() -> isUsable(client, "hot.3"));
  }

  private static boolean isUsable(DynamoDbClient client, String key) {
    try {
      client.getItem(get -> get.tableName(LiveTable.TABLE).key(LiveTable.key(key, "a")));
      return true;
    } catch (RefusedOperationException e) {
      return false;
    }
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }
}
