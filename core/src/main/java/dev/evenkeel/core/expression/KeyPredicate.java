package dev.evenkeel.core.expression;

import java.util.List;

/**
 * What a key condition asks of one key attribute. A comparison that the text writes the other way
 * round ({@code :v < sk}) is turned so that the attribute comes first.
 *
 * @param attribute the key attribute, always a top-level one
 * @param operator how the values restrict it
 * @param valuePlaceholders two for BETWEEN, the lower bound first; one for everything else
 */
public record KeyPredicate(
    AttributeName attribute, KeyOperator operator, List<String> valuePlaceholders) {

  public KeyPredicate {
    valuePlaceholders = List.copyOf(valuePlaceholders);
    valuePlaceholders.forEach(Placeholders::requireValue);
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

  /** The same predicate with other tokens. */
  public KeyPredicate rewrite(TokenRewriter rewriter) {
    return new KeyPredicate(
        rewriter.attribute(attribute),
        operator,
        valuePlaceholders.stream().map(rewriter::value).toList());
  }
}
