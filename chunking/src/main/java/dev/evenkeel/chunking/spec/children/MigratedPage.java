package dev.evenkeel.chunking.spec.children;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The result of one step through a table of parents.
 *
 * @param parents how many parents had a set
 * @param elements how many elements were moved, but for those of the unmoved parents
 * @param unmoved parents whose sets could not be moved, or not wholly
 * @param lastEvaluatedKey the start key of the next step; null at the end
 */
public record MigratedPage(
    int parents,
    long elements,
    List<Unmoved> unmoved,
    @Nullable Map<String, AttributeValue> lastEvaluatedKey) {

  /**
   * A parent that still has a set.
   *
   * @param key its key in the table of parents
   * @param reason why
   */
  public record Unmoved(Map<String, AttributeValue> key, ChildCollectionException reason) {}

  public MigratedPage {
    unmoved = List.copyOf(unmoved);
  }
}
