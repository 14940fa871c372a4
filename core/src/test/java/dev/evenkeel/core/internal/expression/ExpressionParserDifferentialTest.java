package dev.evenkeel.core.internal.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.expression.Expression.Kind;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator.PlaceholderUse;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
 *       of {@code sk}, an update must not touch either, and no path may lead inside one: {@link
 *       ExpressionJudge};
 *   <li>placeholders of the request: {@link PlaceholderUse}.
 * </ul>
 *
 * <p>An update whose expression is fine can still fail on the item it meets; DynamoDB then says so
 * with one of three messages listed in {@link RealDynamoDb}, and has accepted the expression.
 *
 * <p>Not generated: bounds of BETWEEN in the wrong order (all values of one type are equal).
 */
class ExpressionParserDifferentialTest {
  private static final long SEED =
      Long.getLong("evenkeel.seed", Rounds.isMore() ? 20240608 : 20240607);
  private static final int ROUNDS = Rounds.of(60);
  private static final int MUTANTS = 2;

  private static RealDynamoDb dynamoDb;

  @BeforeAll
  static void start() {
    dynamoDb = new RealDynamoDb(SEED);
  }

  @AfterAll
  static void stop() {
    dynamoDb.close();
  }

  @Tag("rounds")
  @ParameterizedTest
  @EnumSource
  void parse_generatedAndMutatedExpressions_agreesWithDynamoDb(Kind kind) {
    Random random = new Random(SEED + kind.parameter().hashCode());
    ExpressionGenerator generator = new ExpressionGenerator(random);
    ExpressionMutator mutator = new ExpressionMutator(random);
    ExpressionJudge judge = new ExpressionJudge(dynamoDb);
    for (int i = 0; i < ROUNDS; i++) {
      List<String> tokens = generator.expression(kind);
      judge.judge(generator.given(kind, tokens));
      for (int j = 0; j < MUTANTS; j++) {
        judge.judge(generator.given(kind, mutator.mutate(tokens)));
      }
    }
    assertThat(judge.disagreements()).as("seed %d, %s", SEED, kind.parameter()).isEmpty();
    assertThat(judge.accepted()).as("valid expressions").isGreaterThan(ROUNDS / 2);
    assertThat(judge.refused()).as("invalid expressions").isGreaterThan(ROUNDS / 2);
  }
}
