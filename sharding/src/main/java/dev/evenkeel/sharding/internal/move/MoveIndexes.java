package dev.evenkeel.sharding.internal.move;

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
 */
record MoveIndexes(List<SecondaryIndex> all) {
  private static final int UNITS = 3;

  static MoveIndexes of(TableDescription table) {
    List<SecondaryIndex> all = new ArrayList<>();
    for (GlobalSecondaryIndexDescription index : table.globalSecondaryIndexes()) {
      all.add(index(table, index.keySchema(), index.projection()));
    }
    for (LocalSecondaryIndexDescription index : table.localSecondaryIndexes()) {
      all.add(index(table, index.keySchema(), index.projection()));
    }
    return new MoveIndexes(List.copyOf(all));
  }

  private static SecondaryIndex index(
      TableDescription table, List<KeySchemaElement> key, Projection projection) {
    return SecondaryIndex.of(
        KeySchema.of(table.keySchema(), table.attributeDefinitions()),
        KeySchema.of(key, table.attributeDefinitions()),
        projection);
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
