package dev.evenkeel.simulator.internal.plan.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidNumberException;
import dev.evenkeel.core.internal.expression.InvalidExpressionException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Updates as they are reckoned. */
class UpdatedItemTest {
  private static final Map<String, AttributeValue> KEY = Map.of("pk", AttributeValue.fromS("k"));
  private static final Map<String, AttributeValue> BEFORE =
      Map.of(
          "pk", AttributeValue.fromS("k"),
          "n", AttributeValue.fromN("10"),
          "m",
              AttributeValue.fromM(
                  Map.of("l", AttributeValue.fromL(List.of(AttributeValue.fromS("deep"))))));
  private static final Map<String, AttributeValue> VALUES =
      Map.of(":v", AttributeValue.fromS("v"), ":n", AttributeValue.fromN("3"));

  private static Map<String, AttributeValue> updated(String expression) {
    return UpdatedItem.of(KEY, BEFORE, expression, Map.of(), VALUES);
  }

  @Test
  void nothing_makesTheKey() {
    assertThat(UpdatedItem.of(KEY, Map.of(), null, Map.of(), Map.of())).isEqualTo(KEY);
  }

  @Test
  void wholeAttributes_areExact() {
    assertThat(updated("SET a = :v").get("a")).isEqualTo(AttributeValue.fromS("v"));
    assertThat(updated("SET a = m.l[0]").get("a")).isEqualTo(AttributeValue.fromS("deep"));
    assertThat(updated("SET a = if_not_exists(m.x, :v)").get("a"))
        .isEqualTo(AttributeValue.fromS("v"));
    assertThat(updated("SET a = if_not_exists(m.l[7], :v)").get("a"))
        .isEqualTo(AttributeValue.fromS("v"));
    assertThat(updated("SET n = n - :n").get("n")).isEqualTo(AttributeValue.fromN("7"));
    assertThat(updated("SET a = n + :n").get("a")).isEqualTo(AttributeValue.fromN("13"));
    assertThat(updated("ADD n :n, a :n"))
        .containsEntry("n", AttributeValue.fromN("13"))
        .containsEntry("a", AttributeValue.fromN("3"));
    assertThat(updated("REMOVE n")).doesNotContainKey("n");
  }

  @Test
  void actions_seeTheItemAsItWas() {
    assertThat(updated("SET n = :v, a = n"))
        .containsEntry("n", AttributeValue.fromS("v"))
        .containsEntry("a", AttributeValue.fromN("10"));
  }

  @Test
  void partsOfAttributes_areKeptBesideWhatIsWritten() {
    AttributeValue map = BEFORE.get("m");
    assertThat(updated("SET m.x = :v").get("m"))
        .isEqualTo(AttributeValue.fromL(List.of(map, AttributeValue.fromS("v"))));
    assertThat(updated("REMOVE m.l").get("m").l()).contains(map);
    assertThat(updated("REMOVE m.nothing, m.l[7], nothing.x")).isEqualTo(BEFORE);
    assertThat(updated("ADD m.x :n").get("m").l()).hasSize(2);
    assertThat(updated("DELETE m :v").get("m").l()).contains(map);
  }

  @Test
  void updates_thatDynamoDbRefuses_fail() {
    assertThatThrownBy(() -> updated("SET")).isInstanceOf(InvalidExpressionException.class);
    assertThatThrownBy(
            () ->
                UpdatedItem.of(
                    KEY, BEFORE, "ADD n :x", Map.of(), Map.of(":x", AttributeValue.fromN("ten"))))
        .isInstanceOf(InvalidNumberException.class);
  }
}
