package dev.evenkeel.core.internal.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.expression.Condition.And;
import dev.evenkeel.core.internal.expression.Condition.Between;
import dev.evenkeel.core.internal.expression.Condition.ConditionFunction;
import dev.evenkeel.core.internal.expression.Condition.Not;
import dev.evenkeel.core.internal.expression.Condition.Or;
import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.Operand.SizeOperand;
import dev.evenkeel.core.internal.expression.Operand.ValueOperand;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {
  private static final Map<String, String> NAMES = Map.of("#p", "pk", "#d", "x.y", "#dash", "a-b");

  @Test
  void parse_mixedConnectives_bindsNotTighterThanAndTighterThanOr() {
    Condition a = parse("a = :v");
    Condition b = parse("b = :v");
    Condition c = parse("c = :v");

    assertThat(parse("NOT a = :v AND b = :v OR c = :v"))
        .isEqualTo(new Or(List.of(new And(List.of(new Not(a), b)), c)));
    assertThat(parse("a = :v OR b = :v AND c = :v"))
        .isEqualTo(new Or(List.of(a, new And(List.of(b, c)))));
    assertThat(parse("NOT (a = :v OR b = :v)")).isEqualTo(new Not(new Or(List.of(a, b))));
  }

  @Test
  void parse_andInsideBetween_belongsToBetween() {
    Condition condition = parse("a BETWEEN :x AND :y AND b = :v");

    assertThat(condition.conjuncts()).hasSize(2);
    assertThat(condition.conjuncts().get(0)).isInstanceOf(Between.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a=:v|a = :v",
        "(a) = (:v)|a = :v",
        "(a = :v)|a = :v",
        "a = :v and (b = :v)|a = :v AND b = :v",
        "(a = :v AND b = :v) AND c = :v|(a = :v AND b = :v) AND c = :v",
        "(a = :v AND b = :v) OR c = :v|a = :v AND b = :v OR c = :v",
        "a = :v AND (b = :v oR c = :v)|a = :v AND (b = :v OR c = :v)",
        "not not (a = :v)|NOT NOT a = :v",
        "NOT (a = :v AND b = :v)|NOT (a = :v AND b = :v)",
        "a in(:x,b)|a IN (:x, b)",
        "a between :x and:y|a BETWEEN :x AND :y",
        "size( a.b [ 1 ] )>:v|size(a.b[1]) > :v",
        "attribute_exists((#p))|attribute_exists(#p)",
        "contains(:v,size(a))|contains(:v, size(a))",
        "#d.#dash = :v|#d.#dash = :v",
        "size = :v OR contains(contains, :v)|size = :v OR contains(contains, :v)",
      })
  void render_parsed_keepsTokensAndMeaning(String text, String rendered) {
    assertThat(parse(text).render()).isEqualTo(rendered);
    assertThat(parse(rendered)).isEqualTo(parse(text));
  }

  @Test
  void parse_anyBlank_separatesTokens() {
    assertThat(parse("\na\t<>\r\n:v ")).isEqualTo(parse("a<>:v"));
    assertThatThrownBy(() -> parse("a = :v\f")).isInstanceOf(InvalidExpressionException.class);
    assertThatThrownBy(() -> parse("a\240= :v")).isInstanceOf(InvalidExpressionException.class);
  }

  @Test
  void pathUses_existenceTestsOnly_readNoValue() {
    Condition condition = parse("attribute_not_exists(#p) OR attribute_exists(sk.part)");

    assertThat(condition.attributes()).containsExactly("pk", "sk");
    assertThat(condition.pathUses()).noneMatch(use -> use.usage().readsValue());
  }

  @Test
  void pathUses_valueAndExistence_readTheValue() {
    Condition condition = parse("attribute_exists(#p) AND begins_with(#p, :v) AND size(c.d) > :n");

    assertThat(condition.pathUses().stream().filter(use -> use.usage().readsValue()))
        .extracting(use -> use.path().attribute())
        .containsExactly("pk", "c");
  }

  @Test
  void attributes_placeholderWithDots_isOneAttribute() {
    Condition condition = parse("#d.z = :v");

    assertThat(condition.attributes()).containsExactly("x.y");
    assertThat(condition.pathUses().get(0).path().elements())
        .containsExactly(new AttributeName("#d", "x.y"), AttributeName.bare("z"));
  }

  @Test
  void placeholders_anyDepth_areListedInOrder() {
    Condition condition = parse("a.#p = :b AND NOT (#d IN (:a, :b) OR size(:c) = #p[0])");

    assertThat(condition.namePlaceholders()).containsExactly("#p", "#d");
    assertThat(condition.valuePlaceholders()).containsExactly(":b", ":a", ":c");
  }

  @Test
  void allOf_conjunctsLeftOver_rendersWithoutTheDropped() {
    Condition condition = parse("a = :v AND (b = :v OR c = :v) AND d = :v");

    assertThat(Condition.allOf(condition.conjuncts().subList(1, 3)).render())
        .isEqualTo("(b = :v OR c = :v) AND d = :v");
    assertThat(Condition.allOf(condition.conjuncts().subList(0, 1)).render()).isEqualTo("a = :v");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((a = :v))",
        "((a)) = :v",
        "NOT ((a = :v))",
        "a = a",
        "#p = pk",
        "a.b[0] BETWEEN :v AND a.b[0]",
        "a IN (:v, a)",
        "attribute_exists(:v)",
        "attribute_exists(size(a))",
        "attribute_type(a, b)",
        "begins_with(size(a), :v)",
        "size(size(a)) = :v",
        "Attribute_Exists(a)",
        "if_not_exists(a, :v) = :v",
        "attribute_exists(a) = :v",
        "contains(a)",
        "size(a)",
        "a",
        "a = :v AND",
        "a IN ()",
        "a = :v b",
        "a == :v",
        "1a = :v",
        "a-b = :v",
        "year = :v",
        "a.Status = :v",
        "#undefined = :v",
        "a[01] = :v",
        "a[2147483648] = :v",
        "",
        " ",
      })
  void parse_refusedByDynamoDb_throws(String text) {
    assertThatThrownBy(() -> parse(text)).isInstanceOf(InvalidExpressionException.class);
  }

  @Test
  void parse_refused_saysKindPositionFoundAndExpected() {
    assertThatThrownBy(() -> ExpressionParser.filter("a = :v OR b + :w", Map.of()))
        .isInstanceOf(InvalidExpressionException.class)
        .hasMessage(
            "Invalid FilterExpression at position 12: found '+', expected a comparison, BETWEEN or"
                + " IN after the operand.");
    assertThatThrownBy(() -> parse("a = :v AND date > :d"))
        .hasMessage(
            "Invalid ConditionExpression at position 11: found the reserved word 'date', expected a"
                + " # placeholder for an attribute of that name.");
  }

  @Test
  void parse_deepestNesting_fitsASmallStack() throws InterruptedException {
    String nested = "(".repeat(149) + "a=:v" + " AND b=:v)".repeat(149);
    String negated = "NOT (".repeat(299) + "a=:v" + ")".repeat(299);
    String hostile = "(".repeat(4096);
    StringBuilder outcome = new StringBuilder();
    Thread thread =
        new Thread(
            null,
            () -> {
              for (String text : List.of(negated, nested, hostile)) {
                outcome.append(survives(text));
              }
            },
            "small stack",
            512 * 1024);
    thread.start();
    thread.join();

    assertThat(outcome).hasToString("parsed parsed refused ");
  }

  private static String survives(String text) {
    try {
      Condition condition = parse(text);
      Condition again = parse(condition.render());
      Condition rewritten =
          condition.replacingPredicates(predicate -> parse(predicate.render().replace(":v", ":w")));
      return again.equals(condition)
              && again.hashCode() == condition.hashCode()
              && rewritten.valuePlaceholders().contains(":w")
              && rewritten.attributes().contains("a")
          ? "parsed "
          : "changed ";
    } catch (InvalidExpressionException e) {
      return "refused ";
    }
  }

  @Test
  void constructors_impossibleShapes_throw() {
    Condition a = parse("a = :v");
    assertThatThrownBy(() -> new And(List.of(a))).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Condition.In(new ValueOperand(":v"), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Condition.FunctionCall(ConditionFunction.CONTAINS, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ValueOperand("v")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SizeOperand(new SizeOperand(new ValueOperand(":v"))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Condition parse(String text) {
    return ExpressionParser.condition(text, NAMES);
  }
}
