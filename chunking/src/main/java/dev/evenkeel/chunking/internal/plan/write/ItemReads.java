package dev.evenkeel.chunking.internal.plan.write;

import dev.evenkeel.chunking.internal.plan.layout.ChunkedTable;
import dev.evenkeel.core.expression.AttributeName;
import dev.evenkeel.core.expression.DocumentPath;
import dev.evenkeel.core.expression.Projection;
import dev.evenkeel.core.flow.Flow;
import dev.evenkeel.core.flow.TableCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/**
 * How a write reads its own item, consistently. A read costs by the size of the item, whatever of
 * it is asked for; but what is not asked for need not travel.
 */
final class ItemReads {
  /** The whole item before, for writes that return it. */
  static final ItemReads WHOLE = new ItemReads(true);

  /** The markers before, and nothing else. */
  static final ItemReads MARKERS = new ItemReads(false);

  private final boolean whole;

  private ItemReads(boolean whole) {
    this.whole = whole;
  }

  /** The item before a write. */
  Flow<Map<String, AttributeValue>> before(ItemWrite write) {
    return whole ? read(write, null) : markers(write);
  }

  /** What an item tells of values outside. */
  Flow<Map<String, AttributeValue>> markers(ItemWrite write) {
    ChunkedTable table = write.table();
    List<DocumentPath> paths = new ArrayList<>();
    Map<String, String> names = new LinkedHashMap<>();
    for (String reserved : table.reserved()) {
      String token = "#r" + names.size();
      names.put(token, reserved);
      paths.add(DocumentPath.of(new AttributeName(token, reserved)));
    }
    return read(write, new Some(new Projection(paths).render(), names));
  }

  private record Some(String projection, Map<String, String> names) {}

  private static Flow<Map<String, AttributeValue>> read(ItemWrite write, @Nullable Some some) {
    GetItemRequest.Builder request =
        GetItemRequest.builder()
            .tableName(write.table().spec().tableName())
            .key(write.key())
            .consistentRead(true);
    if (some != null) {
      request.projectionExpression(some.projection()).expressionAttributeNames(some.names());
    }
    return TableCall.get(request.build())
        .map(response -> response.hasItem() ? response.item() : Map.of());
  }
}
