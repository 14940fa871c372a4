package dev.evenkeel.core.internal.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectionTest {
  private static final Map<String, String> NAMES = Map.of("#a", "a", "#ab", "a.b");

  @Test
  void parse_paths_keepsTokensAndKnowsAttributes() {
    Projection projection = parse(" #a.b [ 0 ],c,#ab.d ");

    assertThat(projection.render()).isEqualTo("#a.b[0], c, #ab.d");
    assertThat(projection.attributes()).containsExactly("a", "c", "a.b");
    assertThat(projection.namePlaceholders()).containsExactly("#a", "#ab");
    assertThat(projection.valuePlaceholders()).isEmpty();
    assertThat(projection.covers("c")).isTrue();
    assertThat(projection.covers("a")).isFalse();
    assertThat(parse(projection.render())).isEqualTo(projection);
  }

  @Test
  void with_attributePartlyProjected_replacesItsParts() {
    Projection projection = parse("a.x, c, a.y");

    assertThat(projection.with(new AttributeName("#ek0", "a")).render()).isEqualTo("c, #ek0");
    assertThat(projection.with(AttributeName.bare("c"))).isSameAs(projection);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a, a",
        "a, #a",
        "a.b, a",
        "a, a[1]",
        "a.b, a[1]",
        "a[1].x, a[1][2]",
        "a,",
        "a b",
        ":v",
        "size(a)",
        "(a)",
        "a.",
        "a, order",
        "a, #z"
      })
  void parse_refusedByDynamoDb_throws(String text) {
    assertThatThrownBy(() -> parse(text)).isInstanceOf(InvalidExpressionException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.b, a.c", "a[0], a[1]", "a[0].x, a[1][2]", "#ab, a.b", "a.b, b.a"})
  void parse_siblings_isFine(String text) {
    assertThat(parse(text).paths()).hasSize(2);
  }

  @Test
  void parse_overlap_saysWhere() {
    assertThatThrownBy(() -> parse("c, a.b, #a"))
        .hasMessage(
            "Invalid ProjectionExpression at position 8: found the path '#a', which overlaps or"
                + " conflicts with an earlier one, expected paths that exclude each other.");
  }

  private static Projection parse(String text) {
    return ExpressionParser.projection(text, NAMES);
  }
}
