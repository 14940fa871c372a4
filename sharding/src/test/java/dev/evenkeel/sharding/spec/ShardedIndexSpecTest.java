package dev.evenkeel.sharding.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.spec.ShardedIndexSpec.Layout;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class ShardedIndexSpecTest {
  private static final KeyAttribute COUNTRY = KeyAttribute.ofString("country");
  private static final KeyAttribute DUE = KeyAttribute.ofNumber("due");
  private static final ShardedIndexSpec INDEX =
      ShardedIndexSpec.multiAttribute("byCountry", COUNTRY.name(), COUNTRY.type(), 8)
          .sortKey(DUE.name(), DUE.type());

  private static ShardingSpec.Builder table() {
    return ShardingSpec.builder("invoices").partitionKey("id");
  }

  @Test
  void build_plainTableWithoutSortKey_isTakenForTheSakeOfTheIndex() {
    ShardingSpec spec = table().shards(1).shardedIndex(INDEX).build();
    assertThat(spec.sortKey()).isNull();
    assertThat(spec.shardedIndexes()).containsExactly(INDEX);
    assertThat(spec.toBuilder().build().shardedIndexes()).containsExactly(INDEX);
    assertThat(INDEX.shard()).isEqualTo(KeyAttribute.ofNumber("evenkeel.byCountry"));
  }

  @Test
  void build_noSortKey_isRefusedWithoutAnIndexOrWithShards() {
    assertThatThrownBy(() -> table().shards(1).build()).hasMessageContaining("sortKey is not set");
    assertThatThrownBy(() -> table().shards(2).shardedIndex(INDEX).build())
        .hasMessageContaining("sortKey is not set");
  }

  static Stream<Arguments> problems() {
    return Stream.of(
        Arguments.of(
            ShardedIndexSpec.numberFirst("i", COUNTRY.name(), COUNTRY.type(), 1),
            "shards must be 2..1024"),
        Arguments.of(
            ShardedIndexSpec.numberFirst("i", COUNTRY.name(), COUNTRY.type(), 1025),
            "shards must be 2..1024"),
        Arguments.of(
            ShardedIndexSpec.numberFirst(" ", COUNTRY.name(), COUNTRY.type(), 2),
            "its name is empty"),
        Arguments.of(INDEX.firstNumber(2), "firstNumber must be 0 or 1"),
        Arguments.of(INDEX.raisedFrom(4, 8), "raisedFrom must name counts of 2..7 but was [4, 8]"),
        Arguments.of(INDEX.raisedFrom(1), "raisedFrom must name counts of 2..7 but was [1]"),
        Arguments.of(INDEX.shardAttribute("b", ScalarAttributeType.B), "must be of type N or S"),
        Arguments.of(INDEX.shardAttribute(DUE.name(), DUE.type()), "has another use in the spec"),
        Arguments.of(INDEX.shardAttribute("at", ScalarAttributeType.S), "has another use"),
        Arguments.of(
            INDEX.shardAttribute("evenkeel.shard", ScalarAttributeType.S), "reserved for start"),
        Arguments.of(
            new ShardedIndexSpec(
                "i",
                COUNTRY,
                DUE,
                2,
                KeyAttribute.ofNumber("n"),
                0,
                Layout.NUMBER_FIRST,
                List.of()),
            "no room for another: use MULTI_ATTRIBUTE"),
        Arguments.of(
            ShardedIndexSpec.multiAttribute("i", COUNTRY.name(), COUNTRY.type(), 2)
                .sortKey(COUNTRY.name(), COUNTRY.type()),
            "is its partition key and its sort key"),
        Arguments.of(ShardedIndexSpec.multiAttribute("i", "id", 2), "declare it with globalIndex"),
        Arguments.of(
            ShardedIndexSpec.multiAttribute("i", COUNTRY.name(), COUNTRY.type(), 2).sortKey("id"),
            "whose stored values are physical ones"),
        Arguments.of(
            ShardedIndexSpec.multiAttribute("i", "at", ScalarAttributeType.N, 2),
            "elsewhere in the spec of type S"),
        Arguments.of(
            ShardedIndexSpec.multiAttribute("byTotal", COUNTRY.name(), COUNTRY.type(), 2),
            "of this name is declared twice"));
  }

  @ParameterizedTest
  @MethodSource("problems")
  void build_whatCannotWork_isRefusedWithTheIndexNamed(ShardedIndexSpec index, String problem) {
    ShardingSpec.Builder spec =
        table().sortKey("at").shards(4).globalIndex("byTotal", "total", ScalarAttributeType.N);
    assertThatThrownBy(() -> spec.shardedIndex(index).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sharded index '%s'".formatted(index.name()))
        .hasMessageContaining(problem);
  }

  @Test
  void build_twoIndexes_shareANumberOnlyIfTheyAgreeOnIt() {
    KeyAttribute number = KeyAttribute.ofNumber("number");
    ShardedIndexSpec one = INDEX.shardAttribute(number.name(), number.type());
    ShardedIndexSpec alike =
        ShardedIndexSpec.numberFirst("byCurrency", "currency", 8)
            .shardAttribute(number.name(), number.type());
    assertThat(table().shards(1).shardedIndex(one).shardedIndex(alike).build().shardedIndexes())
        .containsExactly(one, alike);
    for (ShardedIndexSpec other : List.of(alike.firstNumber(1), alike.raisedFrom(4))) {
      assertThatThrownBy(() -> table().shards(1).shardedIndex(one).shardedIndex(other).build())
          .hasMessageContaining("shares shard attribute 'number'");
    }
  }

  @Test
  void raisedFrom_anyOrder_isKeptAscendingByEveryOtherSetting() {
    ShardedIndexSpec index =
        INDEX.raisedFrom(5, 2, 5).firstNumber(1).shardAttribute("number", ScalarAttributeType.N);
    assertThat(index.earlierShards()).containsExactly(2, 5);
    assertThat(index.raisedFrom(3).earlierShards()).containsExactly(3);
  }
}
