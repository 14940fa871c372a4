package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.Expression.Limits;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.expression.Projection;
import dev.evenkeel.core.internal.operation.Call;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The projection of a read whose items must come with their keys: the caller's, and the key
 * attributes that it lacks. They cost nothing, since read units count whole items.
 *
 * @param expression the projection to send, or null for none
 * @param names the names that it uses beyond the caller's placeholders
 * @param added the attributes that the caller did not ask for, so that they are taken out again
 */
public record KeyedProjection(
    @Nullable String expression, Map<String, String> names, Set<String> added) {

  /**
   * The caller's projection, such that items come with these attributes.
   *
   * @param requested the caller's, or null
   * @param names the request's expression attribute names
   * @param fresh gives placeholders for the request
   */
  public static KeyedProjection of(
      @Nullable String requested,
      Map<String, String> names,
      List<String> keyAttributes,
      PlaceholderAllocator fresh) {
    if (requested == null) {
      return unchanged(null);
    }
    Projection before = ExpressionParser.projection(requested, names);
    List<String> missing = keyAttributes.stream().filter(key -> !before.covers(key)).toList();
    return missing.isEmpty() || leadsIntoAny(before, keyAttributes)
        ? unchanged(requested)
        : adding(before, missing, fresh);
  }

  /** The caller's projection as it is, or none. */
  public static KeyedProjection unchanged(@Nullable String requested) {
    return new KeyedProjection(requested, Map.of(), Set.of());
  }

  /** A projection to these attributes, for a read that shows no items. */
  public static KeyedProjection only(List<String> keyAttributes, PlaceholderAllocator fresh) {
    Map<String, String> names = new LinkedHashMap<>();
    keyAttributes.forEach(key -> names.put(fresh.name(key).token(), key));
    return new KeyedProjection(String.join(", ", names.keySet()), names, Set.of());
  }

  /** DynamoDB refuses this: "Key attributes must be scalars". */
  private static boolean leadsIntoAny(Projection projection, List<String> keyAttributes) {
    return projection.paths().stream()
        .anyMatch(path -> !path.isTopLevel() && keyAttributes.contains(path.attribute()));
  }

  private static KeyedProjection adding(
      Projection before, List<String> missing, PlaceholderAllocator fresh) {
    List<AttributeName> more = missing.stream().map(fresh::name).toList();
    Projection after = before;
    for (AttributeName attribute : more) {
      after = after.with(attribute);
    }
    return new KeyedProjection(
        after.render(),
        more.stream().collect(Collectors.toMap(AttributeName::token, AttributeName::name)),
        Set.copyOf(missing));
  }

  /**
   * Refuses a projection that has become too long.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if DynamoDB would not take it
   */
  public void requireRoom(Call call) {
    int excess = expression == null ? 0 : Limits.excess(expression);
    if (excess > 0) {
      int bytesMax = Limits.EXPRESSION_SIZE_BYTES;
      throw call.refuse(
          "the projection has %d bytes with the key attributes that this read needs, past DynamoDB's %d"
              .formatted(bytesMax + excess, bytesMax),
          "Shorten it by %d bytes, or leave it out".formatted(excess));
    }
  }

  /** An item without the attributes that the caller did not request. */
  public Map<String, AttributeValue> strip(Map<String, AttributeValue> item) {
    if (added.isEmpty()) {
      return item;
    }
    Map<String, AttributeValue> stripped = new HashMap<>(item);
    stripped.keySet().removeAll(added);
    return stripped;
  }
}
