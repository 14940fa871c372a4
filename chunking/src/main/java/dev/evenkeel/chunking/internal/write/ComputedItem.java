package dev.evenkeel.chunking.internal.write;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.expression.DocumentPath;
import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.DocumentPath.ListIndex;
import dev.evenkeel.core.internal.expression.DocumentPath.PathElement;
import dev.evenkeel.core.internal.expression.Operand.Arithmetic;
import dev.evenkeel.core.internal.expression.Operand.IfNotExists;
import dev.evenkeel.core.internal.expression.Operand.ListAppend;
import dev.evenkeel.core.internal.expression.Operand.PathOperand;
import dev.evenkeel.core.internal.expression.Operand.SetValue;
import dev.evenkeel.core.internal.expression.Operand.ValueOperand;
import dev.evenkeel.core.internal.expression.Update;
import dev.evenkeel.core.internal.expression.Update.SetAction;
import dev.evenkeel.core.internal.expression.Update.ValueAction;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item as an update leaves it. It is computed from the item before, for a transaction returns
 * nothing. DynamoDB has made the update by then, so it is known to be possible.
 *
 * <p>DynamoDB evaluates all actions on the item as it was before. Indexes of lists are those of
 * before, too: elements beyond the end are added in their order, and removed ones leave no gap.
 */
public final class ComputedItem {
  private final Map<String, AttributeValue> before;
  private final Map<String, AttributeValue> values;

  private ComputedItem(Map<String, AttributeValue> before, Map<String, AttributeValue> values) {
    this.before = before;
    this.values = values;
  }

  /** The item after an update, whose values are given by placeholder. */
  public static Map<String, AttributeValue> of(
      Map<String, AttributeValue> before, Update update, Map<String, AttributeValue> values) {
    return new ComputedItem(before, values).after(update);
  }

  /**
   * The attributes of the item before that matter for what the update writes. A value that is set
   * at a path of names alone needs none: DynamoDB sees to it that the maps above it are there.
   *
   * @param key the attributes of the key, which are what they are
   */
  public static Set<String> inputs(Update update, Set<String> key) {
    Set<String> inputs = new LinkedHashSet<>();
    update.sets().stream()
        .flatMap(set -> set.value().pathUses().stream())
        .forEach(use -> inputs.add(use.path().attribute()));
    Stream.concat(update.adds().stream(), update.deletes().stream())
        .forEach(action -> inputs.add(action.path().attribute()));
    Stream.concat(update.sets().stream().map(SetAction::path), update.removes().stream())
        .filter(path -> path.elements().stream().anyMatch(ListIndex.class::isInstance))
        .forEach(path -> inputs.add(path.attribute()));
    inputs.removeAll(key);
    return inputs;
  }

  private Map<String, AttributeValue> after(Update update) {
    Node item = new Node(AttributeValue.fromM(before));
    for (SetAction set : update.sets()) {
      AttributeValue value = value(set.value());
      item.change(set.path().elements(), old -> value);
    }
    for (DocumentPath path : update.removes()) {
      item.change(path.elements(), old -> null);
    }
    for (ValueAction add : update.adds()) {
      AttributeValue given = given(add.valuePlaceholder());
      item.change(add.path().elements(), old -> added(old, given));
    }
    for (ValueAction delete : update.deletes()) {
      AttributeValue given = given(delete.valuePlaceholder());
      item.change(delete.path().elements(), old -> old == null ? null : without(old, given));
    }
    return requireNonNull(item.now()).m();
  }

  private AttributeValue value(SetValue value) {
    if (value instanceof ValueOperand operand) {
      return given(operand.placeholder());
    }
    if (value instanceof PathOperand operand) {
      return requireNonNull(at(operand.path()));
    }
    if (value instanceof IfNotExists operand) {
      AttributeValue there = at(operand.path());
      return there == null ? value(operand.fallback()) : there;
    }
    if (value instanceof ListAppend append) {
      List<AttributeValue> joined = new ArrayList<>(value(append.first()).l());
      joined.addAll(value(append.second()).l());
      return AttributeValue.fromL(joined);
    }
    Arithmetic arithmetic = (Arithmetic) value;
    BigDecimal left = number(value(arithmetic.left()));
    BigDecimal right = number(value(arithmetic.right()));
    return number(
        arithmetic.operator() == Arithmetic.Operator.PLUS ? left.add(right) : left.subtract(right));
  }

  private @Nullable AttributeValue at(DocumentPath path) {
    AttributeValue value = AttributeValue.fromM(before);
    for (PathElement element : path.elements()) {
      if (value == null) {
        return null;
      }
      value =
          element instanceof ListIndex index
              ? index.value() < value.l().size() ? value.l().get(index.value()) : null
              : value.m().get(((AttributeName) element).name());
    }
    return value;
  }

