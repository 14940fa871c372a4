package dev.evenkeel.core.internal.expression;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The placeholders that all expressions of one request use together. DynamoDB refuses a request
 * that uses a placeholder it does not define, and one that defines a placeholder it does not use.
 *
 * @param names the {@code #} placeholders in use
 * @param values the {@code :} placeholders in use
 */
public record PlaceholderUse(Set<String> names, Set<String> values) {

  public PlaceholderUse {
    names = Collections.unmodifiableSet(new LinkedHashSet<>(names));
    values = Collections.unmodifiableSet(new LinkedHashSet<>(values));
  }

  /** The placeholders of all these expressions. */
  public static PlaceholderUse of(Collection<? extends Expression> expressions) {
    Set<String> names = new LinkedHashSet<>();
    Set<String> values = new LinkedHashSet<>();
    for (Expression expression : expressions) {
      names.addAll(expression.namePlaceholders());
      values.addAll(expression.valuePlaceholders());
    }
    return new PlaceholderUse(names, values);
  }

  /** The placeholders of all these expressions. */
  public static PlaceholderUse of(Expression... expressions) {
    return of(List.of(expressions));
  }

  /** Whether the request defines exactly what it uses. */
  public boolean matches(Set<String> definedNames, Set<String> definedValues) {
    return names.equals(definedNames) && values.equals(definedValues);
  }

  /** The definitions of names in use, and no others: what a rewritten request should carry. */
  public Map<String, String> usedNames(Map<String, String> defined) {
    return retain(defined, names);
  }

  /** The definitions of values in use, and no others: what a rewritten request should carry. */
  public <V> Map<String, V> usedValues(Map<String, V> defined) {
    return retain(defined, values);
  }

  private static <V> Map<String, V> retain(Map<String, V> defined, Set<String> used) {
    Map<String, V> retained = new LinkedHashMap<>(defined);
    retained.keySet().retainAll(used);
    return Collections.unmodifiableMap(retained);
  }
}
