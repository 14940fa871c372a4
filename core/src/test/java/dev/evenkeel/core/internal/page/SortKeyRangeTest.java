package dev.evenkeel.core.internal.page;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyOperator;
import dev.evenkeel.core.internal.page.SortKeyRange.Bound;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class SortKeyRangeTest {

  private static SortKeyRange range(String condition, AttributeValue... values) {
    Map<String, AttributeValue> named =
        values.length == 1 ? Map.of(":a", values[0]) : Map.of(":a", values[0], ":b", values[1]);
    return SortKeyRange.of(
        ExpressionParser.keyCondition("sk " + condition, Map.of()).predicates().get(0), named);
  }

  private static SortKeyRange beginningWith(AttributeValue prefix) {
    return SortKeyRange.of(
        ExpressionParser.keyCondition("begins_with(sk, :a)", Map.of()).predicates().get(0),
        Map.of(":a", prefix));
  }

  @Test
  void of_eachOperator_admitsWhatItSays() {
    assertThat(range("= :a", fromN("5")).contains(fromN("5.0"))).isTrue();
    assertThat(range("= :a", fromN("5")).contains(fromN("5.1"))).isFalse();
    assertThat(range("< :a", fromN("5")).contains(fromN("5"))).isFalse();
    assertThat(range("<= :a", fromN("5")).contains(fromN("5"))).isTrue();
    assertThat(range("> :a", fromN("-5")).contains(fromN("-4"))).isTrue();
    assertThat(range(">= :a", fromN("10")).contains(fromN("9"))).isFalse();
    assertThat(range("BETWEEN :a AND :b", fromS("b"), fromS("d")).contains(fromS("d"))).isTrue();
    assertThat(range("BETWEEN :a AND :b", fromS("b"), fromS("d")).contains(fromS("da"))).isFalse();
  }

  @Test
  void of_beginsWith_isAHalfOpenInterval() {
    SortKeyRange range = beginningWith(fromS("ab"));
    assertThat(range)
        .isEqualTo(new SortKeyRange(new Bound(fromS("ab"), true), new Bound(fromS("ac"), false)));
    assertThat(range.contains(fromS("ab\uDBFF\uDFFF"))).isTrue();
    assertThat(range.contains(fromS("ac"))).isFalse();
  }

  @Test
  void of_beginsWithTheLastValue_hasNoUpperBound() {
    SortKeyRange range = beginningWith(fromB(SdkBytes.fromByteArray(new byte[] {-1, -1})));
    assertThat(range.upper()).isNull();
    assertThat(range.contains(fromB(SdkBytes.fromByteArray(new byte[] {-1, -1, 3})))).isTrue();
    assertThat(range.contains(fromB(SdkBytes.fromByteArray(new byte[] {-1, -2})))).isFalse();
  }

  @Test
  void endsAt_valueAtTheFarBound_leavesNothing() {
    assertThat(range("<= :a", fromS("m")).endsAt(fromS("m"), true)).isTrue();
    assertThat(range("<= :a", fromS("m")).endsAt(fromS("m"), false)).isFalse();
    assertThat(range(">= :a", fromS("m")).endsAt(fromS("m"), false)).isTrue();
    assertThat(SortKeyRange.ALL.endsAt(fromS("m"), true)).isFalse();
  }

  @Test
  void resumption_afterAnEqualityOrTheFarBound_isNothing() {
    assertThat(Resumption.after(range("= :a", fromS("m")), fromS("m"), true))
        .isEqualTo(new Resumption.Nothing());
    assertThat(Resumption.after(range("<= :a", fromS("m")), fromS("m"), true))
        .isEqualTo(new Resumption.Nothing());
  }

  @Test
  void resumption_afterWithoutFarBound_narrowsToOneOperator() {
    assertThat(narrowed(Resumption.after(SortKeyRange.ALL, fromS("m"), true)).operator())
        .isEqualTo(KeyOperator.GT);
    assertThat(narrowed(Resumption.after(range(">= :a", fromS("a")), fromS("m"), true)).operator())
        .isEqualTo(KeyOperator.GT);
    assertThat(narrowed(Resumption.after(range("< :a", fromS("z")), fromS("m"), false)).operator())
        .isEqualTo(KeyOperator.LT);
  }

  @Test
  void resumption_afterWithFarBound_needsAStartKey() {
    assertThat(Resumption.after(range("< :a", fromS("z")), fromS("m"), true))
        .isEqualTo(new Resumption.AtStartKey());
    assertThat(
            Resumption.after(range("BETWEEN :a AND :b", fromS("a"), fromS("z")), fromS("m"), false))
        .isEqualTo(new Resumption.AtStartKey());
  }

  @Test
  void resumption_fromWithOpenFarBound_admitsOneValueTooMany() {
    Resumption.Narrowed left =
        narrowed(Resumption.from(range("< :a", fromS("z")), fromS("m"), true));
    assertThat(left.operator()).isEqualTo(KeyOperator.BETWEEN);
    assertThat(left.operands()).isEqualTo(List.of(fromS("m"), fromS("z")));
    assertThat(left.wider()).isTrue();
    assertThat(left.left().contains(fromS("z"))).isFalse();
    assertThat(left.left().contains(fromS("m"))).isTrue();
  }

  @Test
  void resumption_fromWithinBeginsWith_isExactDescending() {
    Resumption.Narrowed left =
        narrowed(Resumption.from(beginningWith(fromS("ab")), fromS("abm"), false));
    assertThat(left.operands()).isEqualTo(List.of(fromS("ab"), fromS("abm")));
    assertThat(left.wider()).isFalse();
  }

  @Test
  void resumption_fromAnEquality_changesNothing() {
    assertThat(Resumption.from(range("= :a", fromS("m")), fromS("m"), true))
        .isEqualTo(new Resumption.Unchanged());
  }

  @Test
  void endsBefore_farBound_countsOnlyIfItIsLeftOut() {
    assertThat(range("<= :a", fromS("m")).endsBefore(fromS("m"), true)).isFalse();
    assertThat(range("< :a", fromS("m")).endsBefore(fromS("m"), true)).isTrue();
    assertThat(range(">= :a", fromS("m")).endsBefore(fromS("l"), false)).isTrue();
    assertThat(range("> :a", fromS("m")).endsBefore(fromS("a"), true)).isFalse();
    assertThat(SortKeyRange.ALL.endsBefore(fromS("m"), false)).isFalse();
  }

  @Test
  void resumption_afterTiesWithoutFarBound_narrowsToOneOperator() {
    assertThat(narrowed(Resumption.afterTies(SortKeyRange.ALL, fromN("1"), true)).operator())
        .isEqualTo(KeyOperator.GT);
    assertThat(
            narrowed(Resumption.afterTies(range("< :a", fromN("9")), fromN("1"), false)).operator())
        .isEqualTo(KeyOperator.LT);
  }

  @Test
  void resumption_afterTiesWithFarBound_startsAtTheNeighbour() {
    Resumption.Narrowed up =
        narrowed(Resumption.afterTies(range("< :a", fromS("z")), fromS("m"), true));
    assertThat(up.operator()).isEqualTo(KeyOperator.BETWEEN);
    assertThat(up.operands()).isEqualTo(List.of(fromS("m\0"), fromS("z")));
    assertThat(up.wider()).isTrue();
    assertThat(up.left().contains(fromS("z"))).isFalse();
    Resumption.Narrowed down =
        narrowed(Resumption.afterTies(range(">= :a", fromN("0")), fromN("1"), false));
    assertThat(down.operands())
        .isEqualTo(List.of(fromN("0"), fromN("0.99999999999999999999999999999999999999")));
    assertThat(down.wider()).isFalse();
  }

  @Test
  void resumption_afterTiesAtTheFarBound_isNothing() {
    Resumption nothing = new Resumption.Nothing();
    assertThat(Resumption.afterTies(range("= :a", fromN("5.0")), fromN("5"), true))
        .isEqualTo(nothing);
    assertThat(Resumption.afterTies(range(">= :a", fromS("a")), fromS("a"), false))
        .isEqualTo(nothing);
    assertThat(Resumption.afterTies(range("<= :a", fromS("z")), fromS("z"), true))
        .isEqualTo(nothing);
  }

  /** The neighbour and the far bound may be one value, which is the only one left. */
  @Test
  void resumption_afterTiesJustBeforeTheFarBound_leavesTheBoundAlone() {
    Resumption.Narrowed left =
        narrowed(Resumption.afterTies(range("<= :a", fromS("a\0")), fromS("a"), true));
    assertThat(left.operands()).isEqualTo(List.of(fromS("a\0"), fromS("a\0")));
    assertThat(left.wider()).isFalse();
  }

  @Test
  void resumption_afterTiesWhereThePrefixEndIsTooLong_isOpenAndDrops() {
    AttributeValue prefix = fromS("z".repeat(1023) + "\u007f");
    Resumption.Narrowed left =
        narrowed(Resumption.afterTies(beginningWith(prefix), fromS("z".repeat(1023)), true));
    assertThat(left.operator()).isEqualTo(KeyOperator.GT);
    assertThat(left.wider()).isTrue();
  }

  private static Resumption.Narrowed narrowed(Resumption resumption) {
    assertThat(resumption).isInstanceOf(Resumption.Narrowed.class);
    return (Resumption.Narrowed) resumption;
  }
}
