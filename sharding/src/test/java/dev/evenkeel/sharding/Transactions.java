package dev.evenkeel.sharding;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** Short words for the specs, items and actions of the tests on transactions. */
public final class Transactions {
  private Transactions() {}

  public static ShardingSpec.Builder table(String name) {
    return ShardingSpec.builder(name).partitionKey("pk").sortKey("sk");
  }

  public static ShardingSpec hashed(String name) {
    return table(name).shards(4).build();
  }

  public static ShardingSpec random(String name) {
    return table(name).shards(4).selector(ShardSelector.random()).uniqueSortKeys().build();
  }

  /** The shard follows from an attribute that is no part of the key. */
  public static ShardingSpec byTenant(String name) {
    return table(name).shards(4).selector(ShardSelector.hashOf("tenant")).build();
  }

  public static Map<String, AttributeValue> key(String partition, String sort) {
    return Map.of("pk", fromS(partition), "sk", fromS(sort));
  }

  public static Map<String, AttributeValue> item(String partition, String sort, int value) {
    return with(key(partition, sort), "v", fromN(String.valueOf(value)));
  }

  public static Map<String, AttributeValue> with(
      Map<String, AttributeValue> attributes, String name, AttributeValue value) {
    Map<String, AttributeValue> more = new HashMap<>(attributes);
    more.put(name, value);
    return more;
  }

  public static TransactWriteItem put(Consumer<Put.Builder> action) {
    return TransactWriteItem.builder().put(action).build();
  }

  public static TransactWriteItem put(String table, Map<String, AttributeValue> item) {
    return put(action -> action.tableName(table).item(item));
  }

  public static TransactWriteItem update(Consumer<Update.Builder> action) {
    return TransactWriteItem.builder().update(action).build();
  }

  public static TransactWriteItem delete(Consumer<Delete.Builder> action) {
    return TransactWriteItem.builder().delete(action).build();
  }

  public static TransactWriteItem check(Consumer<ConditionCheck.Builder> action) {
    return TransactWriteItem.builder().conditionCheck(action).build();
  }

  public static TransactWriteItemsRequest write(TransactWriteItem... actions) {
    return TransactWriteItemsRequest.builder().transactItems(actions).build();
  }

  public static TransactGetItem get(Consumer<Get.Builder> action) {
    return TransactGetItem.builder().get(action).build();
  }

  public static TransactGetItem get(String table, Map<String, AttributeValue> key) {
    return get(action -> action.tableName(table).key(key));
  }

  public static TransactGetItemsRequest read(TransactGetItem... actions) {
    return TransactGetItemsRequest.builder().transactItems(actions).build();
  }
}
