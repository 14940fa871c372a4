package dev.evenkeel.core.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Units compared with the {@code ConsumedCapacity} of DynamoDB Local, where that follows AWS's
 * rules. Left out is where it does not:
 *
 * <ul>
 *   <li>a TransactWriteItems of several items counts as one;
 *   <li>an index in which the item is neither before nor after is charged for, if the part of the
 *       index key that the item has changes;
 *   <li>an entry of a local index counts 100 bytes more than it has, for writes only; so the local
 *       index here has entries too small for that to show.
 * </ul>
 */
class WriteCapacityOnLocalTest {
  private static LocalTable table;

  @BeforeAll
  static void start() {
    table = new LocalTable(IndexedItems.definition());
  }

  @AfterAll
  static void stop() {
    table.close();
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(longs = {31, 32, 33})
  void writes_randomScript_costWhatLocalReports(long seed) {
    RandomItems random = new RandomItems(seed);
    Map<Map<String, AttributeValue>, Map<String, AttributeValue>> stored = new HashMap<>();
    for (int i = 0; i < 200; i++) {
      Map<String, AttributeValue> key = IndexedItems.key("script" + seed, random.below(8));
      Map<String, AttributeValue> before = stored.getOrDefault(key, Map.of());
      Map<String, AttributeValue> after = new HashMap<>();
      ConsumedCapacity consumed = write(key, before, after, random);
      assertThat(reported(consumed, before, after))
          .as("seed %d, step %d", seed, i)
          .isEqualTo(expected(before, after));
      stored.put(key, after);
    }
  }

  /** Deletes, updates or puts; fills in what the item is {@code after} that. */
  private static ConsumedCapacity write(
      Map<String, AttributeValue> key,
      Map<String, AttributeValue> before,
      Map<String, AttributeValue> after,
      RandomItems random) {
    return switch (random.below(4)) {
      case 0 -> table.delete(key);
      case 1 -> {
        after.putAll(before.isEmpty() ? key : before);
        yield change(key, after, random);
      }
      default -> {
        after.putAll(IndexedItems.item(key, random));
        yield table.put(after);
      }
    };
  }

  /** Sets or removes one attribute, in DynamoDB Local and in {@code item} alike. */
  private static ConsumedCapacity change(
      Map<String, AttributeValue> key, Map<String, AttributeValue> item, RandomItems random) {
    String name = IndexedItems.ATTRIBUTES.get(random.below(IndexedItems.ATTRIBUTES.size()));
    AttributeValue value = random.below(3) == 0 ? null : IndexedItems.value(name, random);
    if (value == null) {
      item.remove(name);
    } else {
      item.put(name, value);
    }
    return table
        .client()
        .updateItem(
            update ->
                update
                    .tableName(LocalTable.NAME)
                    .key(key)
                    .updateExpression(value == null ? "REMOVE #n" : "SET #n = :v")
                    .expressionAttributeNames(Map.of("#n", name))
                    .expressionAttributeValues(value == null ? null : Map.of(":v", value))
                    .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
        .consumedCapacity();
  }

  private static Map<String, Double> expected(
      Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
    Map<String, Double> expected = new TreeMap<>();
    expected.put("table", tableUnits(ItemSize.bytes(before), ItemSize.bytes(after)).asDouble());
    IndexedItems.INDEXES.forEach(
        (name, index) -> expected.put(name, index.writeUnits(before, after).asDouble()));
    return expected;
  }

  private static CapacityUnits tableUnits(long bytesBefore, long bytesAfter) {
    return bytesAfter == 0
        ? WriteCapacity.STANDARD.delete(bytesBefore)
        : WriteCapacity.STANDARD.put(bytesBefore, bytesAfter);
  }

  private static Map<String, Double> reported(
      ConsumedCapacity consumed,
      Map<String, AttributeValue> before,
      Map<String, AttributeValue> after) {
    Map<String, Capacity> indexes = new HashMap<>(consumed.globalSecondaryIndexes());
    indexes.putAll(consumed.localSecondaryIndexes());
    Map<String, Double> reported = new TreeMap<>();
    reported.put("table", consumed.table().capacityUnits());
    IndexedItems.INDEXES.forEach(
        (name, index) -> {
          Capacity capacity = indexes.get(name);
          boolean inIndex = index.entryBytes(before) > 0 || index.entryBytes(after) > 0;
          reported.put(name, capacity == null || !inIndex ? 0.0 : capacity.capacityUnits());
        });
    return reported;
  }

  @Test
  void transactionalPut_oneItem_costsTwice() {
    try (LocalTable fresh = new LocalTable(ScalarAttributeType.N)) {
      Map<String, AttributeValue> item = new HashMap<>(IndexedItems.key("transact", 0));
      item.put("p", AttributeValue.fromS("x".repeat(1500)));
      double units =
          fresh
              .client()
              .transactWriteItems(
                  transact ->
                      transact
                          .transactItems(
                              TransactWriteItem.builder()
                                  .put(put -> put.tableName(LocalTable.NAME).item(item))
                                  .build())
                          .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
              .consumedCapacity()
              .get(0)
              .capacityUnits();
      assertThat(units)
          .isEqualTo(WriteCapacity.TRANSACTIONAL.put(0, ItemSize.bytes(item)).asDouble());
    }
  }
}
