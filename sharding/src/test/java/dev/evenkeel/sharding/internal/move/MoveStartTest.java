package dev.evenkeel.sharding.internal.move;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.ShardingSpec;
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

  @Test
  void room_withoutLocalIndex_isAlwaysThere() {
    assertThatCode(() -> start(spec -> spec).requireRoom(bytes(100 * GIB)))
        .doesNotThrowAnyException();
  }

  @Test
  void room_withALocalIndex_isForItemsAndTheirCopies() {
    MoveStart start = start(spec -> spec.localIndex("byValue", KeyAttribute.ofString("v")));

    assertThatCode(() -> start.requireRoom(bytes(2 * GIB))).doesNotThrowAnyException();
    assertThatThrownBy(() -> start.requireRoom(bytes(2 * GIB + 1)))
        .isInstanceOf(LayoutChangeException.class)
        .hasMessageContaining("local index limits these to 10 GB");
  }
}
