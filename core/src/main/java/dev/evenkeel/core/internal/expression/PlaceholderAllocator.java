package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Gives fresh placeholders for one request: none that the request defines or uses, none given
 * before. The same request and the same calls give the same placeholders.
 *
 * <p>It also keeps what each fresh placeholder stands for, so that a rewritten request can be given
 * {@link #names()} and {@link #values()}, narrowed by {@link PlaceholderUse} to what it still uses.
 *
 * <p>For one thread and one request.
 */
public final class PlaceholderAllocator {
  private static final String STEM = "ek";

  private final Map<String, String> names;
  private final Map<String, AttributeValue> values;
  private final Set<String> taken = new HashSet<>();
  private final Map<String, String> fresh = new HashMap<>();
  private int nextName;
  private int nextValue;

  private PlaceholderAllocator(
      Map<String, String> names,
      Map<String, AttributeValue> values,
      Collection<? extends Expression> expressions) {
    this.names = new LinkedHashMap<>(names);
    this.values = new LinkedHashMap<>(values);
    taken.addAll(names.keySet());
    taken.addAll(values.keySet());
    for (Expression expression : expressions) {
      taken.addAll(expression.namePlaceholders());
      taken.addAll(expression.valuePlaceholders());
    }
  }

  /**
   * An allocator for a request.
   *
   * @param names the request's expression attribute names
   * @param values the request's expression attribute values
   * @param expressions the request's expressions, in case they use what it does not define
   */
  public static PlaceholderAllocator of(
      Map<String, String> names,
      Map<String, AttributeValue> values,
      Collection<? extends Expression> expressions) {
    return new PlaceholderAllocator(names, values, expressions);
  }

  /** An attribute behind a fresh placeholder; the same one whenever the same name is asked for. */
  public AttributeName name(String attribute) {
    return new AttributeName(token(attribute), attribute);
  }

  /** The placeholder of {@link #name} alone. */
  public String token(String attribute) {
    return fresh.computeIfAbsent(attribute, this::newToken);
  }

  private String newToken(String attribute) {
    String token = "#" + STEM + nextName++;
    while (!taken.add(token)) {
      token = "#" + STEM + nextName++;
    }
    names.put(token, attribute);
    return token;
  }

  /** A fresh placeholder for a value; another one at every call, for equal values too. */
  public String value(AttributeValue value) {
    String placeholder = ":" + STEM + nextValue++;
    while (!taken.add(placeholder)) {
      placeholder = ":" + STEM + nextValue++;
    }
    values.put(placeholder, value);
    return placeholder;
  }

  /** The request's names and the fresh ones, in that order. */
  public Map<String, String> names() {
    return Collections.unmodifiableMap(names);
  }

  /** The request's values and the fresh ones, in that order. */
  public Map<String, AttributeValue> values() {
    return Collections.unmodifiableMap(values);
  }

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
}
