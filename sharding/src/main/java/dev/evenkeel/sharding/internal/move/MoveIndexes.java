package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.core.item.SecondaryIndex;
import dev.evenkeel.core.item.WriteCapacity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * What a move writes in the indexes of a table: for each entry a put and a delete. AWS does not say
 * whether a transaction doubles the put, so that it counts twice: the units are the most.
 *
 * @param all the indexes, global and local
 * @param local those of which an entry takes room of its item
 */
record MoveIndexes(List<SecondaryIndex> all, List<SecondaryIndex> local) {
  static final MoveIndexes NONE = new MoveIndexes(List.of(), List.of());
  private static final int UNITS = 3;

  static MoveIndexes of(TableDescription table) {
    List<SecondaryIndex> local = new ArrayList<>();
    for (LocalSecondaryIndexDescription index : table.localSecondaryIndexes()) {
      local.add(index(table, index.keySchema(), index.projection()));
    }
    List<SecondaryIndex> all = new ArrayList<>(local);
    for (GlobalSecondaryIndexDescription index : table.globalSecondaryIndexes()) {
      all.add(index(table, index.keySchema(), index.projection()));
    }
    return new MoveIndexes(List.copyOf(all), List.copyOf(local));
  }

  private static SecondaryIndex index(
      TableDescription table, List<KeySchemaElement> key, Projection projection) {
    return SecondaryIndex.of(
        KeySchema.of(table.keySchema(), table.attributeDefinitions()),
        KeySchema.of(key, table.attributeDefinitions()),
        projection);
  }

  /**
   * The bytes of an item with a longer key, and of its entries in local indexes, which have that
   * key too: together these are what DynamoDB limits.
   *
   * @param longer by so many bytes
   */
  long bytes(Map<String, AttributeValue> item, long longer) {
    return ItemSize.bytes(item)
        + longer
        + local.stream()
            .mapToLong(index -> index.entryBytes(item))
            .filter(bytes -> bytes > 0)
            .map(bytes -> bytes + longer)
            .sum();
  }

  /** Write units of moving an item. */
  double units(Map<String, AttributeValue> item) {
    return all.stream()
        .mapToLong(index -> index.entryBytes(item))
        .filter(bytes -> bytes > 0)
        .mapToDouble(bytes -> units(1, bytes))
        .sum();
  }

  /** Write units of moving all items, by what DynamoDB says of the indexes. */
  static double units(TableDescription table) {
    double units = 0;
    for (GlobalSecondaryIndexDescription index : table.globalSecondaryIndexes()) {
      units += units(index.itemCount(), index.indexSizeBytes());
    }
    for (LocalSecondaryIndexDescription index : table.localSecondaryIndexes()) {
      units += units(index.itemCount(), index.indexSizeBytes());
    }
    return units;
  }

  private static double units(@Nullable Long count, @Nullable Long bytes) {
    return count == null || bytes == null || count == 0
        ? 0
        : UNITS * count * Math.ceil((double) bytes / count / WriteCapacity.BLOCK_BYTES);
  }

  private static double units(long count, long bytes) {
    return units(Long.valueOf(count), Long.valueOf(bytes));
  }
}
