package dev.evenkeel.core.internal.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.expression.Expression.Kind;
import dev.evenkeel.core.internal.expression.ExpressionJudge.Case;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The parser and a real DynamoDB Local judge listed expressions: the corners of the grammar, both
 * sides of every limit, and each reserved word. See {@link ExpressionParserDifferentialTest} for
 * what counts as agreement.
 */
class ExpressionEdgeCasesTest {
  private static RealDynamoDb dynamoDb;
  private ExpressionJudge judge;

  @BeforeAll
  static void start() {
    dynamoDb = new RealDynamoDb(1);
  }

  @AfterAll
  static void stop() {
    dynamoDb.close();
  }

  @BeforeEach
  void newJudge() {
    judge = new ExpressionJudge(dynamoDb);
  }

  @AfterEach
  void parserAndDynamoDbAgree() {
    assertThat(judge.disagreements()).isEmpty();
  }

  @Test
  void parse_listedExpressions_agreesWithDynamoDb() throws IOException {
    EdgeCases.load().forEach(judge::judge);
    assertThat(judge.accepted()).isGreaterThan(150);
    assertThat(judge.refused()).isGreaterThan(250);
  }

  @Test
  void parse_sizeAroundLimit_agreesWithDynamoDb() {
    for (int size : new int[] {4095, 4096, 4097}) {
      projection("a" + "1".repeat(size - 1));
      projection("a" + " ".repeat(size - 1));
      filter("a=:n" + " ".repeat(size - 4));
    }
  }

  @Tag("deep")
  @Test
  void parse_operatorsAroundLimit_agreesWithDynamoDb() {
    for (int count : new int[] {298, 299, 300, 301, 1000}) {
      filter("NOT ".repeat(count) + "a=:n");
      filter("NOT (".repeat(count) + "a=:n" + ")".repeat(count));
    }
    for (int count : new int[] {148, 149, 150, 151}) {
      filter("a=:n" + " AND a=:n".repeat(count));
      filter("a=:n" + " or a in(:n)".repeat(count));
      filter("a=:n" + " or a between :n and :n".repeat(count));
      filter("a=:n" + " AND attribute_exists(a)".repeat(count));
      filter("(".repeat(count) + "a=:n" + " OR a=:n)".repeat(count));
    }
    for (int count : new int[] {98, 99, 100, 101}) {
      filter("size(a)=:n" + " OR size(a)=:n".repeat(count));
    }
  }

  @Test
  void parse_updateOperatorsAroundLimit_agreesWithDynamoDb() {
    for (int count : new int[] {299, 300, 301}) {
      update(list(count, "a%d=:n+:n", "SET "));
      update(list(count, "a%d=:n", "SET "));
      update(list(count, "a%d :n", "ADD "));
    }
    for (int depth : new int[] {1, 100, 230}) {
      update("SET a=" + "if_not_exists(a,".repeat(depth) + ":n" + ")".repeat(depth));
    }
    update(list(149, "a%d=if_not_exists(b,:n)+:n", "SET "));
    update(list(600, "a%d", "REMOVE "));
  }

  @Test
  void parse_inOperandsAroundLimit_agreesWithDynamoDb() {
    for (int count : new int[] {1, 99, 100, 101}) {
      filter("a IN (:n" + ",:n".repeat(count - 1) + ")");
    }
  }

  @Test
  void parse_pathDepthAroundLimit_agreesWithDynamoDb() {
    for (int count : new int[] {1, 31, 32, 33, 100}) {
      projection("a" + ".b".repeat(count - 1));
      projection("a" + "[0]".repeat(count - 1));
      filter("a" + ".b[0]".repeat(count / 2) + "=:n");
    }
  }

  @Test
  void parse_manyParentheses_agreesWithDynamoDb() {
    for (int count : new int[] {1, 2, 3, 300, 301, 302, 2000}) {
      filter("(".repeat(count) + "a=:n" + ")".repeat(count));
      filter("(".repeat(count) + "a" + ")".repeat(count) + "=:n");
      filter("(".repeat(count));
      filter("size(".repeat(Math.min(count, 400)) + "a" + ")".repeat(Math.min(count, 400)));
    }
  }

  @Test
  void render_textThatBlanksWouldMakeTooLong_sparesThem() {
    String name = "a" + "1".repeat(2600);
    List<Case> dense =
        List.of(
            filterCase(name + "=:n" + " OR a<>:n".repeat(149), Map.of()),
            filterCase(name + "=:n" + " OR NOT(a>=:n AND #b<:n)".repeat(59), Map.of("#b", "b")),
            filterCase(name + "=:n" + " OR #b BETWEEN:n AND:n".repeat(65), Map.of("#b", "b")),
            filterCase(name + "=:n" + " OR a IN(:n,#b,c,d,e,f,g)".repeat(57), Map.of("#b", "b")),
            new Case(Kind.PROJECTION, list(830, "a%d", ""), Map.of(), Map.of()),
            new Case(Kind.UPDATE, list(290, "aaaa%d=:n+:n", "SET "), Map.of(), number()));

    dense.forEach(judge::judge);

    assertThat(judge.accepted()).isEqualTo(dense.size());
    assertThat(dense)
        .allSatisfy(given -> assertThat(given.parse().render()).hasSizeBetween(3900, 4096))
        .noneSatisfy(given -> assertThat(given.parse().render()).contains(" = ", ", "));
  }

  @Test
  void parse_reservedWords_agreesWithDynamoDb() {
    assertThat(ReservedWords.listed()).hasSize(573);
    ReservedWords.listed().forEach(this::projection);
    List.of("Year", "sTaTuS", "yearly", "IF_NOT_EXISTS", "x").forEach(this::projection);
    assertThat(judge.accepted()).isEqualTo(3 + ReservedWords.TOLERATED.size());
  }

  private static String list(int count, String format, String prefix) {
    return IntStream.range(0, count)
        .mapToObj(format::formatted)
        .collect(Collectors.joining(",", prefix, ""));
  }

  private static Case filterCase(String text, Map<String, String> names) {
    return new Case(Kind.FILTER, text, names, number());
  }

  private void filter(String text) {
    boolean valued = text.contains(":n");
    judge.judge(new Case(Kind.FILTER, text, Map.of(), valued ? number() : Map.of()));
  }

  private void projection(String text) {
    judge.judge(new Case(Kind.PROJECTION, text, Map.of(), Map.of()));
  }

  private void update(String text) {
    boolean valued = text.contains(":n");
    judge.judge(new Case(Kind.UPDATE, text, Map.of(), valued ? number() : Map.of()));
  }

  private static Map<String, AttributeValue> number() {
    return Map.of(":n", AttributeValue.fromN("1"));
  }
}
