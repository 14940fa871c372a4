package dev.evenkeel.core.internal.expression;

import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
  private final Map<String, AttributeName> fresh = new HashMap<>();
  private int nextName;
  private int nextValue;

  private PlaceholderAllocator(
      Map<String, String> names,
      Map<String, AttributeValue> values,
      Collection<? extends Expression> expressions) {
    this.names = new LinkedHashMap<>(names);
    this.values = new LinkedHashMap<>(values);
    PlaceholderUse use = PlaceholderUse.of(expressions);
    taken.addAll(names.keySet());
    taken.addAll(values.keySet());
    taken.addAll(use.names());
    taken.addAll(use.values());
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
    return fresh.computeIfAbsent(attribute, this::newName);
  }

  private AttributeName newName(String attribute) {
    String token = "#" + STEM + nextName++;
    while (!taken.add(token)) {
      token = "#" + STEM + nextName++;
    }
    names.put(token, attribute);
    return new AttributeName(token, attribute);
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
}
