package dev.evenkeel.chunking.internal.store;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.store.ChunkRows.Slices.Range;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadKeys;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.internal.wire.SeedLayout;
import dev.evenkeel.chunking.internal.wire.WriteId;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.core.internal.value.Utf8;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The rows of one payload in the chunk table: their keys, what they hold, and the requests for
 * them, as few as DynamoDB's limits allow and several at a time.
 */
public final class ChunkRows {
  private final ChunkTableSpec table;
  private final KeySchema schema;
  private final Parent parent;
  private final PayloadRef payload;
  private final String chunkParent;
  private final int widthMax;

  ChunkRows(
      ChunkTableSpec table, KeySchema schema, Parent parent, PayloadRef payload, int widthMax) {
    this.table = table;
    this.schema = schema;
    this.parent = parent;
    this.payload = payload;
    this.widthMax = widthMax;
    this.chunkParent = PayloadKeys.chunkParent(schema, parent);
  }

  /** The attribute that holds the bytes. */
  String data() {
    return isSeed() ? parent.attribute() : table.data();
  }

  private boolean isSeed() {
    return payload.placement() == Placement.SEED_CHUNKS;
  }

  Map<String, AttributeValue> key(int number) {
    if (isSeed()) {
      return Map.of(
          table.partitionKey(),
          AttributeValue.fromS(SeedLayout.chunk(schema, parent.key(), payload.id(), number)));
    }
    WriteId writeId = WriteId.ofHex(payload.id());
    String sortKey = table.sortKey();
    if (sortKey != null) {
      return Map.of(
          table.partitionKey(),
          AttributeValue.fromS(chunkParent),
          sortKey,
          AttributeValue.fromS(PayloadKeys.chunkSort(writeId, number)));
    }
    AttributeValue name = AttributeValue.fromS(PayloadKeys.chunk(chunkParent, writeId, number));
    KeyAttribute time = table.time();
    return time == null
        ? Map.of(table.partitionKey(), name)
        : Map.of(
            table.partitionKey(), name, time.name(), requireNonNull(parent.key().get(time.name())));
  }

  Map<String, AttributeValue> row(int number, AttributeValue data) {
    Map<String, AttributeValue> row = new LinkedHashMap<>(key(number));
    requireTimeFits(row);
    row.put(data(), data);
    if (!isSeed() && PayloadKeys.isHashed(schema, parent)) {
      row.put(ParentAttribute.NAME, ParentAttribute.write(parent));
    }
    return row;
  }

  /** DynamoDB would refuse it without a word of which key is too long. */
  private void requireTimeFits(Map<String, AttributeValue> row) {
    KeyAttribute time = table.time();
    if (time == null) {
      return;
    }
    String text = requireNonNull(row.get(time.name())).s();
    if (text != null && Utf8.length(text) > KeySchema.SORT_KEY_BYTES_MAX) {
      throw new ChunkingException(
          ChunkingException.Reason.ITEM_TOO_LARGE,
          "Key attribute '%s' of an item of table '%s' has more than %d bytes, and is the sort key of its chunks. Shorten it, or keep the value in its item."
              .formatted(time.name(), parent.table(), KeySchema.SORT_KEY_BYTES_MAX),
          null);
    }
  }

  /** Identifies a row among the requested ones; a time adds nothing to a name of its own. */
  Object identity(Map<String, AttributeValue> key) {
    AttributeValue sort = table.sortKey() == null ? null : key.get(table.sortKey());
    return sort == null
        ? requireNonNull(key.get(table.partitionKey())).s()
        : requireNonNull(key.get(table.partitionKey())).s() + "\n" + sort.s();
  }

  /** The rows that share a request, if each is as large as a chunk of this table may be. */
  private List<Range> slices(int chunks) {
    return Slices.of(chunks, table.chunkBytes(), RequestLimits.BATCH_WRITES_MAX);
  }

  /**
   * Writes rows.
   *
   * @param first the number of the first, counted from 1
   * @param count how many
   * @param data gives the data of a row by its number; called when its request is made
   */
  Flow<Done> write(int first, int count, IntFunction<AttributeValue> data) {
    return Flow.each(
        slices(count),
        widthMax,
        range -> named(Batches.put(table.tableName(), rows(range, first, data))));
  }

  private List<Map<String, AttributeValue>> rows(
      Range range, int first, IntFunction<AttributeValue> data) {
    return IntStream.rangeClosed(range.first(), range.last())
        .map(number -> number + first - 1)
        .mapToObj(number -> row(number, data.apply(number)))
        .toList();
  }

