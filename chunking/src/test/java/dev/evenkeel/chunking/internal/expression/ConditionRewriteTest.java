package dev.evenkeel.chunking.internal.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.internal.expression.ExpressionText.PlaceholderDefinitions;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.Expression.Kind;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.operation.Call;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ConditionRewriteTest {
  private static final Call CALL = new Call("PutItem", "docs");
  private static final ChunkedTable TABLE =
      new ChunkedTable(
          ChunkingSpec.builder("docs")
              .partitionKey("id")
              .attribute("body", AttributePolicy.chunked())
              .attribute("essay", AttributePolicy.chunked())
              .chunkTable("chunks")
              .intentTable("intents")
              .seedLayout("essay")
              .build());

  @ParameterizedTest
  @ValueSource(strings = {"a = :a", "attribute_exists(id) AND size(b) > :a", "#n.body = :a"})
  void rewrite_nothingManaged_isTheSame(String text) {
    Map<String, String> names = Map.of("#n", "n");
    Condition condition = ExpressionParser.condition(text, names);

    assertThat(ConditionRewrite.of(CALL, TABLE, condition, fresh(condition, names)))
        .isSameAs(condition);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "attribute_exists(body)" + "|attribute_exists(body) OR attribute_exists(#ek0)",
        "attribute_not_exists(body)" + "|attribute_not_exists(body) AND attribute_not_exists(#ek0)",
        "NOT attribute_exists(body)" + "|NOT (attribute_exists(body) OR attribute_exists(#ek0))",
        "a = :a AND attribute_exists(#b)"
            + "|a = :a AND (attribute_exists(#b) OR attribute_exists(#ek0))",
        "a = :a OR attribute_not_exists(body)"
            + "|a = :a OR attribute_not_exists(body) AND attribute_not_exists(#ek0)",
        "attribute_exists(essay)"
            + "|attribute_exists(essay) OR attribute_exists(#ek0) OR attribute_exists(#ek1)",
        "attribute_exists(body) OR attribute_not_exists(body)"
            + "|(attribute_exists(body) OR attribute_exists(#ek0)) OR"
            + " attribute_not_exists(body) AND attribute_not_exists(#ek0)"
      })
  void rewrite_existence_asksForTheMarkerToo(String text, String expected) {
    Map<String, String> names = Map.of("#b", "body");
    Condition condition = ExpressionParser.condition(text, names);
    PlaceholderAllocator fresh = fresh(condition, names);

    Condition rewritten = ConditionRewrite.of(CALL, TABLE, condition, fresh);

    assertThat(rewritten.render()).isEqualTo(expected);
    assertThat(fresh.names()).containsEntry("#ek0", markerIn(text));
  }

  private static String markerIn(String text) {
    return text.contains("essay") ? "evenkeel.essay" : "evenkeel.body";
  }

  @Test
  void rewrite_seedLayout_asksForItsCount() {
    Condition condition = ExpressionParser.condition("attribute_exists(essay)", Map.of());
    PlaceholderAllocator fresh = fresh(condition, Map.of());

    ConditionRewrite.of(CALL, TABLE, condition, fresh);

    assertThat(fresh.names()).containsEntry("#ek1", "ChunkCount");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "body = :a",
        ":a < body",
        "body BETWEEN :a AND :b",
        "a BETWEEN body AND :b",
        "body IN (:a, :b)",
        "a IN (:a, body)",
        "size(body) > :a",
        "contains(body, :a)",
        "begins_with(body, :a)",
        "attribute_type(body, :a)",
        "attribute_exists(body.a)",
        "attribute_not_exists(body[0])",
        "attribute_exists(#b) AND NOT (a = :a OR #b = :b)",
      })
  void rewrite_valueOfAManagedAttribute_isRefusedByName(String text) {
    Map<String, String> names = Map.of("#b", "body");
    Condition condition = ExpressionParser.condition(text, names);

    assertThatThrownBy(() -> ConditionRewrite.of(CALL, TABLE, condition, fresh(condition, names)))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("PutItem on 'docs'")
        .hasMessageContaining("'body'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"evenkeel.body", "evenkeel.essay", "ChunkCount", "ChunkVersion"})
  void rewrite_reservedAttribute_isRefusedByName(String reserved) {
    Map<String, String> names = Map.of("#r", reserved);
    Condition condition = ExpressionParser.condition("attribute_exists(#r)", names);

    assertThatThrownBy(() -> ConditionRewrite.of(CALL, TABLE, condition, fresh(condition, names)))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("'" + reserved + "'");
  }

  @Test
  void texts_longerThanDynamoDbTakes_areRefusedWithTheNumber() {
    String text =
        IntStream.range(0, 95)
            .mapToObj(i -> "attribute_exists(body)")
            .collect(Collectors.joining(" OR "));
    Condition rewritten = rewritten(text);

    assertThatThrownBy(() -> ExpressionText.of(CALL, Kind.CONDITION, rewritten, names()))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageMatching(".*ConditionExpression has \\d{4} bytes, \\d+ more than the 4096.*");
  }

  @Test
  void texts_moreOperatorsThanDynamoDbTakes_areRefusedWithTheNumber() {
    String text =
        IntStream.range(0, 120).mapToObj(i -> "a=:a").collect(Collectors.joining(" OR "))
            + " OR "
            + IntStream.range(0, 25)
                .mapToObj(i -> "attribute_exists(body)")
                .collect(Collectors.joining(" OR "));
    Condition rewritten = rewritten(text);

    assertThatThrownBy(() -> ExpressionText.of(CALL, Kind.FILTER, rewritten, names()))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("FilterExpression has more than the 300 operators");
  }

  private static Condition rewritten(String text) {
    Condition condition = ExpressionParser.condition(text, Map.of());
    return ConditionRewrite.of(CALL, TABLE, condition, fresh(condition, Map.of()));
  }

  private static Map<String, String> names() {
    return Map.of("#ek0", "evenkeel.body");
  }

  @Test
  void definitions_leaveOutWhatOnlyTheCallersTextUsed() {
    Map<String, String> names = Map.of("#b", "body", "#never", "x");
    Map<String, AttributeValue> values = Map.of(":a", AttributeValue.fromN("1"));
    Condition before = ExpressionParser.condition("#b = :a", names);
    Condition after = ExpressionParser.condition("attribute_exists(c)", names);
    PlaceholderAllocator fresh = PlaceholderAllocator.of(names, values, List.of(before));

    PlaceholderDefinitions definitions =
        PlaceholderDefinitions.of(fresh, List.of(before), List.of(after));

    assertThat(definitions.names()).containsOnlyKeys("#never");
    assertThat(definitions.values()).isNull();
  }

  private static PlaceholderAllocator fresh(Condition condition, Map<String, String> names) {
    return PlaceholderAllocator.of(names, Map.of(), List.of(condition));
  }
}
