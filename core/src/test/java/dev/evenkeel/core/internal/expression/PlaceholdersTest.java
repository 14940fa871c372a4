package dev.evenkeel.core.internal.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator.PlaceholderUse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class PlaceholdersTest {
  private static final AttributeValue VALUE = AttributeValue.fromN("1");

  @Test
  void use_severalExpressions_keepsWhatIsUsed() {
    Map<String, String> names = Map.of("#p", "pk", "#spare", "x");
    PlaceholderUse use =
        PlaceholderUse.of(
            ExpressionParser.keyCondition("#p = :v", names),
            ExpressionParser.filter("a > :w AND #p <> :v", names));

    assertThat(use.names()).containsExactly("#p");
    assertThat(use.values()).containsExactly(":v", ":w");
    assertThat(use.usedNames(names)).containsExactly(Map.entry("#p", "pk"));
    assertThat(use.usedValues(Map.of(":v", 1, ":z", 2))).containsExactly(Map.entry(":v", 1));
  }

  @Test
  void allocate_definedAndUsedPlaceholders_areAvoided() {
    Map<String, String> names = Map.of("#ek0", "pk", "#AMZN_MAPPED_pk", "pk");
    PlaceholderAllocator allocator =
        PlaceholderAllocator.of(
            names,
            Map.of(":ek0", VALUE, ":AMZN_MAPPED_pk", VALUE),
            List.of(ExpressionParser.keyCondition("#ek0 = :ek1", names)));

    assertThat(allocator.name("shard")).isEqualTo(new AttributeName("#ek1", "shard"));
    assertThat(allocator.name("other").token()).isEqualTo("#ek2");
    assertThat(allocator.name("shard").token()).isEqualTo("#ek1");
    assertThat(allocator.value(VALUE)).isEqualTo(":ek2");
    assertThat(allocator.value(VALUE)).isEqualTo(":ek3");
    assertThat(allocator.names())
        .containsEntry("#ek0", "pk")
        .containsEntry("#ek1", "shard")
        .hasSize(4);
    assertThat(allocator.values()).containsKeys(":ek0", ":ek2", ":ek3").doesNotContainKey(":ek1");
  }
}
