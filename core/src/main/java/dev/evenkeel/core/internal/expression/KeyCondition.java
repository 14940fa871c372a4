package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.expression.Condition.ComparisonOperator;
import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.Expression.PathUse;
import dev.evenkeel.core.internal.expression.Expression.PathUse.Usage;
import dev.evenkeel.core.internal.expression.Operand.ValueOperand;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A key condition expression: predicates that must all hold, on one key attribute each. Their
 * number and attributes depend on the table or index: one or two for a simple key schema, more for
 * an index with multi-attribute keys. That is DynamoDB's to check.
 */
public record KeyCondition(List<KeyPredicate> predicates) implements Expression {

  public KeyCondition {
    predicates = List.copyOf(predicates);
    if (predicates.isEmpty()) {
      throw new IllegalArgumentException("A key condition has one predicate at least");
    }
    Set<String> attributes = new HashSet<>();
    for (KeyPredicate predicate : predicates) {
      if (!attributes.add(predicate.attribute().name())) {
        throw new IllegalArgumentException(
            "A key condition has one predicate an attribute, but two on '%s'"
                .formatted(predicate.attribute().name()));
      }
    }
  }

  /** The predicate on an attribute, given by its resolved name. */
  public Optional<KeyPredicate> predicate(String attribute) {
    return predicates.stream().filter(p -> p.attribute().name().equals(attribute)).findFirst();
  }

  /** This condition and one more predicate, put last. */
  public KeyCondition with(KeyPredicate predicate) {
    List<KeyPredicate> more = new ArrayList<>(predicates);
    more.add(predicate);
    return new KeyCondition(more);
  }

  /** This condition with another predicate in the place of the one on the same attribute. */
  public KeyCondition replacing(String attribute, KeyPredicate replacement) {
    return new KeyCondition(
        predicates.stream()
            .map(p -> p.attribute().name().equals(attribute) ? replacement : p)
            .toList());
  }

  @Override
  public String render() {
    return Lexer.fit(
        predicates.stream().map(KeyPredicate::render).collect(Collectors.joining(" AND ")));
  }

  @Override
  public List<Expression> parts() {
    return List.of();
  }

  @Override
  public List<PathUse> pathUses() {
    return predicates.stream()
        .map(p -> new PathUse(DocumentPath.of(p.attribute()), Usage.VALUE))
        .toList();
  }

  @Override
  public Set<String> valuePlaceholders() {
    Set<String> placeholders = new LinkedHashSet<>();
    predicates.forEach(p -> placeholders.addAll(p.valuePlaceholders()));
    return Collections.unmodifiableSet(placeholders);
  }

  /**
   * The predicate of a key condition on one key attribute. A comparison that the text writes the
   * other way round ({@code :v < sk}) is turned so that the attribute comes first.
   *
   * @param attribute the key attribute, always a top-level one
   * @param operator how the values restrict it
   * @param valuePlaceholders two for BETWEEN, the lower bound first; one for everything else
   */
  public record KeyPredicate(
      AttributeName attribute, KeyOperator operator, List<String> valuePlaceholders) {

    public KeyPredicate {
      valuePlaceholders = List.copyOf(valuePlaceholders);
      valuePlaceholders.forEach(ValueOperand::requireForm);
      if (valuePlaceholders.size() != operator.valueCount()) {
        throw new IllegalArgumentException(
            "%s takes %d values but was given %d"
                .formatted(operator, operator.valueCount(), valuePlaceholders.size()));
      }
    }

    /** The predicate that the attribute equals a value. */
    public static KeyPredicate equalTo(AttributeName attribute, String valuePlaceholder) {
      return new KeyPredicate(attribute, KeyOperator.EQ, List.of(valuePlaceholder));
    }

    /** The predicate as an expression writes it. */
    public String render() {
      String last = valuePlaceholders.get(valuePlaceholders.size() - 1);
      return operator.render(attribute.token(), valuePlaceholders.get(0), last);
    }
  }

  /** The operators that restrict a key attribute. */
  public enum KeyOperator {
    EQ(1),
    LT(1),
    LE(1),
    GT(1),
    GE(1),
    BETWEEN(2),
    BEGINS_WITH(1);

    private final int valueCount;

    KeyOperator(int valueCount) {
      this.valueCount = valueCount;
    }

    /** The number of values that it takes. */
    public int valueCount() {
      return valueCount;
    }

    /** The same comparison, or null for the one that keys do not have. */
    static @Nullable KeyOperator of(ComparisonOperator comparison) {
      return switch (comparison) {
        case EQ -> EQ;
        case NE -> null;
        case LT -> LT;
        case LE -> LE;
        case GT -> GT;
        case GE -> GE;
      };
    }

    String render(String attribute, String first, String last) {
      return switch (this) {
        case EQ -> attribute + " = " + first;
        case LT -> attribute + " < " + first;
        case LE -> attribute + " <= " + first;
        case GT -> attribute + " > " + first;
        case GE -> attribute + " >= " + first;
        case BETWEEN -> attribute + " BETWEEN " + first + " AND " + last;
        case BEGINS_WITH -> "begins_with(" + attribute + ", " + first + ")";
      };
    }
  }
}
