package dev.evenkeel.chunking.internal.expression;

import dev.evenkeel.core.expression.Expression;
import dev.evenkeel.core.expression.PlaceholderAllocator;
import dev.evenkeel.core.expression.PlaceholderUse;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What the placeholders of a rewritten request stand for. DynamoDB refuses one that is not used: so
 * those that only the caller's expressions used are left out, and those that the caller never used
 * stay, for DynamoDB to refuse.
 *
 * @param names as a request builder takes them: null if there are none
 * @param values likewise
 */
public record PlaceholderDefinitions(
    @Nullable Map<String, String> names, @Nullable Map<String, AttributeValue> values) {

  /**
   * The definitions of a request.
   *
   * @param fresh knows the caller's placeholders and the new ones
   * @param before the caller's expressions
   * @param after the expressions that are sent in their place, all of them
   */
  public static PlaceholderDefinitions of(
      PlaceholderAllocator fresh,
      Collection<? extends Expression> before,
      Collection<? extends Expression> after) {
    PlaceholderUse used = PlaceholderUse.of(before);
    PlaceholderUse uses = PlaceholderUse.of(after);
    return new PlaceholderDefinitions(
        without(fresh.names(), used.names(), uses.names()),
        without(fresh.values(), used.values(), uses.values()));
  }

  private static <V> @Nullable Map<String, V> without(
      Map<String, V> defined, Set<String> used, Set<String> uses) {
    Map<String, V> kept = new LinkedHashMap<>(defined);
    kept.keySet().removeIf(name -> used.contains(name) && !uses.contains(name));
    return kept.isEmpty() ? null : kept;
  }
}
