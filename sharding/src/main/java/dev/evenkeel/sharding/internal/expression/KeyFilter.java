package dev.evenkeel.sharding.internal.expression;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.Condition.Between;
import dev.evenkeel.core.internal.expression.Condition.Comparison;
import dev.evenkeel.core.internal.expression.Condition.ComparisonOperator;
import dev.evenkeel.core.internal.expression.Condition.ConditionFunction;
import dev.evenkeel.core.internal.expression.Condition.FunctionCall;
import dev.evenkeel.core.internal.expression.Condition.In;
import dev.evenkeel.core.internal.expression.Condition.Not;
import dev.evenkeel.core.internal.expression.Condition.Or;
import dev.evenkeel.core.internal.expression.DocumentPath;
import dev.evenkeel.core.internal.expression.Expression.Limits;
import dev.evenkeel.core.internal.expression.Operand.ConditionOperand;
import dev.evenkeel.core.internal.expression.Operand.PathOperand;
import dev.evenkeel.core.internal.expression.Operand.SizeOperand;
import dev.evenkeel.core.internal.expression.Operand.ValueOperand;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.value.Slices;
import dev.evenkeel.sharding.internal.layout.StoredKeys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Rewrites a filter over items of many keys: what it says of the logical partition key becomes what
 * holds of the stored one.
 *
 * <p>A predicate stays as it is, and the stored keys for which it would be decided wrongly are
 * added or taken out by name. Where these cannot be listed, the filter is refused.
 */
final class KeyFilter {
  /**
   * The limit of IN operands: one less than documented, since the first operand seems to count (see
   * decisions.md).
   */
  private static final int IN_OPERANDS_MAX = Limits.IN_OPERANDS - 1;

  private final Call call;
  private final String partitionKey;
  private final StoredKeys stored;
  private final Map<String, AttributeValue> values;
  private final PlaceholderAllocator fresh;

  KeyFilter(
      Call call,
      String partitionKey,
      StoredKeys stored,
      Map<String, AttributeValue> values,
      PlaceholderAllocator fresh) {
    this.call = call;
    this.partitionKey = partitionKey;
    this.stored = stored;
    this.values = values;
    this.fresh = fresh;
  }

  Condition predicate(Condition predicate) {
    if (!KeyPaths.readIn(predicate, partitionKey)) {
      return predicate;
    }
    List<ConditionOperand> operands = operands(predicate);
    requireValues(operands);
    if (predicate instanceof FunctionCall function) {
      return function(function);
    }
    boolean compared = predicate instanceof Between || isOrdered(predicate);
    if (compared && !stored.keepOrder()) {
      return compared(predicate, operands);
    }
    return withExceptions(predicate, operands);
  }

  private static boolean isOrdered(Condition predicate) {
    return predicate instanceof Comparison comparison
        && comparison.operator() != ComparisonOperator.EQ
        && comparison.operator() != ComparisonOperator.NE;
  }

  private static List<ConditionOperand> operands(Condition predicate) {
    return predicate.parts().stream().map(ConditionOperand.class::cast).toList();
  }

  private void requireValues(List<ConditionOperand> operands) {
    for (ConditionOperand operand : operands) {
      if (operand instanceof SizeOperand size && KeyPaths.isKey(size.argument(), partitionKey)) {
        throw refuse("measures", "Measure it where the items are received");
      }
      if (!(operand instanceof ValueOperand) && !KeyPaths.isKey(operand, partitionKey)) {
        throw refuse(
            "compares with '" + operand.render() + "'",
            "Compare it with a value, or where the items are received");
      }
    }
  }

  private RefusedOperationException refuse(String does, String remedy) {
    return call.refuse(
        "the filter %s partition key attribute '%s', whose stored value names a shard"
            .formatted(does, partitionKey),
        remedy);
  }

  /** Operators on keys whose stored form has another order: numbers, and numbers before keys. */
  private Condition compared(Condition predicate, List<ConditionOperand> operands) {
    if (given(operands).anyMatch(this::isOfKeyType)) {
      throw refuse(
          "orders or takes a beginning of",
          "Ask whether it equals certain values, or compare it where the items are received");
    }
    return neverOfStored(predicate);
  }

