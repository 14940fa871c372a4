package dev.evenkeel.sharding.internal.expression;

import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.Condition.Between;
import dev.evenkeel.core.internal.expression.Condition.Comparison;
import dev.evenkeel.core.internal.expression.Condition.ConditionFunction;
import dev.evenkeel.core.internal.expression.Condition.FunctionCall;
import dev.evenkeel.core.internal.expression.Condition.In;
import dev.evenkeel.core.internal.expression.Operand.ConditionOperand;
import dev.evenkeel.core.internal.expression.Operand.ValueOperand;
import dev.evenkeel.core.internal.item.KeyOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Decides a predicate as DynamoDB does, where its operands are given values and one attribute, a
 * key, of which the value is supposed.
 */
final class KeyOutcome {
  private final Condition predicate;
  private final Map<String, AttributeValue> values;

  KeyOutcome(Condition predicate, Map<String, AttributeValue> values) {
    this.predicate = predicate;
    this.values = values;
  }

  /** Whether the predicate holds if the attribute has this value. */
  boolean of(AttributeValue key) {
    if (predicate instanceof Comparison comparison) {
      return compare(comparison, key);
    }
    if (predicate instanceof Between between) {
      AttributeValue operand = value(between.operand(), key);
      return ordered(value(between.lower(), key), operand)
          && ordered(operand, value(between.upper(), key));
    }
    if (predicate instanceof In in) {
      AttributeValue operand = value(in.operand(), key);
      return in.candidates().stream().anyMatch(each -> equal(operand, value(each, key)));
    }
    FunctionCall function = (FunctionCall) predicate;
    AttributeValue first = value(function.arguments().get(0), key);
    AttributeValue second = value(function.arguments().get(1), key);
    return function.function() == ConditionFunction.BEGINS_WITH
        ? sameScalar(first, second) && text(first).startsWith(text(second))
        : contains(first, second);
  }

  private boolean compare(Comparison comparison, AttributeValue key) {
    AttributeValue left = value(comparison.left(), key);
    AttributeValue right = value(comparison.right(), key);
    return switch (comparison.operator()) {
      case EQ -> equal(left, right);
      case NE -> !equal(left, right);
      case LT -> ordered(left, right) && !equal(left, right);
      case LE -> ordered(left, right);
      case GT -> ordered(right, left) && !equal(left, right);
      case GE -> ordered(right, left);
    };
  }

  private AttributeValue value(ConditionOperand operand, AttributeValue key) {
    return operand instanceof ValueOperand given
        ? Objects.requireNonNull(values.get(given.placeholder()))
        : key;
  }

  /** Whether two values of one ordered type are in ascending order, or equal. */
  private static boolean ordered(AttributeValue lower, AttributeValue upper) {
    return sameScalar(lower, upper) && KeyOrder.of(lower).compare(lower, upper) <= 0;
  }

  private static boolean equal(AttributeValue one, AttributeValue other) {
    boolean numbers = one.n() != null && other.n() != null;
    return numbers ? ordered(one, other) && ordered(other, one) : one.equals(other);
  }

  private static boolean sameScalar(AttributeValue one, AttributeValue other) {
    return one.type() == other.type() && (one.s() != null || one.n() != null || one.b() != null);
  }

  private static boolean contains(AttributeValue whole, AttributeValue part) {
    boolean texts = sameScalar(whole, part) && whole.n() == null;
    return texts
        ? text(whole).contains(text(part))
        : members(whole).stream().anyMatch(member -> equal(member, part));
  }

  /** The members of a set or list; none of anything else. */
  static List<AttributeValue> members(AttributeValue value) {
    return switch (value.type()) {
      case L -> value.l();
      case SS -> value.ss().stream().map(AttributeValue::fromS).toList();
      case NS -> value.ns().stream().map(AttributeValue::fromN).toList();
      case BS -> value.bs().stream().map(AttributeValue::fromB).toList();
      default -> List.of();
    };
  }

  /** A value, and its members if it has any. */
  static Stream<AttributeValue> withMembers(AttributeValue value) {
    return Stream.concat(Stream.of(value), members(value).stream());
  }

  /** The characters of a text, or the bytes of a binary one to one. */
  private static String text(AttributeValue value) {
    SdkBytes bytes = value.b();
    return bytes == null
        ? Objects.toString(value.s(), "")
        : bytes.asString(StandardCharsets.ISO_8859_1);
  }
}
