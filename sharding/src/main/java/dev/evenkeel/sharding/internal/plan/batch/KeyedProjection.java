package dev.evenkeel.sharding.internal.plan.batch;

import dev.evenkeel.core.expression.ExpressionParser;
import dev.evenkeel.core.expression.PlaceholderAllocator;
import dev.evenkeel.core.expression.Projection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  /** The caller's parameters, such that items come with these key attributes. */
  static KeyedProjection with(KeysAndAttributes asked, List<String> keyAttributes) {
    if (asked.projectionExpression() == null) {
      return asAsked(asked);
    }
    Map<String, String> names = asked.expressionAttributeNames();
    Projection before = ExpressionParser.projection(asked.projectionExpression(), names);
    if (leadsIntoAny(before, keyAttributes)) {
      return asAsked(asked);
    }
    PlaceholderAllocator fresh = PlaceholderAllocator.of(names, Map.of(), List.of(before));
    List<String> added =
        keyAttributes.stream().filter(attribute -> !before.covers(attribute)).toList();
    Projection after = before;
    for (String attribute : added) {
      after = after.with(fresh.name(attribute));
    }
    return added.isEmpty()
        ? asAsked(asked)
        : new KeyedProjection(template(asked, after, fresh), added);
  }

  /** DynamoDB refuses this: "Key attributes must be scalars". */
  private static boolean leadsIntoAny(Projection projection, List<String> keyAttributes) {
    return projection.paths().stream()
        .anyMatch(path -> !path.isTopLevel() && keyAttributes.contains(path.attribute()));
  }

  private static KeysAndAttributes template(
      KeysAndAttributes asked, Projection projection, PlaceholderAllocator fresh) {
    return asked.toBuilder()
        .projectionExpression(projection.render())
        .expressionAttributeNames(fresh.names())
        .build();
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
