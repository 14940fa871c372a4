package dev.evenkeel.simulator.advise;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The partition keys of a table and its global indexes.
 *
 * @param partitionKey of the table
 * @param sorted whether it has a sort key
 * @param indexes the global ones
 */
record TableKeys(String partitionKey, boolean sorted, List<IndexKey> indexes) {

  /**
   * The key of a global index.
   *
   * @param partitionKeys one, or several that make one
   * @param sortKeys likewise, or none
   */
  record IndexKey(String name, List<String> partitionKeys, List<String> sortKeys) {
    boolean sorted() {
      return !sortKeys.isEmpty();
    }

    /** The value of an item; null if the index does not hold it. */
    @Nullable String of(Map<String, AttributeValue> item) {
      if (!item.keySet().containsAll(sortKeys)) {
        return null;
      }
      StringBuilder text = new StringBuilder();
      for (String name : partitionKeys) {
        AttributeValue value = item.get(name);
        if (value == null) {
          return null;
        }
        text.append(text.isEmpty() ? "" : "#").append(text(value));
      }
      return text.toString();
    }

    void write(DataOutput out) throws IOException {
      PackedText.write(out, name);
      write(out, partitionKeys);
      write(out, sortKeys);
    }

    private static void write(DataOutput out, List<String> keys) throws IOException {
      out.writeInt(keys.size());
      for (String key : keys) {
        PackedText.write(out, key);
      }
    }

    /**
     * One that was packed. The first format tells of sort keys only whether there are any.
     *
     * @param known of which it is, if it is of any
     */
    static IndexKey read(DataInput in, int format, Collection<IndexKey> known) throws IOException {
      String name = PackedText.text(in);
      List<String> partitionKeys = keys(in);
      if (format > 1) {
        return new IndexKey(name, partitionKeys, keys(in));
      }
      boolean sorted = in.readBoolean();
      return known.stream()
          .filter(index -> index.name().equals(name) && index.sorted() == sorted)
          .filter(index -> index.partitionKeys().equals(partitionKeys))
          .findFirst()
          .orElseGet(() -> new IndexKey(name, List.of(), List.of()));
    }

    private static List<String> keys(DataInput in) throws IOException {
      List<String> keys = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        keys.add(PackedText.text(in));
      }
      return keys;
    }
  }

  static TableKeys of(TableDescription table) {
    return new TableKeys(
        names(table.keySchema(), KeyType.HASH).get(0),
        !names(table.keySchema(), KeyType.RANGE).isEmpty(),
        table.globalSecondaryIndexes().stream()
            .map(
                index ->
                    new IndexKey(
                        index.indexName(),
                        names(index.keySchema(), KeyType.HASH),
                        names(index.keySchema(), KeyType.RANGE)))
            .toList());
  }

  private static List<String> names(List<KeySchemaElement> schema, KeyType type) {
    return schema.stream()
        .filter(element -> element.keyType() == type)
        .map(KeySchemaElement::attributeName)
        .toList();
  }

  /** A key value for people. */
  static String text(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s();
      case N -> value.n();
      case B -> HexFormat.of().formatHex(value.b().asByteArrayUnsafe());
      default -> "";
    };
  }
}