  /**
   * The content of rows that fit one answer, in order; fails if a row is missing. A row that was
   * written under a name of its own never changes, and is read at half the price where it can be
   * seen.
   */
  Flow<List<AttributeValue>> read(Range range) {
    return read(range, Batches.getUnchanging(table.tableName(), keys(range), this::identity));
  }

  /** The same for rows that may be overwritten, as programs made for AWS's text do. */
  Flow<List<AttributeValue>> readByHand(Range range) {
    return read(range, Batches.get(table.tableName(), keys(range), this::identity));
  }

  private Flow<List<AttributeValue>> read(
      Range range, Flow<Map<Object, Map<String, AttributeValue>>> rowsFound) {
    return named(rowsFound)
        .map(
            found ->
                IntStream.rangeClosed(range.first(), range.last())
                    .mapToObj(number -> data(found, number))
                    .toList());
  }

  /** Whether a row is there. It costs what reading it does. */
  Flow<Boolean> isThere(int number) {
    return named(Batches.getKeys(table.tableName(), List.of(key(number)), this::identity))
        .map(found -> !found.isEmpty());
  }

  /** Deletes the rows from 1 on; those that are not there are no matter. */
  Flow<Done> remove(int count) {
    return Flow.each(
        Slices.of(count, 1, RequestLimits.BATCH_WRITES_MAX),
        widthMax,
        range -> named(Batches.delete(table.tableName(), keys(range))));
  }

  private <T> Flow<T> named(Flow<T> request) {
    return MissingStores.named(table, request);
  }

  private List<Map<String, AttributeValue>> keys(Range range) {
    return IntStream.rangeClosed(range.first(), range.last()).mapToObj(this::key).toList();
  }

  private AttributeValue data(Map<Object, Map<String, AttributeValue>> found, int number) {
    Map<String, AttributeValue> row = found.get(identity(key(number)));
    if (row == null) {
      throw new LargeValueException(
          Reason.PAYLOAD_MISSING,
          "Its chunk %d is not there. Restore it from a backup, or remove the value and write it again."
              .formatted(number));
    }
    AttributeValue data = row.get(data());
    if (data == null) {
      throw new LargeValueException(
          Reason.CORRUPT, "Its chunk %d holds no data.".formatted(number));
    }
    return data;
  }

  /** The division of chunks into requests. */
  static final class Slices {
    /**
     * The maximum bytes of a request; several are in flight, and each takes several times its size
     * in memory.
     */
    private static final int REQUEST_BYTES = 4 * 1024 * 1024;

    private Slices() {}

    /** Chunk numbers from {@code first} to {@code last}. */
    record Range(int first, int last) {}

    /**
     * All chunks from 1 on, in order, in groups for one request each.
     *
     * @param requestItemsMax how many items DynamoDB takes in such a request
     */
    static List<Range> of(int chunks, int chunkBytes, int requestItemsMax) {
      int each = Math.max(1, Math.min(requestItemsMax, REQUEST_BYTES / Math.max(1, chunkBytes)));
      List<Range> ranges = new ArrayList<>();
      for (int first = 1; first <= chunks; first += each) {
        ranges.add(new Range(first, Math.min(chunks, first + each - 1)));
      }
      return ranges;
    }
  }

  /**
   * An attribute of rows whose key holds the parent's hash: the parent's table, attribute and key.
   */
  public static final class ParentAttribute {
    public static final String NAME = "Parent";

    private static final String TABLE = "table";
    private static final String ATTRIBUTE = "attribute";
    private static final String KEY = "key";

    private ParentAttribute() {}

    static AttributeValue write(Parent parent) {
      return AttributeValue.fromM(
          Map.of(
              TABLE, AttributeValue.fromS(parent.table()),
              ATTRIBUTE, AttributeValue.fromS(parent.attribute()),
              KEY, AttributeValue.fromM(parent.key())));
    }

    /** The parent that a row names, which its key has to confirm; null if it names none. */
    public static @Nullable Parent read(Map<String, AttributeValue> row) {
      AttributeValue parent = row.get(NAME);
      if (parent == null || !parent.hasM()) {
        return null;
      }
      AttributeValue table = parent.m().get(TABLE);
      AttributeValue attribute = parent.m().get(ATTRIBUTE);
      AttributeValue key = parent.m().get(KEY);
      if (table == null || attribute == null || key == null) {
        return null;
      }
      return table.s() == null || attribute.s() == null || !key.hasM()
          ? null
          : new Parent(table.s(), key.m(), attribute.s());
    }
  }
}
