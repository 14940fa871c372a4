package dev.evenkeel.timeseries.internal.read;

import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.timeseries.internal.route.PeriodTable;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.TimeSpan;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Start keys between two tables: that of the last row, or where the page shows none, the last key
 * that a row of the table could have.
 *
 * @param target the table or index that is read
 * @param time how times are read
 * @param fixed the attributes whose value the key condition gives; null if rows are not in the
 *     order of time, so that no key can be made up
 * @param forward whether times grow
 */
record BoundaryKeys(
    Target target, ItemTime time, @Nullable Map<String, AttributeValue> fixed, boolean forward) {

  /** The key of the last row of a table, or of its end; null if it is not known. */
  @Nullable Map<String, AttributeValue> after(PeriodTable table, TablePage page) {
    List<Map<String, AttributeValue>> items = page.items();
    Map<String, AttributeValue> key =
        items.isEmpty() ? null : keyOf(items.get(items.size() - 1), target);
    return key != null || fixed == null ? key : endOf(table, fixed);
  }

  /** The key of a row; null if it came without a part of its key. */
  static @Nullable Map<String, AttributeValue> keyOf(
      Map<String, AttributeValue> row, Target target) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    for (KeyAttribute attribute : target.keys()) {
      AttributeValue value = row.get(attribute.name());
      if (value == null) {
        return null;
      }
      key.put(attribute.name(), value);
    }
    return key;
  }

  /**
   * The greatest key below the boundary that the read comes to next: no time is written like that,
   * so no row is skipped. It is in the table itself where times grow, else in the one before.
   */
  private @Nullable Map<String, AttributeValue> endOf(
      PeriodTable table, Map<String, AttributeValue> given) {
    AttributeValue end = endOf(table.span());
    if (end == null) {
      return null;
    }
    Map<String, AttributeValue> key = new HashMap<>();
    for (KeyAttribute attribute : target.keys()) {
      key.put(attribute.name(), given.getOrDefault(attribute.name(), least(attribute.type())));
    }
    key.put(time.attribute(), end);
    return key;
  }

  private @Nullable AttributeValue endOf(TimeSpan span) {
    return KeyOrder.neighbour(time.boundary(forward ? span.end() : span.start()), false);
  }

  /**
   * Whether times grow and nothing of a period is left after a start key in it: then the read
   * continues with the next period. Reading it again would give the same key again.
   */
  boolean isAtEnd(TimeSpan span, Map<String, AttributeValue> startKey) {
    AttributeValue at = startKey.get(time.attribute());
    AttributeValue end = forward && fixed != null ? endOf(span) : null;
    return at != null && end != null && KeyOrder.of(time.type()).compare(at, end) >= 0;
  }

  private static AttributeValue least(ScalarAttributeType type) {
    return switch (type) {
      case N -> AttributeValue.fromN("0");
      case B -> AttributeValue.fromB(SdkBytes.fromByteArray(new byte[1]));
      default -> AttributeValue.fromS(" ");
    };
  }
}
