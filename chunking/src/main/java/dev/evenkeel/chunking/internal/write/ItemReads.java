package dev.evenkeel.chunking.internal.write;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.store.Batches;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.core.internal.expression.DocumentPath;
import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.Projection;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.ArrayList;
import java.util.HashMap;
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
public final class ItemReads {
  /** The whole item before, for writes that return it. */
  public static final ItemReads WHOLE = new ItemReads(true);

  /** The markers before, and nothing else. */
  public static final ItemReads MARKERS = new ItemReads(false);

  private final boolean whole;

  private ItemReads(boolean whole) {
    this.whole = whole;
  }

  /** The item before a write. */
  public Flow<Map<String, AttributeValue>> before(ItemWrite write) {
    return whole ? read(write, null) : markers(write);
  }

  /** What an item tells of values outside. */
  public Flow<Map<String, AttributeValue>> markers(ItemWrite write) {
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

  /**
   * What several items tell of values outside, in the order of the writes: one BatchGetItem for
   * each table and 100 items.
   *
   * @param writes of different items
   */
  public static Flow<List<Map<String, AttributeValue>>> markers(List<? extends ItemWrite> writes) {
    if (writes.size() == 1) {
      return MARKERS.markers(writes.get(0)).map(List::of);
    }
    Map<ChunkedTable, List<Map<String, AttributeValue>>> keys = new LinkedHashMap<>();
    writes.forEach(
        write -> keys.computeIfAbsent(write.table(), table -> new ArrayList<>()).add(write.key()));
    Map<ChunkedTable, Map<Object, Map<String, AttributeValue>>> found = new HashMap<>();
    List<Flow<Done>> reads = new ArrayList<>();
    keys.forEach(
        (table, ofTable) ->
            reads.add(
                Batches.getSome(
                        table.spec().tableName(),
                        ofTable,
                        table.reserved(),
                        item -> ItemKeys.identity(table, item))
                    .map(
                        items -> {
                          found.put(table, items);
                          return Done.DONE;
                        })));
    return Flow.awaitAll(reads)
        .map(
            done ->
                writes.stream()
                    .map(
                        write ->
                            requireNonNull(found.get(write.table()))
                                .getOrDefault(
                                    ItemKeys.identity(write.table(), write.key()), Map.of()))
                    .toList());
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