  private AttributeValue given(String placeholder) {
    return canonical(requireNonNull(values.get(placeholder)));
  }

  /** As DynamoDB returns it: it has one form of each number, in lists and maps, too. */
  public static AttributeValue canonical(AttributeValue value) {
    if (value.hasM()) {
      Map<String, AttributeValue> parts = new LinkedHashMap<>(value.m());
      parts.replaceAll((name, part) -> canonical(part));
      return AttributeValue.fromM(parts);
    }
    if (value.hasL()) {
      return AttributeValue.fromL(value.l().stream().map(ComputedItem::canonical).toList());
    }
    return value.hasNs()
        ? AttributeValue.fromNs(canonical(value.ns()))
        : CanonicalNumber.orSame(value);
  }

  private static List<String> canonical(List<String> numbers) {
    return numbers.stream().map(CanonicalNumber::of).toList();
  }

  private static BigDecimal number(AttributeValue value) {
    return new BigDecimal(value.n());
  }

  private static AttributeValue number(BigDecimal number) {
    return AttributeValue.fromN(CanonicalNumber.of(number.toString()));
  }

  private static AttributeValue added(@Nullable AttributeValue old, AttributeValue given) {
    if (old == null) {
      return given;
    }
    return given.n() != null
        ? number(number(old).add(number(given)))
        : set(old, given, ComputedItem::union);
  }

  private static @Nullable AttributeValue without(AttributeValue old, AttributeValue given) {
    AttributeValue rest = set(old, given, ComputedItem::difference);
    return rest.ss().isEmpty() && rest.ns().isEmpty() && rest.bs().isEmpty() ? null : rest;
  }

  /**
   * The members of two sets of one type as one set; texts, numbers and bytes are told by equals.
   */
  @SuppressWarnings("unchecked")
  private static AttributeValue set(
      AttributeValue old, AttributeValue given, BinaryOperator<Collection<?>> join) {
    if (old.hasSs()) {
      return AttributeValue.fromSs(
          List.copyOf((Collection<String>) join.apply(old.ss(), given.ss())));
    }
    return old.hasNs()
        ? AttributeValue.fromNs(
            List.copyOf((Collection<String>) join.apply(canonical(old.ns()), given.ns())))
        : AttributeValue.fromBs(
            List.copyOf((Collection<SdkBytes>) join.apply(old.bs(), given.bs())));
  }

  private static Collection<?> union(Collection<?> old, Collection<?> given) {
    Set<Object> union = new LinkedHashSet<>(old);
    union.addAll(given);
    return union;
  }

  private static Collection<?> difference(Collection<?> old, Collection<?> given) {
    Set<Object> difference = new LinkedHashSet<>(old);
    given.forEach(difference::remove);
    return difference;
  }

  /** A value whose parts can be changed under the names and indexes that they had. */
  private static final class Node {
    private @Nullable AttributeValue value;
    private @Nullable SortedMap<Object, Node> parts;

    Node(@Nullable AttributeValue value) {
      this.value = value;
    }

    /**
     * Changes what is at a path below.
     *
     * @param change of the value that is there, null for none
     */
    void change(
        List<PathElement> path,
        Function<@Nullable AttributeValue, @Nullable AttributeValue> change) {
      if (path.isEmpty()) {
        value = change.apply(value);
        return;
      }
      if (path.get(0) instanceof AttributeName && (value == null || !value.hasM())) {
        value = AttributeValue.fromM(Map.of()); // another writer has put a map there since
      }
      if (value != null && (value.hasM() || value.hasL())) {
        Object place =
            path.get(0) instanceof ListIndex index
                ? (Object) index.value()
                : ((AttributeName) path.get(0)).name();
        parts(value)
            .computeIfAbsent(place, added -> new Node(null))
            .change(path.subList(1, path.size()), change);
      }
    }

    private SortedMap<Object, Node> parts(AttributeValue whole) {
      if (parts == null) {
        SortedMap<Object, Node> nodes = new TreeMap<>();
        whole.m().forEach((name, part) -> nodes.put(name, new Node(part)));
        whole.l().forEach(part -> nodes.put(nodes.size(), new Node(part)));
        parts = nodes;
      }
      return parts;
    }

    /** The value now; null for none. */
    @Nullable AttributeValue now() {
      if (parts == null || value == null) {
        return value;
      }
      Map<String, AttributeValue> named = new LinkedHashMap<>();
      List<AttributeValue> listed = new ArrayList<>();
      boolean isMap = value.hasM();
      parts.forEach(
          (place, node) -> {
            AttributeValue part = node.now();
            if (part != null && isMap) {
              named.put((String) place, part);
            } else if (part != null) {
              listed.add(part);
            }
          });
      return isMap ? AttributeValue.fromM(named) : AttributeValue.fromL(listed);
    }
  }
}
