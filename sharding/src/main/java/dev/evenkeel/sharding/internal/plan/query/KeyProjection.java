package dev.evenkeel.sharding.internal.plan.query;

import dev.evenkeel.core.expression.AttributeName;
import dev.evenkeel.core.expression.DocumentPath;
import dev.evenkeel.core.expression.ExpressionParser;
import dev.evenkeel.core.expression.PlaceholderAllocator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * The projection of a merged query: the caller's, and the key attributes without which rows could
 * not be merged nor paging go on. They cost nothing, since read units count whole items.
 *
 * @param expression the projection to send, or null for none
 * @param names what it uses beyond the caller's placeholders
 * @param added the attributes that the caller did not ask for, so that they are taken out again
 */
public record KeyProjection(
    @Nullable String expression, Map<String, String> names, Set<String> added) {

  /**
   * @param needed the attributes that each row must have
   */
  static KeyProjection of(QueryRequest request, List<String> needed, PlaceholderAllocator fresh) {
    String asked = request.projectionExpression();
    if (request.select() == Select.COUNT) {
      return with(null, needed, Set.of(), fresh);
    }
    if (asked == null) {
      return new KeyProjection(null, Map.of(), Set.of());
    }
    Set<String> selected = selected(asked, request.expressionAttributeNames());
    List<String> missing = needed.stream().filter(name -> !selected.contains(name)).toList();
    return with(asked, missing, Set.copyOf(missing), fresh);
  }

  private static Set<String> selected(String projection, Map<String, String> names) {
    return ExpressionParser.projection(projection, names).paths().stream()
        .map(DocumentPath::attribute)
        .collect(Collectors.toSet());
  }

  private static KeyProjection with(
      @Nullable String asked, List<String> more, Set<String> added, PlaceholderAllocator fresh) {
    StringBuilder expression = new StringBuilder(asked == null ? "" : asked);
    Map<String, String> names = new HashMap<>();
    for (String attribute : more) {
      AttributeName name = fresh.name(attribute);
      names.put(name.token(), attribute);
      expression.append(expression.isEmpty() ? "" : ", ").append(name.token());
    }
    return new KeyProjection(expression.toString(), names, added);
  }
}
