package dev.evenkeel.simulator.internal.plan.cost;

import dev.evenkeel.core.internal.expression.DocumentPath;
import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.DocumentPath.ListIndex;
import dev.evenkeel.core.internal.expression.DocumentPath.PathElement;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.Operand.Arithmetic;
import dev.evenkeel.core.internal.expression.Operand.IfNotExists;
import dev.evenkeel.core.internal.expression.Operand.ListAppend;
import dev.evenkeel.core.internal.expression.Operand.PathOperand;
import dev.evenkeel.core.internal.expression.Operand.SetValue;
import dev.evenkeel.core.internal.expression.Operand.ValueOperand;
import dev.evenkeel.core.internal.expression.Update;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Estimates the result of an update without DynamoDB: exact for whole attributes that are set,
 * copied, counted or removed; from above for everything else. Such an attribute stands as a list of
 * what it may hold now, which is no smaller than what it will be, and is no key.
 */
public final class UpdatedItem {
  private final Map<String, AttributeValue> before;
  private final Map<String, AttributeValue> values;
  private final Map<String, AttributeValue> after;

  private UpdatedItem(
      Map<String, AttributeValue> key,
      Map<String, AttributeValue> before,
      Map<String, AttributeValue> values) {
    this.before = before;
    this.values = values;
    this.after = new LinkedHashMap<>(before);
    this.after.putAll(key);
  }

  /**
   * The item after an update.
   *
   * @param expression null if there is none; then only the key comes to be
   * @throws dev.evenkeel.core.DecoratorException if DynamoDB would refuse the expression
   */
  public static Map<String, AttributeValue> of(
      Map<String, AttributeValue> key,
      Map<String, AttributeValue> before,
      @Nullable String expression,
      Map<String, String> names,
      Map<String, AttributeValue> values) {
    UpdatedItem item = new UpdatedItem(key, before, values);
    if (expression != null) {
      item.apply(ExpressionParser.update(expression, names));
    }
    return item.after;
  }

  private void apply(Update update) {
    for (Update.SetAction set : update.sets()) {
      AttributeValue value = value(set.value());
      if (set.path().isTopLevel()) {
        after.put(set.path().attribute(), value);
      } else {
        grow(set.path(), value);
      }
    }
    update.removes().forEach(this::remove);
    update.adds().forEach(add -> add(add.path(), given(add.valuePlaceholder())));
    update.deletes().forEach(delete -> grow(delete.path(), AttributeValue.fromNul(true)));
  }

  /**
   * The removal of a part is estimated as no shrinking; the removal of a whole attribute is exact,
   * since it causes index writes.
   */
  private void remove(DocumentPath path) {
    if (path.isTopLevel()) {
      after.remove(path.attribute());
    } else if (at(path) != null) {
      grow(path, AttributeValue.fromNul(true));
    }
  }

  private void add(DocumentPath path, AttributeValue value) {
    AttributeValue old = before.get(path.attribute());
    if (!path.isTopLevel()) {
      grow(path, value);
    } else if (old == null) {
      after.put(path.attribute(), value);
    } else {
      after.put(path.attribute(), sum(old, value, false));
    }
  }

  private void grow(DocumentPath path, AttributeValue value) {
    after.merge(path.attribute(), value, UpdatedItem::either);
  }

  private AttributeValue value(SetValue value) {
    if (value instanceof ValueOperand operand) {
      return given(operand.placeholder());
    }
    if (value instanceof PathOperand operand) {
      return stored(operand.path(), AttributeValue.fromNul(true));
    }
    if (value instanceof IfNotExists operand) {
      return stored(operand.path(), value(operand.fallback()));
    }
    if (value instanceof ListAppend append) {
      return either(value(append.first()), value(append.second()));
    }
    Arithmetic arithmetic = (Arithmetic) value;
    return sum(
        value(arithmetic.left()),
        value(arithmetic.right()),
        arithmetic.operator() == Arithmetic.Operator.MINUS);
  }

  private AttributeValue stored(DocumentPath path, AttributeValue fallback) {
    return Objects.requireNonNullElse(at(path), fallback);
  }

  private @Nullable AttributeValue at(DocumentPath path) {
    AttributeValue value = before.get(path.attribute());
    for (PathElement element : path.elements().subList(1, path.elements().size())) {
      if (value == null) {
        return null;
      }
      value =
          element instanceof ListIndex position
              ? element(value.l(), position.value())
              : value.m().get(((AttributeName) element).name());
    }
    return value;
  }

  private static @Nullable AttributeValue element(List<AttributeValue> list, int position) {
    return position < list.size() ? list.get(position) : null;
  }

  private AttributeValue given(String placeholder) {
    return Objects.requireNonNullElse(values.get(placeholder), AttributeValue.fromNul(true));
  }

  private static AttributeValue sum(AttributeValue left, AttributeValue right, boolean minus) {
    if (left.n() == null || right.n() == null) {
      return either(left, right);
    }
    BigDecimal first = new BigDecimal(CanonicalNumber.of(left.n()));
    BigDecimal second = new BigDecimal(CanonicalNumber.of(right.n()));
    return AttributeValue.fromN((minus ? first.subtract(second) : first.add(second)).toString());
  }

  private static AttributeValue either(AttributeValue first, AttributeValue second) {
    return AttributeValue.fromL(List.of(first, second));
  }
}
