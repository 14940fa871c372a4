package dev.evenkeel.sharding.internal.expression;

import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.Condition.Between;
import dev.evenkeel.core.internal.expression.Condition.Comparison;
import dev.evenkeel.core.internal.expression.Condition.ComparisonOperator;
import dev.evenkeel.core.internal.expression.Condition.ConditionFunction;
import dev.evenkeel.core.internal.expression.Condition.FunctionCall;
import dev.evenkeel.core.internal.expression.Condition.In;
import dev.evenkeel.core.internal.expression.Operand.Arithmetic;
import dev.evenkeel.core.internal.expression.Operand.ConditionOperand;
import dev.evenkeel.core.internal.expression.Operand.IfNotExists;
import dev.evenkeel.core.internal.expression.Operand.PathOperand;
import dev.evenkeel.core.internal.expression.Operand.SetOperand;
import dev.evenkeel.core.internal.expression.Operand.SetValue;
import dev.evenkeel.core.internal.expression.Operand.SizeOperand;
import dev.evenkeel.core.internal.expression.Operand.ValueOperand;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.expression.Update;
import dev.evenkeel.core.internal.expression.Update.SetAction;
import dev.evenkeel.core.internal.operation.Call;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Puts the logical key, which a write knows, in the place of the partition key attribute, whose
 * stored value is another.
 *
 * <p>A condition may be asked of an item that is not there, where the attribute has no value. Every
 * predicate on a missing value is false, except {@code <>}, which is true; so each rewritten
 * predicate is joined with the test whether the item exists.
 */
final class KnownKey {
  private final Call call;
  private final String partitionKey;
  private final AttributeValue key;
  private final PlaceholderAllocator fresh;
  private @Nullable ValueOperand operand;

  /**
   * @param key the logical key, canonical
   */
  KnownKey(Call call, String partitionKey, AttributeValue key, PlaceholderAllocator fresh) {
    this.call = call;
    this.partitionKey = partitionKey;
    this.key = key;
    this.fresh = fresh;
  }

  /** A condition that means of the stored item what the given one means of the logical item. */
  Condition in(Condition condition) {
    return condition.replacingPredicates(this::predicate);
  }

  private Condition predicate(Condition predicate) {
    if (!KeyPaths.readIn(predicate, partitionKey)) {
      return predicate;
    }
    boolean unequal =
        predicate instanceof Comparison comparison
            && comparison.operator() == ComparisonOperator.NE;
    if (hasNoOutcome(predicate)) {
      return unequal ? always(predicate) : never(predicate);
    }
    Condition known = known(predicate);
    return unequal
        ? new Condition.Or(List.of(itemExists(false), known))
        : new Condition.And(List.of(itemExists(true), known));
  }

  /** Whether the predicate asks of a number what only texts and bytes have. */
  private boolean hasNoOutcome(Condition predicate) {
    if (key.n() == null) {
      return false;
    }
    boolean measured = predicate.parts().stream().anyMatch(this::isSizeOfKey);
    if (measured && !(predicate instanceof Comparison)) {
      throw call.refuse(
          "an expression asks in a BETWEEN, IN or function for the size of partition key attribute"
              + " '"
              + partitionKey
              + "', which is a number and has none",
          "Leave the operand out");
    }
    return measured
        || (predicate instanceof FunctionCall function
            && function.function() == ConditionFunction.BEGINS_WITH);
  }

  private boolean isSizeOfKey(Object part) {
    return part instanceof SizeOperand size && KeyPaths.isKey(size.argument(), partitionKey);
  }

  /** False whether the item exists or not; DynamoDB still checks the predicate itself. */
  private Condition never(Condition predicate) {
    return new Condition.And(List.of(itemExists(true), itemExists(false), predicate));
  }

  private Condition always(Condition predicate) {
    return new Condition.Or(List.of(itemExists(true), itemExists(false), predicate));
  }

  private Condition itemExists(boolean exists) {
    return KeyPaths.exists(fresh.name(partitionKey), exists);
  }

  private Condition known(Condition predicate) {
    if (predicate instanceof Comparison comparison) {
      return new Comparison(
          known(comparison.left()), comparison.operator(), known(comparison.right()));
    }
    if (predicate instanceof Between between) {
      return known(between);
    }
    if (predicate instanceof In in) {
      return new In(known(in.operand()), in.candidates().stream().map(this::known).toList());
    }
    FunctionCall function = (FunctionCall) predicate;
    return new FunctionCall(
        function.function(), function.arguments().stream().map(this::known).toList());
  }

  /**
   * Of two given bounds DynamoDB demands that they are in order, but not of a bound that an item
   * holds; two comparisons say the same without that demand.
   */
  private Condition known(Between between) {
    ConditionOperand operand = known(between.operand());
    ConditionOperand lower = known(between.lower());
    ConditionOperand upper = known(between.upper());
    boolean wereGiven =
        between.lower() instanceof ValueOperand && between.upper() instanceof ValueOperand;
    if (wereGiven || !(lower instanceof ValueOperand && upper instanceof ValueOperand)) {
      return new Between(operand, lower, upper);
    }
    return new Condition.And(
        List.of(
            new Comparison(operand, ComparisonOperator.GE, lower),
            new Comparison(operand, ComparisonOperator.LE, upper)));
  }

  private ConditionOperand known(ConditionOperand asked) {
    if (asked instanceof SizeOperand size && isSizeOfKey(size)) {
      return new SizeOperand(value());
    }
    return KeyPaths.isKey(asked, partitionKey) ? value() : asked;
  }

  /** The update that gives the stored item what the given one gives the logical item. */
  Update in(Update update) {
    List<SetAction> sets =
        update.sets().stream().map(set -> new SetAction(set.path(), known(set.value()))).toList();
    return sets.equals(update.sets())
        ? update
        : new Update(sets, update.removes(), update.adds(), update.deletes());
  }

  /** Where only a number or a list may stand, any other key stays: DynamoDB refuses it. */
  private SetValue known(SetValue asked) {
    if (asked instanceof SetOperand single) {
      return knownOperand(single);
    }
    if (key.n() != null && asked instanceof Arithmetic sum) {
      return new Arithmetic(knownOperand(sum.left()), sum.operator(), knownOperand(sum.right()));
    }
    return asked;
  }

  private SetOperand knownOperand(SetOperand asked) {
    if (asked instanceof PathOperand && KeyPaths.isKey(asked, partitionKey)) {
      return value();
    }
    if (!(asked instanceof IfNotExists choice)) {
      return asked;
    }
    SetOperand fallback = knownOperand(choice.fallback());
    if (!KeyPaths.isKey(new PathOperand(choice.path()), partitionKey)) {
      return new IfNotExists(choice.path(), fallback);
    }
    if (!fallback.pathUses().isEmpty()) {
      throw call.refuse(
          "the update gives '"
              + fallback.render()
              + "' for the case that partition key attribute '"
              + partitionKey
              + "' does not exist, which every item has",
          "Give the partition key alone");
    }
    return value();
  }

  private ValueOperand value() {
    if (operand == null) {
      operand = new ValueOperand(fresh.value(key));
    }
    return operand;
  }
}
