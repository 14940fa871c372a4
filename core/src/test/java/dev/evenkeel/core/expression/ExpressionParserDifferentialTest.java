package dev.evenkeel.core.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.expression.RealDynamoDb.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The parser and a real DynamoDB Local judge the same generated expressions, valid ones and broken
 * ones, and must agree on every one; what is accepted is rendered and must be accepted again, with
 * the same result.
 *
 * <p>Three classes of refusal cannot be decided by a parser that sees text and names only. Here
 * they are predicted from the parsed expression, so that no disagreement is passed over:
 *
 * <ul>
 *   <li>types of supplied values, as in {@code begins_with(a, :number)}: {@link ValueRules};
 *   <li>the key schema: a key condition must be an equality of {@code pk} and at most one predicate
 *       of {@code sk}, and an update must not touch either;
 *   <li>placeholders of the request: {@link PlaceholderUse}.
 * </ul>
 *
 * <p>An update whose expression is fine can still fail on the item it meets; DynamoDB then says so
 * with one of three messages listed in {@link RealDynamoDb}, and has accepted the expression.
 *
 * <p>Not generated: bounds of BETWEEN in the wrong order (all values of one type are equal).
 */
class ExpressionParserDifferentialTest {
  private static final long SEED = Long.getLong("evenkeel.seed", 20240607L);
  private static final int ROUNDS = Integer.getInteger("evenkeel.rounds", 200);

  private static final Map<String, String> NAMES =
      Map.of(
          "#pk", "pk", "#sk", "sk", "#n", "n", "#year", "year", "#dotted", "x.y[0]", "#dash", "a-b",
          "#1", "a");
  private static final Map<String, AttributeValue> VALUES =
      Map.of(
          ":s", AttributeValue.fromS("S"),
          ":t", AttributeValue.fromS("S"),
          ":n", AttributeValue.fromN("1"),
          ":l", AttributeValue.fromL(List.of(AttributeValue.fromS("S"))),
          ":set", AttributeValue.fromSs(List.of("S", "T")),
          ":flag", AttributeValue.fromBool(true));

  private static RealDynamoDb dynamoDb;

  @BeforeAll
  static void start() {
    dynamoDb = new RealDynamoDb(SEED);
  }

  @AfterAll
  static void stop() {
    dynamoDb.close();
  }

  private final List<String> disagreements = new ArrayList<>();
  private int accepted;
  private int refused;

  @ParameterizedTest
  @EnumSource
  void parse_generatedAndMutatedExpressions_agreesWithDynamoDb(ExpressionKind kind) {
    Random random = new Random(SEED + kind.parameter().hashCode());
    ExpressionGenerator generator = new ExpressionGenerator(random);
    ExpressionMutator mutator = new ExpressionMutator(random);
    for (int i = 0; i < ROUNDS; i++) {
      List<String> tokens = generator.expression(kind);
      judge(kind, generator.text(tokens), definitions(tokens, random));
      for (int j = 0; j < 2; j++) {
        List<String> mutated = mutator.mutate(tokens);
        judge(kind, generator.text(mutated), definitions(mutated, random));
      }
    }
    System.out.printf("%s: %d accepted, %d refused%n", kind, accepted, refused);
    assertThat(disagreements).as("seed %d, kind %s", SEED, kind).isEmpty();
    assertThat(accepted).as("valid expressions").isGreaterThan(ROUNDS / 2);
    assertThat(refused).as("invalid expressions").isGreaterThan(ROUNDS / 2);
  }

  private record Definitions(Map<String, String> names, Map<String, AttributeValue> values) {}

  /** What the tokens use of what can be defined, and sometimes one definition that they do not. */
  private static Definitions definitions(List<String> tokens, Random random) {
    Map<String, String> names = new LinkedHashMap<>(NAMES);
    Map<String, AttributeValue> values = new LinkedHashMap<>(VALUES);
    names.keySet().removeIf(n -> !tokens.contains(n) && random.nextInt(400) > 0);
    values.keySet().removeIf(v -> !tokens.contains(v) && random.nextInt(400) > 0);
    return new Definitions(names, values);
  }

  private void judge(ExpressionKind kind, String text, Definitions definitions) {
    if (kind == ExpressionKind.PROJECTION) {
      definitions = new Definitions(definitions.names(), Map.of());
    }
    Answer answer = dynamoDb.send(kind, text, definitions.names(), definitions.values());
    String verdict = verdict(kind, text, definitions);
    if (answer.accepted() != verdict.isEmpty()) {
      String ours = verdict.isEmpty() ? "accepted" : verdict;
      disagreements.add("%s%n  ours: %s%n  DynamoDB: %s".formatted(text, ours, answer));
    } else if (answer.accepted()) {
      accepted++;
      renderAgain(kind, text, definitions, answer);
    } else {
      refused++;
    }
  }

  /** Why this expression is expected to be refused, or nothing. */
  private static String verdict(ExpressionKind kind, String text, Definitions definitions) {
    Expression parsed;
    try {
      parsed = parse(kind, text, definitions.names());
    } catch (InvalidExpressionException e) {
      return String.valueOf(e.getMessage());
    }
    PlaceholderUse use = PlaceholderUse.of(parsed);
    if (!use.matches(definitions.names().keySet(), definitions.values().keySet())) {
      return "placeholders " + use + " against " + definitions;
    }
    if (!new ValueRules(definitions.values()).hold(parsed)) {
      return "types of values";
    }
    return suitsKeySchema(parsed) ? "" : "key schema";
  }

  private static boolean suitsKeySchema(Expression expression) {
    Set<String> key = Set.of("pk", "sk");
    if (expression instanceof KeyCondition condition) {
      return key.containsAll(condition.attributes())
          && condition.predicate("pk").filter(p -> p.operator() == KeyOperator.EQ).isPresent();
    }
    return !(expression instanceof Update update)
        || update.pathUses().stream()
            .noneMatch(u -> u.usage().writes() && key.contains(u.path().attribute()));
  }

  private void renderAgain(
      ExpressionKind kind, String text, Definitions definitions, Answer original) {
    Expression parsed = parse(kind, text, definitions.names());
    String rendered = parsed.render();
    if (!parse(kind, rendered, definitions.names()).equals(parsed)) {
      disagreements.add("%s%n  rendered, parses differently: %s".formatted(text, rendered));
    }
    Answer answer = dynamoDb.send(kind, rendered, definitions.names(), definitions.values());
    if (!answer.equals(original)) {
      disagreements.add(
          "%s%n  rendered: %s%n  before: %s%n  after: %s"
              .formatted(text, rendered, original, answer));
    }
  }

  private static Expression parse(ExpressionKind kind, String text, Map<String, String> names) {
    return switch (kind) {
      case KEY_CONDITION -> ExpressionParser.keyCondition(text, names);
      case CONDITION -> ExpressionParser.condition(text, names);
      case FILTER -> ExpressionParser.filter(text, names);
      case PROJECTION -> ExpressionParser.projection(text, names);
      case UPDATE -> ExpressionParser.update(text, names);
    };
  }
}
