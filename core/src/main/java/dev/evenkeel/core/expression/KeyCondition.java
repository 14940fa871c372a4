package dev.evenkeel.core.expression;

import dev.evenkeel.core.expression.PathUse.Usage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A key condition expression: predicates that must all hold, on one key attribute each. How many
 * there may be and which attributes they must name depends on the table or index: one or two for a
 * simple key schema, more for an index with multi-attribute keys. That is DynamoDB's to check.
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

  /**
   * This condition without the predicate on an attribute.
   *
   * @throws IllegalArgumentException if no predicate would be left
   */
  public KeyCondition without(String attribute) {
    return new KeyCondition(
        predicates.stream().filter(p -> !p.attribute().name().equals(attribute)).toList());
  }

  @Override
  public String render() {
    return Rendering.fit(
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

  @Override
  public KeyCondition rewrite(TokenRewriter rewriter) {
    return new KeyCondition(predicates.stream().map(p -> p.rewrite(rewriter)).toList());
  }
}
