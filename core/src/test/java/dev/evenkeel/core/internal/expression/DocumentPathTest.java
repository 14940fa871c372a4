package dev.evenkeel.core.internal.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.DocumentPath.ListIndex;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DocumentPathTest {
  @Test
  void path_placeholders_keepsTokenAndResolves() {
    DocumentPath path = parse("#a.b[2].#c");

    assertThat(path.attribute()).isEqualTo("x.y");
    assertThat(path.root()).isEqualTo(new AttributeName("#a", "x.y"));
    assertThat(path.isTopLevel()).isFalse();
    assertThat(path.elements())
        .containsExactly(
            new AttributeName("#a", "x.y"),
            AttributeName.bare("b"),
            new ListIndex(2),
            new AttributeName("#c", "c"));
    assertThat(path.render()).isEqualTo("#a.b[2].#c");
  }

  @Test
  void samePlaceAs_writtenDifferently_isTrue() {
    assertThat(parse("a.#c[1]").samePlaceAs(parse("a.c[1]"))).isTrue();
    assertThat(parse("a.#c[1]")).isNotEqualTo(parse("a.c[1]"));
    assertThat(parse("a.c").samePlaceAs(parse("a.c[1]"))).isFalse();
    assertThat(parse("a.c").samePlaceAs(parse("a.d"))).isFalse();
  }

  @Test
  void conflictsWith_prefixOrOtherKind_isTrue() {
    assertThat(parse("a").conflictsWith(parse("a.b[1]"))).isTrue();
    assertThat(parse("a.b[1]").conflictsWith(parse("a.#c"))).isFalse();
    assertThat(parse("a.b").conflictsWith(parse("a[1]"))).isTrue();
    assertThat(parse("a[0]").conflictsWith(parse("a[1]"))).isFalse();
    assertThat(parse("a").conflictsWith(parse("b"))).isFalse();
  }

  @Test
  void constructors_impossiblePaths_throw() {
    assertThatThrownBy(() -> new DocumentPath(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new DocumentPath(List.of(new ListIndex(0))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new DocumentPath(Collections.nCopies(33, AttributeName.bare("a"))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new AttributeName("a", "b"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ListIndex(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  private static DocumentPath parse(String text) {
    return ExpressionParser.projection(text, Map.of("#a", "x.y", "#c", "c")).paths().get(0);
  }
}
