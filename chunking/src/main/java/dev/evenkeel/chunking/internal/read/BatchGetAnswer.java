package dev.evenkeel.chunking.internal.read;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.operation.TableName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** One batch that came back: which items get their values, and which are put back. */
final class BatchGetAnswer {
  private final BatchGetItemRequest request;
  private final Map<String, ItemRead> reads;
  private final BatchGetItemResponse response;
  private final List<Row> rows = new ArrayList<>();
  private final Map<String, List<Map<String, AttributeValue>>> putBack = new LinkedHashMap<>();
  private long bytes;

  BatchGetAnswer(
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

  /** Whether asked for by name or by ARN, and whichever comes back. */
  private @Nullable ItemRead read(String table) {
    ItemRead read = reads.get(table);
    String plain = TableName.parse(table).name();
    return read != null
        ? read
        : reads.values().stream()
            .filter(other -> other.hydrator().table().name().equals(plain))
            .findFirst()
            .orElse(null);
  }

  private record Row(String table, ItemRead read, StoredItem stored) implements Part<ReadResult> {
    @Override
    public long bytes() {
      return stored.bytes();
    }

    @Override
    public boolean isHere() {
      return stored.isHere();
    }

    @Override
    public boolean isWide() {
      return stored.isWide();
    }

    @Override
    public ReadResult here() {
      return new ReadResult(read.here(stored));
    }

    @Override
    public Flow<ReadResult> fetched(int widthMax) {
      Map<String, AttributeValue> item = stored.item();
      return read.settled(read.hydrator().table().keyOf(item), item, widthMax);
    }
  }

  /** A small item may still fit where a large one before it did not. */
  private void take(String table, ItemRead read, StoredItem stored) {
    long more = stored.bytes();
    boolean fits = bytes + more <= read.hydrator().table().spec().limits().hydrateBytesMax();
    if (more == 0 || bytes == 0 || fits) {
      bytes += more;
      rows.add(new Row(table, read, stored));
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
        requireNonNull(items.get(rows.get(i).table())).add(item);
      }
    }
    return response.toBuilder().responses(items).unprocessedKeys(unprocessed()).build();
  }

  /** What DynamoDB left and what is put back, as the caller wrote it. */
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
                  : asAsked(read, keys));
        });
    return unprocessed;
  }

  private KeysAndAttributes asAsked(ItemRead read, List<Map<String, AttributeValue>> left) {
    KeysAndAttributes asked = requireNonNull(request.requestItems().get(read.table()));
    CallerKeys keys = new CallerKeys(read.hydrator().table(), asked.keys());
    return asked.toBuilder().keys(keys.of(left)).build();
  }

  /** The keys of a batch as the caller wrote them, found by the keys that come back. */
  static final class CallerKeys {
    private final ChunkedTable table;
    private final Map<String, Map<String, AttributeValue>> byText = new HashMap<>();

    CallerKeys(ChunkedTable table, List<Map<String, AttributeValue>> keys) {
      this.table = table;
      keys.forEach(key -> byText.put(text(key), key));
    }

    /** Equal keys have one text, however their numbers are written. */
    private String text(Map<String, AttributeValue> item) {
      return table.parent(item, "").text(table.schema());
    }

    List<Map<String, AttributeValue>> of(List<Map<String, AttributeValue>> items) {
      List<Map<String, AttributeValue>> keys = new ArrayList<>();
      for (Map<String, AttributeValue> item : items) {
        keys.add(byText.getOrDefault(text(item), item));
      }
      return keys;
    }
  }
}
