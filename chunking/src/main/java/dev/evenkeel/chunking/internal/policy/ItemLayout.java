package dev.evenkeel.chunking.internal.policy;

import dev.evenkeel.chunking.internal.wire.Reference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What becomes of attributes: those that stay, in the form in which they are stored, and those that
 * leave.
 *
 * @param staying the attributes of the item, with the markers of those that are compressed
 * @param moved those that leave it
 * @param kept those that are outside, of which a reference was given
 */
public record ItemLayout(
    Map<String, AttributeValue> staying, List<ExternalValue> moved, Map<String, Reference> kept) {

  /** An item, or some attributes of one, of which nothing becomes. */
  public static ItemLayout asItIs(Map<String, AttributeValue> attributes) {
    return new ItemLayout(attributes, List.of(), Map.of());
  }

  /** The attributes of these names that stay. */
  public Map<String, AttributeValue> stayingOf(String... names) {
    Map<String, AttributeValue> some = new LinkedHashMap<>();
    for (String name : names) {
      AttributeValue value = staying.get(name);
      if (value != null) {
        some.put(name, value);
      }
    }
    return some;
  }
}
