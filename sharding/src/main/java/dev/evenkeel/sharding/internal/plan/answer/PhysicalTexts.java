package dev.evenkeel.sharding.internal.plan.answer;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The physical keys of one request as they may be quoted in a message. */
public final class PhysicalTexts {
  /** The longest first: {@code a#1} is also the beginning of {@code a#12}. */
  private final Map<String, String> logicalByPhysical =
      new TreeMap<>(
          Comparator.comparingInt(String::length).reversed().thenComparing(String::compareTo));

  public void add(AttributeValue physical, AttributeValue logical) {
    String from = text(physical);
    String to = text(logical);
    if (from != null && to != null && !from.equals(to)) {
      logicalByPhysical.put(from, to);
    }
  }

  private static @Nullable String text(AttributeValue key) {
    return key.s() != null ? key.s() : key.n();
  }

  /** A message with the logical keys in place of the physical ones. */
  public String logical(String message) {
    String logical = message;
    for (Map.Entry<String, String> text : logicalByPhysical.entrySet()) {
      logical = logical.replace(text.getKey(), text.getValue());
    }
    return logical;
  }
}
