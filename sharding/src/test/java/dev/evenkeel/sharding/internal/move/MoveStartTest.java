package dev.evenkeel.sharding.internal.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** How much may be at one place after a move. */
class MoveStartTest {
  private static final long GIB = 1L << 30;

  private static MoveStart start(UnaryOperator<ShardingSpec.Builder> indexes) {
    ShardingSpec.Builder spec =
        ShardingSpec.builder("orders").partitionKey("pk").sortKey("sk").shards(8);
    return MoveStart.of(indexes.apply(spec).build(), AttributeValue.fromS("hot"), 2);
  }

  private static PlaceBytes bytes(long each) {
    PlaceBytes bytes = new PlaceBytes();
    for (String place : new String[] {"hot.0", "hot.1", "hot.0"}) {
      bytes.add(AttributeValue.fromS(place), each);
    }
    return bytes;
  }

  /** The bytes of so many equal items that a place has at most on the way. */
  private static long itemsAtMost(int before, int after) {
    AttributeValue key = AttributeValue.fromS("hot");
    MovePass pass =
        MovePass.of(
            new ShardedTable(
                ShardingSpec.builder("orders").partitionKey("pk").sortKey("sk").shards(8).build()),
            TableLayout.of(Map.of(key, Pieces.shards(before)), null),
            TableLayout.of(Map.of(key, Pieces.shards(after)), null),
            key);
    PlaceBytes bytes = new PlaceBytes();
    long each = 0;
    for (int i = 0; i < 100; i++) {
      Map<String, AttributeValue> item =
          Map.of("pk", key, "sk", AttributeValue.fromS("s" + (100 + i)));
      MovedItem place = MovedItem.of(new Call("Move", "orders"), pass.from(), pass.to(), item);
      each = ItemSize.bytes(place.moved(place.from()));
      assertThat(pass.unfit(place.from(), MoveIndexes.NONE, bytes)).isNull();
    }
    return bytes.most() / each;
  }

  @Test
  void bytes_ofItemsThatHaveNotLeft_countWhereOthersCome() {
    assertThat(itemsAtMost(2, 3)).as("some 50 old ones, and half of 33 new ones").isGreaterThan(52);
    assertThat(itemsAtMost(1, 4)).as("nothing comes to the plain place").isLessThan(50);
    assertThat(itemsAtMost(4, 1)).isEqualTo(100);
  }

  @Test
  void room_withoutLocalIndex_isAlwaysThere() {
    assertThatCode(() -> start(spec -> spec).requireRoom(bytes(100 * GIB)))
        .doesNotThrowAnyException();
  }

  @Test
  void room_withALocalIndex_isForItemsAndTheirCopies() {
    MoveStart start = start(spec -> spec.localIndex("byValue", "v"));

    assertThatCode(() -> start.requireRoom(bytes(2 * GIB))).doesNotThrowAnyException();
    assertThatThrownBy(() -> start.requireRoom(bytes(2 * GIB + 1)))
        .isInstanceOf(LayoutChangeException.class)
        .hasMessageContaining("local index limits these to 10 GB");
  }
}
