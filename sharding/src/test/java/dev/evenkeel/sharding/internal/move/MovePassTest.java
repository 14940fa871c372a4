package dev.evenkeel.sharding.internal.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.move.MovePass.Read;
import dev.evenkeel.sharding.internal.move.MovePass.Where;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Where a proof finds items, and as what callers see them. */
class MovePassTest {
  private static final AttributeValue HOT = AttributeValue.fromS("hot");
  private static final ShardedTable TABLE =
      new ShardedTable(
          ShardingSpec.builder("hits").partitionKey("pk").sortKey("sk").shards(1).build());

  private static MovePass pass(int from, int to, @Nullable AttributeValue key) {
    return new MovePass(layout(from), layout(to), key);
  }

  private static ShardedTable layout(int shards) {
    return TABLE.by(TableLayout.of(Map.of(HOT, Pieces.shards(shards)), null));
  }

  private static Map<String, AttributeValue> item(String partition, String sort) {
    return Map.of("pk", AttributeValue.fromS(partition), "sk", AttributeValue.fromS(sort));
  }

  private static void assertSeen(
      MovePass pass, Map<String, AttributeValue> stored, Where where, String logicalKey) {
    Read read = pass.read(stored, false);

    assertThat(pass.where(read)).as("%s", stored).isEqualTo(where);
    assertThat(read.logical().get("pk").s()).isEqualTo(logicalKey);
    assertThat(read.logical().get("sk")).isEqualTo(stored.get("sk"));
  }

  /** Each sort key has one shard of eight; from a plain key it is moved there. */
  @Test
  void where_fromAPlainKey_isItsPlaceByEitherLayout() {
    MovePass pass = pass(1, 8, HOT);
    String shard = placeOf("a", 8);

    assertSeen(pass, item("hot", "a"), Where.LEFT, "hot");
    assertSeen(pass, item(shard, "a"), Where.RIGHT, "hot");
    assertSeen(pass, item(another(shard), "a"), Where.STRAY, "hot");
  }

  /** Both layouts have eight of the shards: an item may stay, or be at its new place. */
  @Test
  void where_fromShardsToShards_isItsPlaceByEitherLayout() {
    MovePass pass = pass(8, 50, HOT);
    int moved = 0;
    int stayed = 0;
    for (int i = 0; i < 200; i++) {
      String sort = "s" + i;
      String before = placeOf(sort, 8);
      String after = placeOf(sort, 50);
      boolean stays = before.equals(after);
      assertSeen(pass, item(before, sort), stays ? Where.RIGHT : Where.LEFT, "hot");
      assertSeen(pass, item(after, sort), Where.RIGHT, "hot");
      moved += stays ? 0 : 1;
      stayed += stays ? 1 : 0;
    }

    assertThat(moved).isPositive();
    assertThat(stayed).isPositive();
  }

  /** A key that reads like a shard before is one of its own in a table without shards. */
  @Test
  void where_ofAKeyThatOnlyTheLayoutAfterTakes_isItsPlaceInTheTableAfter() {
    ShardedTable sharded =
        new ShardedTable(
            ShardingSpec.builder("hits").partitionKey("pk").sortKey("sk").shards(4).build());
    MovePass pass =
        new MovePass(
            sharded,
            sharded.by(TableLayout.NONE.movedInto(new OtherTable("visits", null), 1)),
            null);
    Map<String, AttributeValue> stored = item("page.1", "a");

    Read after = pass.read(stored, true);

    assertThat(pass.where(after)).isEqualTo(Where.RIGHT);
    assertThat(after.logical()).isEqualTo(stored);
    assertThat(pass.where(pass.read(item("page.9", "a"), false))).isEqualTo(Where.STRAY);
  }

  private static String placeOf(String sort, int shards) {
    MovedItem place = MovedItem.of(call(), layout(1), layout(shards), item("hot", sort));
    return place.to().get("pk").s();
  }

  private static Call call() {
    return new Call("Move", "hits");
  }

  private static String another(String shard) {
    return shard.equals("hot.0") ? "hot.1" : "hot.0";
  }
}
