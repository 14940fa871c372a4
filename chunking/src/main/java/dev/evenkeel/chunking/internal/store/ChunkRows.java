package dev.evenkeel.chunking.internal.store;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadKeys;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.internal.wire.Placement;
import dev.evenkeel.chunking.internal.wire.SeedLayout;
import dev.evenkeel.chunking.internal.wire.WriteId;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.core.item.KeySchema;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rows of one payload in the chunk table: their keys and what they hold. */
public final class ChunkRows {
  private final ChunkTableSpec table;
  private final KeySchema schema;
  private final Parent parent;
  private final PayloadRef payload;
  private final String chunkParent;

  ChunkRows(ChunkTableSpec table, KeySchema schema, Parent parent, PayloadRef payload) {
    this.table = table;
    this.schema = schema;
    this.parent = parent;
    this.payload = payload;
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
    return sortKey == null
        ? Map.of(
            table.partitionKey(),
            AttributeValue.fromS(PayloadKeys.chunk(chunkParent, writeId, number)))
        : Map.of(
            table.partitionKey(),
            AttributeValue.fromS(chunkParent),
            sortKey,
            AttributeValue.fromS(PayloadKeys.chunkSort(writeId, number)));
  }

  Map<String, AttributeValue> row(int number, AttributeValue data) {
    Map<String, AttributeValue> row = new LinkedHashMap<>(key(number));
    row.put(data(), data);
    if (!isSeed() && PayloadKeys.isHashed(schema, parent)) {
      row.put(ParentAttribute.NAME, ParentAttribute.write(parent));
    }
    return row;
  }

  /** The place of a row's key among the rows asked for. */
  Object identity(Map<String, AttributeValue> key) {
    AttributeValue sort = table.sortKey() == null ? null : key.get(table.sortKey());
    return sort == null
        ? requireNonNull(key.get(table.partitionKey())).s()
        : requireNonNull(key.get(table.partitionKey())).s() + "\n" + sort.s();
  }

  /**
   * An attribute of rows whose key does not tell what they belong to: the parent's table, attribute
   * and key.
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

    /** The parent that a row says it has, which its key has to confirm; null if it says none. */
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
