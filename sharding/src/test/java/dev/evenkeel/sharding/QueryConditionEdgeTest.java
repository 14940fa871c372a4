package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.sortKeys;
import static dev.evenkeel.sharding.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.RefusedOperationException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Key conditions and placeholders at the edges of what DynamoDB accepts. */
class QueryConditionEdgeTest extends EdgeQueries {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "pk = :pk AND sk >= :a",
        "pk = :pk and sk >= :a",
        "sk >= :a AND pk = :pk",
        "(pk = :pk) AND (sk >= :a)",
        "(sk>=:a)and(pk=:pk)",
        "  pk=:pk   And   sk   >=  :a "
      })
  void query_howeverTheConditionIsWritten_meansTheSame(String condition) {
    QueryResponse response =
        run(query(condition).expressionAttributeValues(Map.of(":pk", s("a"), ":a", s("s15"))));
    assertThat(sortKeys(response.items())).isEqualTo(ALL.subList(15, 20));
  }

  @Test
  void query_onePlaceholderForKeyAndFilter_keepsTheFilterLogical() {
    put(SPEC, with(key("same", "same"), "n", s("same")));
    put(SPEC, with(key("same", "tame"), "n", s("other")));
    QueryResponse response =
        run(
            query("pk = :v")
                .filterExpression("n = :v")
                .expressionAttributeValues(Map.of(":v", s("same"))));
    assertThat(sortKeys(response.items())).containsExactly("same");
    QueryResponse both =
        run(
            query("pk = :v AND sk >= :v")
                .filterExpression("NOT n = :v")
                .expressionAttributeValues(Map.of(":v", s("same"))));
    assertThat(sortKeys(both.items())).containsExactly("tame");
  }

  @Test
  void query_theLibrarysOwnPlaceholderNames_areLeftToTheCaller() {
    QueryResponse response =
        run(
            query("#ek0 = :ek0 AND #ek1 >= :ek1")
                .filterExpression("#ek2 < :ek2")
                .projectionExpression("#ek2")
                .expressionAttributeNames(Map.of("#ek0", "pk", "#ek1", "sk", "#ek2", "n"))
                .expressionAttributeValues(Map.of(":ek0", s("a"), ":ek1", s("s03"), ":ek2", n(5))));
    assertThat(response.items()).containsExactly(Map.of("n", n(3)), Map.of("n", n(4)));
  }

  @ParameterizedTest
  @ValueSource(strings = {":ek0", ":ek1", ":missing"})
  void query_undefinedValuePlaceholder_isRefusedWhateverItsName(String placeholder) {
    assertRefusedByDynamoDb(all().filterExpression("n <> " + placeholder), placeholder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"#ek0", "#ek1", "#missing"})
  void query_undefinedNamePlaceholder_isRefusedWhateverItsName(String placeholder) {
    assertThatThrownBy(() -> run(all().filterExpression(placeholder + " = :pk")))
        .isInstanceOfAny(DynamoDbException.class, DecoratorException.class)
        .hasMessageContaining(placeholder);
    assertThatThrownBy(() -> run(all().projectionExpression("n, " + placeholder)))
        .isInstanceOfAny(DynamoDbException.class, DecoratorException.class)
        .hasMessageContaining(placeholder);
  }

  @Test
  void query_unusedPlaceholders_areRefusedAsDynamoDbDoes() {
    assertRefusedByDynamoDb(
        query("pk = :pk").expressionAttributeValues(Map.of(":pk", s("a"), ":idle", s("a"))),
        ":idle");
    assertRefusedByDynamoDb(
        all().select(Select.COUNT).expressionAttributeNames(Map.of("#idle", "n")), "#idle");
    assertRefusedByDynamoDb(
        query("pk = :pk AND sk = :sk")
            .expressionAttributeValues(Map.of(":pk", s("a"), ":sk", s("s01"), ":idle", s("a"))),
        ":idle");
  }

  private void assertRefusedByDynamoDb(QueryRequest.Builder query, String named) {
    assertThatThrownBy(() -> run(query))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining(named);
  }

  @Test
  void query_emptyBetween_isRefusedByDynamoDb() {
    assertThatThrownBy(
            () ->
                run(
                    query("pk = :pk AND sk BETWEEN :b AND :a")
                        .expressionAttributeValues(
                            Map.of(":pk", s("a"), ":a", s("a"), ":b", s("b")))))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("BETWEEN");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pk = :pk AND n = :a",
        "pk > :pk",
        "sk = :a",
        "pk = :pk OR sk = :a",
        "pk = :pk AND pk = :a",
        "pk = :pk AND sk <> :a",
        "pk = :pk AND sk IN (:a)",
        "pk = :pk AND sk > :a AND sk < :a",
        "pk = :pk AND contains(sk, :a)",
        "pk = :pk AND NOT sk = :a",
        ""
      })
  void query_conditionDynamoDbWouldRefuse_isRefusedBeforehand(String condition) {
    assertThatThrownBy(
            () ->
                run(
                    query(condition)
                        .expressionAttributeValues(Map.of(":pk", s("a"), ":a", s("s01")))))
        .isInstanceOfAny(DynamoDbException.class, DecoratorException.class);
  }

  @Test
  void query_beginsWithOddPrefixes_takesWhatBeginsWithThem() {
    String last = new String(Character.toChars(Character.MAX_CODE_POINT));
    List<String> keys =
        List.of(
            "p",
            "p\u007f",
            "p\u007fx",
            "p\u0080",
            "p\ud7ff",
            "p\ud7ff!",
            "p\ue000",
            "p" + last,
            "p" + last + "z",
            "q",
            last,
            last + last);
    keys.forEach(sk -> put(SPEC, key("odd", sk)));
    for (String prefix : List.of("p", "p\u007f", "p\ud7ff", "p" + last, last)) {
      for (boolean forward : new boolean[] {true, false}) {
        List<String> found = new ArrayList<>();
        sharded
            .queryPaginator(
                query("pk = :pk AND begins_with(sk, :p)")
                    .expressionAttributeValues(Map.of(":pk", s("odd"), ":p", s(prefix)))
                    .scanIndexForward(forward)
                    .limit(1)
                    .build())
            .forEach(page -> found.addAll(sortKeys(page.items())));
        List<String> expected =
            new ArrayList<>(keys.stream().filter(k -> k.startsWith(prefix)).toList());
        if (!forward) {
          Collections.reverse(expected);
        }
        assertThat(found).isEqualTo(expected);
      }
    }
  }

  @Test
  void query_emptyPrefix_isTreatedAsDynamoDbTreatsIt() {
    QueryRequest plainQuery =
        query("pk = :pk AND begins_with(sk, :p)")
            .expressionAttributeValues(Map.of(":pk", s("a.0"), ":p", s("")))
            .build();
    QueryRequest.Builder logical =
        plainQuery.toBuilder().expressionAttributeValues(Map.of(":pk", s("a"), ":p", s("")));
    assertThatThrownBy(() -> plain.query(plainQuery)).isInstanceOf(DynamoDbException.class);
    assertThatThrownBy(() -> run(logical)).isInstanceOf(DynamoDbException.class);
  }

  @Test
  void query_unpairedSurrogateInThePrefix_isRefusedClearly() {
    assertThatThrownBy(
            () ->
                run(
                    query("pk = :pk AND begins_with(sk, :p)")
                        .expressionAttributeValues(Map.of(":pk", s("a"), ":p", s("x\ud800")))))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("surrogate");
  }
}
