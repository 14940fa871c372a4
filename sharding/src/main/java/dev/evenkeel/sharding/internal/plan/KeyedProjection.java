package dev.evenkeel.sharding.internal.plan;

import dev.evenkeel.core.expression.ExpressionParser;
import dev.evenkeel.core.expression.PlaceholderAllocator;
import dev.evenkeel.core.expression.PlaceholderUse;
import dev.evenkeel.core.expression.Projection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * How one table of a BatchGetItem is read: as the caller said, with the key attributes added to a
 * projection that lacks them. That costs nothing, since read units count whole items.
 *
 * @param template the caller's parameters, with the projection to send
 * @param added attributes the caller did not ask for, which are taken out again
 */
record KeyedProjection(KeysAndAttributes template, List<String> added) {

  KeyedProjection {
    added = List.copyOf(added);
  }

  /** The caller's parameters as they are. */
  static KeyedProjection asAsked(KeysAndAttributes asked) {
    return new KeyedProjection(asked, List.of());
  }

  /** The caller's parameters, such that items come with these attributes. */
  static KeyedProjection with(KeysAndAttributes asked, List<String> attributes) {
    if (asked.projectionExpression() == null) {
      return asAsked(asked);
    }
    Map<String, String> names = asked.expressionAttributeNames();
    Projection before = ExpressionParser.projection(asked.projectionExpression(), names);
    PlaceholderAllocator fresh = PlaceholderAllocator.of(names, Map.of(), List.of(before));
    Projection after = before;
    List<String> added = new ArrayList<>();
    for (String attribute : attributes) {
      if (!before.covers(attribute)) {
        after = after.with(fresh.name(attribute));
        added.add(attribute);
      }
    }
    return added.isEmpty()
        ? asAsked(asked)
        : new KeyedProjection(
            asked.toBuilder()
                .projectionExpression(after.render())
                .expressionAttributeNames(names(before, after, fresh.names()))
                .build(),
            added);
  }

  /** Without the names of paths into a key attribute, which gave way to the whole of it. */
  private static Map<String, String> names(
      Projection before, Projection after, Map<String, String> defined) {
    Set<String> dropped = new HashSet<>(PlaceholderUse.of(before).names());
    dropped.removeAll(PlaceholderUse.of(after).names());
    Map<String, String> names = new HashMap<>(defined);
    names.keySet().removeAll(dropped);
    return names;
  }

  /** An item as the caller asked for it. */
  Map<String, AttributeValue> strip(Map<String, AttributeValue> item) {
    if (added.isEmpty()) {
      return item;
    }
    Map<String, AttributeValue> stripped = new HashMap<>(item);
    added.forEach(stripped::remove);
    return stripped;
  }
}
