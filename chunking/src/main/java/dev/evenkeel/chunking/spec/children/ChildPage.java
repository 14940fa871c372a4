package dev.evenkeel.chunking.spec.children;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A part of a collection.
 *
 * @param children in the order that was asked for; may be empty although more follow
 * @param lastEvaluatedKey the start key of the next page ({@link ChildQuery#startingAfter}); null
 *     at the end
 */
public record ChildPage(
    List<Child> children, @Nullable Map<String, AttributeValue> lastEvaluatedKey) {

  /** A page after which nothing follows, and with nothing in it. */
  public static final ChildPage EMPTY = new ChildPage(List.of(), null);

  public ChildPage {
    children = List.copyOf(children);
  }
}
