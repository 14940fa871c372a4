package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The tables that the batch tests share: all with keys pk and sk. */
final class BatchSpecs {
  /** Sort key N, so that one key has several spellings. */
  static final ShardingSpec CALCULATED = spec("calculated").build();

  static final ShardingSpec DRAWN =
      spec("drawn").selector(ShardSelector.random()).uniqueSortKeys().build();

  /** The shard follows from an attribute beside the key. */
  static final ShardingSpec BESIDE =
      spec("beside").selector(ShardSelector.hashOf("id")).uniqueSortKeys().build();

  /** Keys are plain, but for those that begin with hot. */
  static final ShardingSpec RULED =
      spec("ruled")
          .shards(1)
          .shards(KeyRule.startingWith("hot", 16))
          .selector(ShardSelector.rotating())
          .uniqueSortKeys()
          .build();

  static final ShardingSpec[] ALL = {CALCULATED, DRAWN, BESIDE, RULED};

  /** A table that has no spec at any client. */
  static final ShardingSpec PLAIN = spec("plain").build();

  private BatchSpecs() {}

  private static ShardingSpec.Builder spec(String table) {
    return ShardingSpec.builder(table)
        .partitionKey("pk")
        .sortKey("sk", ScalarAttributeType.N)
        .shards(16);
  }

  static void create(DynamoDbClient plain) {
    Stream.concat(Stream.of(ALL), Stream.of(PLAIN))
        .forEach(spec -> PhysicalTables.create(plain, spec));
  }

  static Map<String, AttributeValue> key(String pk, String sk) {
    return Map.of("pk", AttributeValue.fromS(pk), "sk", AttributeValue.fromN(sk));
  }

  static Map<String, AttributeValue> with(
      Map<String, AttributeValue> attributes, String name, String value) {
    Map<String, AttributeValue> more = new HashMap<>(attributes);
    more.put(name, AttributeValue.fromS(value));
    return more;
  }

  /** Keys of one partition with sort keys 0, 1 and so on. */
  static List<Map<String, AttributeValue>> keys(String pk, int count) {
    return IntStream.range(0, count).mapToObj(i -> key(pk, Integer.toString(i))).toList();
  }

  /** An item at each key, with the attributes v and id. */
  static List<Map<String, AttributeValue>> items(List<Map<String, AttributeValue>> keys) {
    return keys.stream()
        .map(key -> with(with(key, "v", "v"), "id", "id" + key.get("sk").n()))
        .toList();
  }

  /** Everything stored in a table, with physical keys. */
  static List<Map<String, AttributeValue>> stored(DynamoDbClient plain, ShardingSpec spec) {
    return plain.scanPaginator(scan -> scan.tableName(spec.tableName())).items().stream().toList();
  }

  /** The number of stored items of a logical key, on all shards. */
  static long stored(DynamoDbClient plain, ShardingSpec spec, String pk) {
    return stored(plain, spec).stream().filter(item -> item.get("pk").s().startsWith(pk)).count();
  }
}
