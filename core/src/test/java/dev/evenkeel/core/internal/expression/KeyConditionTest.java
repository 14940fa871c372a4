package dev.evenkeel.core.internal.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyOperator;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyPredicate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyConditionTest {
  private static final Map<String, String> NAMES = Map.of("#p", "pk", "#s", "sk");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pk=:v|pk = :v",
        ":v = #p|#p = :v",
        "pk = :v AND :w < sk|pk = :v AND sk > :w",
        ":w <= sk and pk = :v|sk >= :w AND pk = :v",
        ":w > sk and pk = :v|sk < :w AND pk = :v",
        ":w >= sk and pk = :v|sk <= :w AND pk = :v",
        "(pk = :v) AND (sk BETWEEN :x AND :y)|pk = :v AND sk BETWEEN :x AND :y",
        "((pk = :v) AND begins_with((#s), :x))|pk = :v AND begins_with(#s, :x)",
        "a = :v AND (b = :w AND (c = :x AND d > :y))|a = :v AND b = :w AND c = :x AND d > :y",
      })
  void parse_anyForm_isNormalisedToAttributeFirst(String text, String rendered) {
    assertThat(parse(text).render()).isEqualTo(rendered);
    assertThat(parse(rendered)).isEqualTo(parse(text));
  }

  @Test
  void parse_placeholder_keepsTokenAndResolvedName() {
    assertThat(parse("#p = :v AND sk BETWEEN :x AND :y").predicates())
        .containsExactly(
            KeyPredicate.equalTo(new AttributeName("#p", "pk"), ":v"),
            new KeyPredicate(AttributeName.bare("sk"), KeyOperator.BETWEEN, List.of(":x", ":y")));
  }

  @Test
  void predicate_byResolvedName_findsIt() {
    KeyCondition condition = parse("#p = :v AND sk > :w");

    assertThat(condition.predicate("pk")).contains(condition.predicates().get(0));
    assertThat(condition.predicate("#p")).isEmpty();
    assertThat(condition.attributes()).containsExactly("pk", "sk");
    assertThat(condition.namePlaceholders()).containsExactly("#p");
    assertThat(condition.valuePlaceholders()).containsExactly(":v", ":w");
  }

  @Test
  void withAndReplacing_changeOnePredicate() {
    KeyCondition condition = parse("#p = :v AND sk > :w");
    KeyPredicate shard = KeyPredicate.equalTo(new AttributeName("#ek0", "shard"), ":ek0");

    assertThat(condition.with(shard).render()).isEqualTo("#p = :v AND sk > :w AND #ek0 = :ek0");
    assertThat(condition.replacing("pk", shard).render()).isEqualTo("#ek0 = :ek0 AND sk > :w");
    assertThatThrownBy(() -> condition.with(KeyPredicate.equalTo(AttributeName.bare("pk"), ":z")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A key condition has one predicate an attribute, but two on 'pk'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pk = :v OR sk = :w",
        "NOT pk = :v",
        "pk <> :v",
        "pk IN (:v)",
        "pk = sk",
        "pk = pk",
        "pk = :v AND sk BETWEEN pk AND :v",
        ":v BETWEEN pk AND :w",
        ":v = :w",
        "begins_with(:v, pk)",
        "begins_with(pk, sk)",
        "attribute_exists(pk)",
        "contains(pk, :v)",
        "size(pk) = :v",
        "pk.a = :v",
        "pk[0] = :v",
        "pk = :v AND #p = :w",
        "((pk = :v))",
        "pk = :v AND sk > :a AND sk < :b",
      })
  void parse_notAKeyCondition_throws(String text) {
    assertThatThrownBy(() -> parse(text)).isInstanceOf(InvalidExpressionException.class);
  }

  @Test
  void parse_notAKeyCondition_saysWhereAndWhy() {
    assertThatThrownBy(() -> parse("pk = :v OR sk = :w"))
        .hasMessage(
            "Invalid KeyConditionExpression at position 8: found 'OR', expected AND alone in a key"
                + " condition.");
    assertThatThrownBy(() -> parse("pk = :v AND #p > :w"))
        .hasMessage(
            "Invalid KeyConditionExpression at position 12: found a second predicate on '#p',"
                + " expected one predicate an attribute.");
  }

  private static KeyCondition parse(String text) {
    return ExpressionParser.keyCondition(text, NAMES);
  }
}
