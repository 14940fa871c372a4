package dev.evenkeel.timeseries.internal.read;

import dev.evenkeel.core.internal.item.CapacitySum;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * The part of a page from one period's table.
 *
 * @param items none if only their count was asked for
 * @param lastKey empty if the table has nothing left
 * @param used null if the caller did not ask for it
 * @param readBytes the bytes evaluated for it, which may be much more than came back
 * @param answer as it came; null if nothing was asked
 */
public record TablePage(
    List<Map<String, AttributeValue>> items,
    int count,
    int scannedCount,
    Map<String, AttributeValue> lastKey,
    @Nullable ConsumedCapacity used,
    long readBytes,
    @Nullable DynamoDbResponse answer) {
  /** The page of a missing table. */
  static final TablePage NOTHING = new TablePage(List.of(), 0, 0, Map.of(), null, 0, null);

  /** The sum of all tables' parts of a page. */
  public record Sum(List<TablePage> pages) {

    public List<Map<String, AttributeValue>> items() {
      List<Map<String, AttributeValue>> items = new ArrayList<>();
      pages.forEach(page -> items.addAll(page.items()));
      return items;
    }

    public int count() {
      return pages.stream().mapToInt(TablePage::count).sum();
    }

    public int scannedCount() {
      return pages.stream().mapToInt(TablePage::scannedCount).sum();
    }

    /** Consumed capacity, if the caller asked for it. */
    public @Nullable ConsumedCapacity capacity(
        String callerName, @Nullable ReturnConsumedCapacity wanted) {
      ConsumedCapacity sum =
          CapacitySum.of(pages.stream().map(TablePage::used).filter(Objects::nonNull).toList());
      return sum == null
          ? CapacitySum.nothing(callerName, wanted)
          : sum.toBuilder().tableName(callerName).build();
    }

    /** One of the responses; null if no table was asked. */
    public @Nullable DynamoDbResponse answer() {
      return pages.stream()
          .map(TablePage::answer)
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(null);
    }
  }
}
