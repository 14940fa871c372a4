package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.expression.Condition.Between;
import dev.evenkeel.core.internal.expression.Condition.Comparison;
import dev.evenkeel.core.internal.expression.Condition.ComparisonOperator;
import dev.evenkeel.core.internal.expression.Condition.ConditionFunction;
import dev.evenkeel.core.internal.expression.Condition.FunctionCall;
import dev.evenkeel.core.internal.expression.Expression.Kind;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyOperator;
import dev.evenkeel.core.internal.expression.KeyCondition.KeyPredicate;
import dev.evenkeel.core.internal.expression.Lexer.Token;
import dev.evenkeel.core.internal.expression.Lexer.TokenKind;
import dev.evenkeel.core.internal.expression.Operand.ConditionOperand;
import dev.evenkeel.core.internal.expression.Operand.PathOperand;
import dev.evenkeel.core.internal.expression.Operand.ValueOperand;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator.PlaceholderUse;
import dev.evenkeel.core.internal.expression.Update.SetAction;
import dev.evenkeel.core.internal.expression.Update.ValueAction;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses the expressions of a request with the rules of DynamoDB.
 *
 * <p>Refused, as the service would refuse it, is whatever can be decided from the text and the
 * names: syntax, undefined {@code #} placeholders, reserved words, functions where they may not
 * stand, operands of a form that is never right, redundant parentheses, paths that overlap, and the
 * {@link Expression.Limits}. Not decided here, since it takes a table, an item or a value: whether
 * a key condition fits the key schema, whether a value's type suits its operator, whether a path
 * exists. Whether the {@code :} placeholders are defined, and every placeholder used, is a matter
 * of the whole request: see {@link PlaceholderUse}.
 *
 * <p>{@code names} are the request's expression attribute names; an empty map if it has none. All
 * methods are pure and can be called from any thread.
 */
public final class ExpressionParser {
  private ExpressionParser() {}

  /**
   * Parses a key condition expression.
   *
   * @throws InvalidExpressionException if DynamoDB would refuse it
   */
  public static KeyCondition keyCondition(String text, Map<String, String> names) {
    TokenCursor cursor = new TokenCursor(Kind.KEY_CONDITION, text, names);
    KeyPredicates predicates = new KeyPredicates(cursor);
    new ConditionParser(cursor, predicates).parse();
    return new KeyCondition(predicates.predicates());
  }

  /**
   * Parses a condition expression.
   *
   * @throws InvalidExpressionException if DynamoDB would refuse it
   */
  public static Condition condition(String text, Map<String, String> names) {
    return condition(Kind.CONDITION, text, names);
  }

  /**
   * Parses a filter expression. Its grammar is that of a condition; only the exception differs.
   *
   * @throws InvalidExpressionException if DynamoDB would refuse it
   */
  public static Condition filter(String text, Map<String, String> names) {
    return condition(Kind.FILTER, text, names);
  }

  private static Condition condition(Kind kind, String text, Map<String, String> names) {
    TokenCursor cursor = new TokenCursor(kind, text, names);
    return new ConditionParser(cursor, ConditionParser.Listener.NONE).parse();
  }

  /**
   * Parses a projection expression.
   *
   * @throws InvalidExpressionException if DynamoDB would refuse it
   */
  public static Projection projection(String text, Map<String, String> names) {
    TokenCursor cursor = new TokenCursor(Kind.PROJECTION, text, names);
    OperandParser operands = new OperandParser(cursor);
    List<DocumentPath> paths = new ArrayList<>();
    do {
      paths.add(operands.target());
    } while (cursor.accept(TokenKind.COMMA));
    if (!cursor.at(TokenKind.END)) {
      throw cursor.unexpected("',' or the end of the expression");
    }
    return new Projection(paths);
  }

  /**
   * Parses an update expression.
   *
   * @throws InvalidExpressionException if DynamoDB would refuse it
   */
  public static Update update(String text, Map<String, String> names) {
    return new UpdateParser(new TokenCursor(Kind.UPDATE, text, names)).parse();
  }

  /** Parses the sections of an update, each at most once and in any order. */
  static final class UpdateParser {
    private final TokenCursor cursor;
    private final OperandParser operands;
    private final Set<TokenKind> sections = EnumSet.noneOf(TokenKind.class);
    private final List<SetAction> sets = new ArrayList<>();
    private final List<DocumentPath> removes = new ArrayList<>();
    private final List<ValueAction> adds = new ArrayList<>();
    private final List<ValueAction> deletes = new ArrayList<>();

    UpdateParser(TokenCursor cursor) {
      this.cursor = cursor;
      this.operands = new OperandParser(cursor);
    }

    Update parse() {
      do {
        section();
      } while (!cursor.at(TokenKind.END));
      return new Update(sets, removes, adds, deletes);
    }

    private void section() {
      Token keyword = cursor.peek();
      if (!sections.add(keyword.kind())) {
        throw cursor.refuse(keyword, "a second section " + keyword.quoted(), "one of each at most");
      }
      switch (keyword.kind()) {
        case SET -> actions(() -> sets.add(setAction()));
        case REMOVE -> actions(() -> removes.add(operands.target()));
        case ADD -> actions(() -> adds.add(valueAction()));
        case DELETE -> actions(() -> deletes.add(valueAction()));
        default ->
            throw cursor.unexpected(
                sections.size() == 1
                    ? "SET, REMOVE, ADD or DELETE"
                    : "',', SET, REMOVE, ADD, DELETE or the end of the expression");
      }
    }

    private void actions(Runnable action) {
      cursor.next();
      do {
        action.run();
      } while (cursor.accept(TokenKind.COMMA));
    }

    private SetAction setAction() {
      DocumentPath path = operands.target();
      cursor.expect(TokenKind.EQ);
      return new SetAction(path, operands.setValue());
    }

    private ValueAction valueAction() {
      DocumentPath path = operands.target();
      return new ValueAction(path, cursor.expect(TokenKind.VALUE_PLACEHOLDER).text());
    }
  }

  /**
   * Narrows a condition to a key condition while it is parsed: predicates joined by AND alone, each
   * a comparison, BETWEEN or begins_with of one top-level attribute with values, one an attribute.
   */
  static final class KeyPredicates implements ConditionParser.Listener {
    private static final String EXPECTED =
        "a key predicate: a top-level attribute compared (=, <, <=, >, >=, BETWEEN, begins_with)"
            + " with value placeholders";

    private final TokenCursor cursor;
    private final List<KeyPredicate> predicates = new ArrayList<>();
    private final Set<String> attributes = new HashSet<>();

    KeyPredicates(TokenCursor cursor) {
      this.cursor = cursor;
    }

    List<KeyPredicate> predicates() {
      return predicates;
    }

    @Override
    public void connective(Token operator) {
      if (operator.kind() != TokenKind.AND) {
        throw cursor.refuse(operator, operator.quoted(), "AND alone in a key condition");
      }
    }

    @Override
    public void predicate(Token start, Condition predicate) {
      KeyPredicate narrowed = narrow(predicate);
      if (narrowed == null) {
        throw cursor.refuse(start, "'" + predicate.render() + "'", EXPECTED);
      }
      if (!attributes.add(narrowed.attribute().name())) {
        String attribute = narrowed.attribute().token();
        throw cursor.refuse(
            start, "a second predicate on '" + attribute + "'", "one predicate an attribute");
      }
      predicates.add(narrowed);
    }

    private static @Nullable KeyPredicate narrow(Condition predicate) {
      if (predicate instanceof Comparison comparison) {
        return narrow(comparison);
      }
      if (predicate instanceof Between between) {
        List<ConditionOperand> bounds = List.of(between.lower(), between.upper());
        return keyPredicate(between.operand(), KeyOperator.BETWEEN, bounds);
      }
      if (predicate instanceof FunctionCall call
          && call.function() == ConditionFunction.BEGINS_WITH) {
        List<ConditionOperand> prefix = List.of(call.arguments().get(1));
        return keyPredicate(call.arguments().get(0), KeyOperator.BEGINS_WITH, prefix);
      }
      return null;
    }

    private static @Nullable KeyPredicate narrow(Comparison comparison) {
      boolean reversed = comparison.left() instanceof ValueOperand;
      ConditionOperand attribute = reversed ? comparison.right() : comparison.left();
      ConditionOperand value = reversed ? comparison.left() : comparison.right();
      ComparisonOperator operator = comparison.operator();
      KeyOperator keyOperator = KeyOperator.of(reversed ? operator.reversed() : operator);
      return keyOperator == null ? null : keyPredicate(attribute, keyOperator, List.of(value));
    }

    private static @Nullable KeyPredicate keyPredicate(
        ConditionOperand attribute, KeyOperator operator, List<ConditionOperand> values) {
      if (!(attribute instanceof PathOperand key) || !key.path().isTopLevel()) {
        return null;
      }
      List<String> placeholders = new ArrayList<>();
      for (ConditionOperand value : values) {
        if (!(value instanceof ValueOperand supplied)) {
          return null;
        }
        placeholders.add(supplied.placeholder());
      }
      return new KeyPredicate(key.path().root(), operator, placeholders);
    }
  }
}