  /** A value of another type than the key compares as false with every key. */
  private Condition neverOfStored(Condition predicate) {
    return numbers() ? decided(predicate, false) : predicate;
  }

  /** True or false of every item; DynamoDB still checks the predicate itself. */
  private Condition decided(Condition predicate, boolean holds) {
    Condition exists = KeyPaths.exists(fresh.name(partitionKey), holds);
    return holds
        ? new Or(List.of(exists, predicate))
        : new Condition.And(List.of(exists, predicate));
  }

  private Condition function(FunctionCall function) {
    List<ConditionOperand> operands = function.arguments();
    boolean ofKey = KeyPaths.isKey(operands.get(0), partitionKey);
    if (function.function() == ConditionFunction.ATTRIBUTE_TYPE) {
      return attributeType(function);
    }
    if (function.function() == ConditionFunction.BEGINS_WITH) {
      if (stored.keepOrder()) {
        return withExceptions(function, operands);
      }
      return numbers() ? decided(function, false) : compared(function, operands);
    }
    if (!ofKey) {
      return containing(function, operands);
    }
    AttributeValue part = value((ValueOperand) operands.get(1));
    if (!numbers() && isOfKeyType(part) && stored.reachIntoSuffix(part)) {
      throw refuse(
          "looks in the middle for a text that the name of a shard may hold, in",
          "Look for it where the items are received, or look for a longer text");
    }
    return neverOfStored(function);
  }

  /** A set or list holds the key, or a text does. */
  private Condition containing(FunctionCall function, List<ConditionOperand> operands) {
    AttributeValue whole = value((ValueOperand) operands.get(0));
    if (KeyOutcome.members(whole).isEmpty()) {
      if (isOfKeyType(whole) && !numbers()) {
        throw refuse(
            "looks in a text for", "Ask whether it equals certain values, in a list or by IN");
      }
      return neverOfStored(function);
    }
    return withExceptions(function, operands);
  }

  private Condition attributeType(FunctionCall function) {
    AttributeValue type = value((ValueOperand) function.arguments().get(1));
    return numbers() ? decided(function, ScalarAttributeType.N.name().equals(type.s())) : function;
  }

  /** The predicate as it is, with the stored keys added and taken out for which it is wrong. */
  private Condition withExceptions(Condition predicate, List<ConditionOperand> operands) {
    KeyOutcome outcome = new KeyOutcome(predicate, values);
    Set<AttributeValue> missed = new LinkedHashSet<>();
    Set<AttributeValue> wrong = new LinkedHashSet<>();
    given(operands)
        .flatMap(KeyOutcome::withMembers)
        .forEach(
            value ->
                stored
                    .exceptions(value, key -> outcome.of(key.key()) != outcome.of(key.logical()))
                    .forEach(key -> (outcome.of(key) ? wrong : missed).add(key)));
    Condition rewritten = predicate;
    if (!wrong.isEmpty()) {
      rewritten = new Condition.And(List.of(rewritten, new Not(oneOf(wrong))));
    }
    return missed.isEmpty() ? rewritten : new Or(List.of(rewritten, oneOf(missed)));
  }

  private Condition oneOf(Collection<AttributeValue> keys) {
    ConditionOperand key = new PathOperand(DocumentPath.of(fresh.name(partitionKey)));
    List<ConditionOperand> candidates = new ArrayList<>();
    keys.forEach(each -> candidates.add(new ValueOperand(fresh.value(each))));
    List<Condition> parts = new ArrayList<>();
    Slices.of(candidates, IN_OPERANDS_MAX).forEach(some -> parts.add(new In(key, some)));
    return parts.size() == 1 ? parts.get(0) : new Or(parts);
  }

  private Stream<AttributeValue> given(List<ConditionOperand> operands) {
    return operands.stream()
        .filter(ValueOperand.class::isInstance)
        .map(operand -> value((ValueOperand) operand));
  }

  private AttributeValue value(ValueOperand operand) {
    return Objects.requireNonNull(values.get(operand.placeholder()));
  }

  private boolean numbers() {
    return stored.type() == ScalarAttributeType.N;
  }

  private boolean isOfKeyType(AttributeValue value) {
    return stored.type().name().equals(String.valueOf(value.type()));
  }
}
