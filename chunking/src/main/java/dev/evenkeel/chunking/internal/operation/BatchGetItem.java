package dev.evenkeel.chunking.internal.operation;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.read.BoundedParallel;
import dev.evenkeel.chunking.internal.read.BoundedParallel.Part;
import dev.evenkeel.chunking.internal.read.CallerSettings;
import dev.evenkeel.chunking.internal.read.Hydrator;
import dev.evenkeel.chunking.internal.read.ItemRead;
import dev.evenkeel.chunking.internal.read.ReadMemory;
import dev.evenkeel.chunking.internal.read.StoredItem;
import dev.evenkeel.chunking.internal.read.TornRead.ReadResult;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.internal.pace.Metering;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * BatchGetItem over tables managed or not. Items whose values would pass what is read at a time
 * come back as unprocessed keys, which DynamoDB may return for any key as well; one item with
 * values comes at least. Unprocessed keys are as the caller wrote them.
 */
public final class BatchGetItem
    extends OperationPlan<
        ManagedTables<TableStores>, BatchGetItemRequest, Flow<BatchGetItemResponse>> {

  BatchGetItem() {
    super(
        Operation.BATCH_GET_ITEM,
        BatchGetItemRequest.class,
        Disposition.FAN_OUT,
        "Fetches values outside, and unpacks; keys beyond the limit of bytes come back"
            + " unprocessed");
  }

  @Override
  public @Nullable Flow<BatchGetItemResponse> plan(
      ManagedTables<TableStores> tables, BatchGetItemRequest request) {
    return tables.namedBy(request) ? of(name -> TableStores.hydrator(tables, name), request) : null;
  }

  /**
   * Plans a BatchGetItem.
   *
   * @param tables finds what is managed of a table as requests name it; null if nothing is
   * @return null if the request is to be sent as it is
   */
  public static @Nullable Flow<BatchGetItemResponse> of(
      Function<String, @Nullable Hydrator> tables, BatchGetItemRequest request) {
    Map<String, ItemRead> reads = new LinkedHashMap<>();
    request
        .requestItems()
        .forEach(
            (table, requested) -> {
              Hydrator hydrator = tables.apply(table);
              ItemRead read = hydrator == null ? null : read(hydrator, table, requested);
              if (read != null && !read.isPlain()) {
                reads.put(table, read);
              }
            });
    if (reads.isEmpty()) {
      return null;
    }
    return CallerSettings.of(request)
        .run(
            TableCall.batchGet(sent(request, reads))
                .then(response -> new Answer(request, reads, response).flow()),
            BatchGetItem::withCapacity);
  }

  private static ItemRead read(Hydrator hydrator, String table, KeysAndAttributes requested) {
    Call call = new Call("BatchGetItem", table);
    call.refuseLegacy(requested);
    return ItemRead.of(
        hydrator, call, requested.projectionExpression(), requested.expressionAttributeNames());
  }

  private static BatchGetItemRequest sent(
      BatchGetItemRequest request, Map<String, ItemRead> reads) {
    if (reads.values().stream().allMatch(read -> read.projection().isAsRequested())) {
      return request;
    }
    Map<String, KeysAndAttributes> items = new LinkedHashMap<>(request.requestItems());
    reads.forEach(
        (table, read) -> items.computeIfPresent(table, (name, requested) -> sent(read, requested)));
    return request.toBuilder().requestItems(items).build();
  }

  private static KeysAndAttributes sent(ItemRead read, KeysAndAttributes requested) {
    return read.projection().isAsRequested()
        ? requested
        : requested.toBuilder()
            .projectionExpression(read.text())
            .expressionAttributeNames(read.names())
            .build();
  }

  private static BatchGetItemResponse withCapacity(
      BatchGetItemResponse response, List<ConsumedCapacity> used) {
    return used.isEmpty() ? response : Metering.with(response, CapacitySum.perTable(used));
  }

  /** One batch that came back: which items get their values, and which are put back. */
  private static final class Answer {
    private final BatchGetItemRequest request;
    private final Map<String, ItemRead> reads;
    private final BatchGetItemResponse response;
    private final List<Part<ReadResult>> rows = new ArrayList<>();

    /** The tables of the rows, as the response names them. */
    private final List<String> tables = new ArrayList<>();

    private final Map<String, List<Map<String, AttributeValue>>> putBack = new LinkedHashMap<>();
    private long bytes;

    Answer(
        BatchGetItemRequest request, Map<String, ItemRead> reads, BatchGetItemResponse response) {
      this.request = request;
      this.reads = reads;
      this.response = response;
      response
          .responses()
          .forEach(
              (table, items) -> {
                ItemRead read = read(table);
                if (read != null) {
                  items.forEach(item -> take(table, read, read.stored(item)));
                }
              });
    }

    /** Finds a table by name or by ARN, whichever the response has. */
    private @Nullable ItemRead read(String table) {
      ItemRead read = reads.get(table);
      return read != null
          ? read
          : reads.values().stream()
              .filter(other -> other.hydrator().table().isNamed(table))
              .findFirst()
              .orElse(null);
    }

    /** A small item may still fit where a large one before it did not. */
    private void take(String table, ItemRead read, StoredItem stored) {
      long more = stored.bytes();
      boolean fits = bytes + more <= read.hydrator().table().spec().limits().hydrateBytesMax();
      if (more == 0 || bytes == 0 || fits) {
        bytes += more;
        rows.add(read.part(stored));
        tables.add(table);
      } else {
        putBack.computeIfAbsent(table, name -> new ArrayList<>()).add(stored.item());
      }
    }

    Flow<BatchGetItemResponse> flow() {
      int widthMax = reads.values().stream().mapToInt(ItemRead::widthMax).min().orElse(1);
      return ReadMemory.holding(bytes, BoundedParallel.bySide(rows, widthMax)).map(this::answer);
    }

    private BatchGetItemResponse answer(List<ReadResult> found) {
      Map<String, List<Map<String, AttributeValue>>> items =
          new LinkedHashMap<>(response.responses());
      items.replaceAll((table, plain) -> read(table) == null ? plain : new ArrayList<>());
      for (int i = 0; i < found.size(); i++) {
        Map<String, AttributeValue> item = found.get(i).item();
        if (item != null) {
          requireNonNull(items.get(tables.get(i))).add(item);
        }
      }
      return response.toBuilder().responses(items).unprocessedKeys(unprocessed()).build();
    }

    /**
     * The unprocessed keys of DynamoDB's answer and the keys that are put back, as the caller wrote
     * them.
     */
    private Map<String, KeysAndAttributes> unprocessed() {
      Map<String, List<Map<String, AttributeValue>>> left = new LinkedHashMap<>();
      response
          .unprocessedKeys()
          .forEach((table, keys) -> left.put(table, new ArrayList<>(keys.keys())));
      putBack.forEach(
          (table, items) -> left.computeIfAbsent(table, name -> new ArrayList<>()).addAll(items));
      Map<String, KeysAndAttributes> unprocessed = new LinkedHashMap<>();
      left.forEach(
          (table, keys) -> {
            ItemRead read = read(table);
            unprocessed.put(
                table,
                read == null
                    ? requireNonNull(response.unprocessedKeys().get(table))
                    : withCallerKeys(read, keys));
          });
      return unprocessed;
    }

    /** The keys as the caller wrote them, found by those that come back. */
    private KeysAndAttributes withCallerKeys(
        ItemRead read, List<Map<String, AttributeValue>> left) {
      KeysAndAttributes requested = requireNonNull(request.requestItems().get(read.table()));
      ChunkedTable table = read.hydrator().table();
      Map<Object, Map<String, AttributeValue>> written = new HashMap<>();
      requested.keys().forEach(key -> written.put(table.identity(key), key));
      return requested.toBuilder()
          .keys(
              left.stream().map(item -> written.getOrDefault(table.identity(item), item)).toList())
          .build();
    }
  }
}
