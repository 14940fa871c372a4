package dev.evenkeel.core.internal.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateTest {
  private static final Map<String, String> NAMES = Map.of("#a", "a", "#ab", "a.b");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "set a=:v|SET a = :v",
        "REMOVE b, c[1] SET a = :v|SET a = :v REMOVE b, c[1]",
        "DELETE d :s ADD c :n Remove b SET #a=:v|SET #a = :v REMOVE b ADD c :n DELETE d :s",
        "SET a = a+:n, b = b - :n|SET a = a + :n, b = b - :n",
        "SET a = (a + :n)|SET a = a + :n",
        "SET a = ((a)+(:n))|SET a = a + :n",
        "SET a = (if_not_exists((a), :n)) + :n|SET a = if_not_exists(a, :n) + :n",
        "SET a = (list_append(:l,a))|SET a = list_append(:l, a)",
        "SET a = list_append(if_not_exists(a,:l),:l)|"
            + "SET a = list_append(if_not_exists(a, :l), :l)",
        "SET a = if_not_exists(b, if_not_exists(c, :n))|"
            + "SET a = if_not_exists(b, if_not_exists(c, :n))",
      })
  void render_parsed_keepsTokensAndMeaning(String text, String rendered) {
    assertThat(parse(text).render()).isEqualTo(rendered);
    assertThat(parse(rendered)).isEqualTo(parse(text));
  }

  @Test
  void attributes_everyAction_areToldApart() {
    Update update =
        parse("SET a = b + :n, c.d = if_not_exists(e, :v) REMOVE f, g[0] ADD h :n DELETE i :s");

    assertThat(update.attributesWritten()).containsExactly("a", "c", "g", "h", "i");
    assertThat(update.attributesRemoved()).containsExactly("f");
    assertThat(update.pathUses().stream().filter(use -> use.usage().readsValue()))
        .extracting(use -> use.path().attribute())
        .containsExactly("b", "e", "h", "i");
    assertThat(update.attributes()).containsExactly("a", "b", "c", "e", "f", "g", "h", "i");
    assertThat(update.valuePlaceholders()).containsExactly(":n", ":v", ":s");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET a = :v SET b = :v",
        "REMOVE a REMOVE b",
        "SET a = :v, a = :v",
        "SET a = :v REMOVE #a",
        "SET a.b = :v ADD a :n",
        "SET a.b = :v DELETE a[0] :s",
        "SET a = :v + :v + :v",
        "SET a = (:v + :v) + :v",
        "SET a = ((:v))",
        "SET a = ((:v + :v))",
        "SET (a) = :v",
        "SET a = -:v",
        "SET a = size(b)",
        "SET a = If_Not_Exists(a, :v)",
        "SET a = if_not_exists(:v, a)",
        "SET a = if_not_exists(a, a)",
        "SET a = if_not_exists(a, :v, :v)",
        "SET a = if_not_exists(a, :v + :v)",
        "SET a = list_append(:v, list_append(:v, :v))",
        "SET a = list_append(:v, :v) + :v",
        "ADD a b",
        "ADD a = :v",
        "DELETE a",
        "REMOVE a b",
        "SET a = :v,",
        "a = :v",
        "SET",
        "",
      })
  void parse_refusedByDynamoDb_throws(String text) {
    assertThatThrownBy(() -> parse(text)).isInstanceOf(InvalidExpressionException.class);
  }

  @Test
  void parse_placeholderWithDots_doesNotOverlapThePath() {
    Update update = parse("SET #ab = :v, a.b = :v");

    assertThat(update.attributesWritten()).containsExactly("a.b", "a");
  }

  @Test
  void parse_secondSection_saysWhere() {
    assertThatThrownBy(() -> parse("SET a = :v SET b = :v"))
        .hasMessage(
            "Invalid UpdateExpression at position 11: found a second section 'SET', expected one of"
                + " each at most.");
  }

  @Test
  void constructor_overlapOrNothing_throws() {
    DocumentPath a = DocumentPath.of(AttributeName.bare("a"));
    assertThatThrownBy(() -> new Update(List.of(), List.of(a, a), List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Update(List.of(), List.of(), List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Update parse(String text) {
    return ExpressionParser.update(text, NAMES);
  }
}
