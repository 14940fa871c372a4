package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.expression.Expression.Kind;
import dev.evenkeel.core.internal.expression.Expression.PathUse;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyOperator;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator.PlaceholderUse;
import dev.evenkeel.core.internal.expression.RealDynamoDb.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Compares what the parser and DynamoDB say of an expression, and of its rendering. */
final class ExpressionJudge {
  private static final Set<String> KEY = Set.of("pk", "sk");

  private final RealDynamoDb dynamoDb;
  private final List<String> disagreements = new ArrayList<>();
  private int accepted;
  private int refused;

  ExpressionJudge(RealDynamoDb dynamoDb) {
    this.dynamoDb = dynamoDb;
  }

  /** An expression and what its request defines. */
  record Case(
      Kind kind, String text, Map<String, String> names, Map<String, AttributeValue> values) {

    Expression parse() {
      return parse(text);
    }

    Expression parse(String other) {
      return switch (kind) {
        case KEY_CONDITION -> ExpressionParser.keyCondition(other, names);
        case CONDITION -> ExpressionParser.condition(other, names);
        case FILTER -> ExpressionParser.filter(other, names);
        case PROJECTION -> ExpressionParser.projection(other, names);
        case UPDATE -> ExpressionParser.update(other, names);
      };
    }
  }

  List<String> disagreements() {
    return disagreements;
  }

  int accepted() {
    return accepted;
  }

  int refused() {
    return refused;
  }

  void judge(Case given) {
    Answer answer = dynamoDb.send(given, given.text());
    String verdict = verdict(given);
    if (answer.accepted() != verdict.isEmpty()) {
      String ours = verdict.isEmpty() ? "accepted" : verdict;
      disagree(given, "ours: " + ours, "DynamoDB: " + answer);
    } else if (answer.accepted()) {
      accepted++;
      judgeRendering(given, answer);
    } else {
      refused++;
    }
  }

  /** Why this expression is expected to be refused, or nothing. */
  private static String verdict(Case given) {
    Expression parsed;
    try {
      parsed = given.parse();
    } catch (InvalidExpressionException e) {
      return String.valueOf(e.getMessage());
    }
    PlaceholderUse use = PlaceholderUse.of(parsed);
    if (!use.matches(given.names().keySet(), given.values().keySet())) {
      return "placeholders of the request";
    }
    if (!new ValueRules(given.values()).hold(parsed)) {
      return "types of values";
    }
    return suitsKeySchema(parsed) ? "" : "key schema";
  }

  private static boolean suitsKeySchema(Expression expression) {
    if (expression instanceof KeyCondition condition) {
      return KEY.containsAll(condition.attributes())
          && condition.predicate("pk").filter(p -> p.operator() == KeyOperator.EQ).isPresent();
    }
    return expression.pathUses().stream().allMatch(ExpressionJudge::suitsKeySchema);
  }

  private static boolean suitsKeySchema(PathUse use) {
    boolean key = KEY.contains(use.path().attribute());
    return !key || (use.path().isTopLevel() && !use.usage().writes());
  }

  private void judgeRendering(Case given, Answer original) {
    Expression parsed = given.parse();
    String rendered = parsed.render();
    if (!given.parse(rendered).equals(parsed)) {
      disagree(given, "rendered: " + rendered, "which parses to something else");
    }
    Answer answer = dynamoDb.send(given, rendered);
    if (!answer.equals(original)) {
      disagree(given, "rendered: " + rendered, "answer was " + original + " and is " + answer);
    }
  }

  private void disagree(Case given, String one, String other) {
    disagreements.add(
        "%s %s%n  %s%n  %s".formatted(given.kind().parameter(), given.text(), one, other));
  }
}
