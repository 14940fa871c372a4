package dev.evenkeel.sharding.internal.plan.query;

import dev.evenkeel.core.expression.AttributeName;
import dev.evenkeel.core.expression.DocumentPath;
import dev.evenkeel.core.expression.ExpressionParser;
import dev.evenkeel.core.expression.PlaceholderAllocator;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * The projection of a merged query: the caller's, and the sort key, without which rows could not be
 * merged. It costs nothing, since read units count whole items.
 *
 * @param expression the projection to send, or null for none
 * @param names what it uses beyond the caller's placeholders
 * @param sortKeyAdded whether the caller did not ask for the sort key, so that it is taken out
 *     again
 */
public record KeyProjection(
    @Nullable String expression, Map<String, String> names, boolean sortKeyAdded) {

  static KeyProjection of(QueryRequest request, String sortKey, PlaceholderAllocator fresh) {
    if (request.select() == Select.COUNT) {
      AttributeName name = fresh.name(sortKey);
      return new KeyProjection(name.token(), Map.of(name.token(), sortKey), false);
    }
    String asked = request.projectionExpression();
    if (asked == null || selects(asked, request.expressionAttributeNames(), sortKey)) {
      return new KeyProjection(asked, Map.of(), false);
    }
    AttributeName name = fresh.name(sortKey);
    return new KeyProjection(asked + ", " + name.token(), Map.of(name.token(), sortKey), true);
  }

  private static boolean selects(String projection, Map<String, String> names, String attribute) {
    return ExpressionParser.projection(projection, names).paths().stream()
        .map(DocumentPath::attribute)
        .anyMatch(attribute::equals);
  }
}
