package dev.evenkeel.caching.internal.store;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * What a caller wants of an item, as it was asked. Two that say the same in other words are two.
 *
 * @param expression null for the whole item
 */
public record Projection(@Nullable String expression, Map<String, String> names) {
  /** The whole item. */
  public static final Projection WHOLE = new Projection(null, Map.of());

  /** The projection of a read. */
  public static Projection of(GetItemRequest request) {
    return of(request.projectionExpression(), request.expressionAttributeNames());
  }

  /** The projection of the part of a batch on one table. */
  public static Projection of(KeysAndAttributes request) {
    return of(request.projectionExpression(), request.expressionAttributeNames());
  }

  private static Projection of(@Nullable String expression, Map<String, String> names) {
    return expression == null && names.isEmpty() ? WHOLE : new Projection(expression, names);
  }
}
