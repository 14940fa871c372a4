package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.with;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Queries on a table of 20 items over 7 shards. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
abstract class EdgeQueries {
  static final ShardingSpec SPEC =
      ShardingSpec.builder("edges").partitionKey("pk").sortKey("sk").shards(7).build();
  static final List<String> ALL = IntStream.range(0, 20).mapToObj("s%02d"::formatted).toList();

  DynamoDbClient plain;
  ShardingDynamoDbClient sharded;

  @BeforeAll
  void create(DynamoDbClient plain) {
    this.plain = plain;
    sharded = ShardingDynamoDbClient.builder(plain).table(SPEC).build();
    PhysicalTables.create(plain, SPEC);
    for (String sk : ALL) {
      put(SPEC, with(with(key("a", sk), "n", n(sk.substring(1))), "m", map("x", s(sk))));
    }
  }

  @AfterAll
  void close() {
    sharded.close();
  }

  void put(ShardingSpec spec, Map<String, AttributeValue> item) {
    sharded.putItem(put -> put.tableName(spec.tableName()).item(item));
  }

  static AttributeValue map(String name, AttributeValue value) {
    return AttributeValue.fromM(Map.of(name, value));
  }

  static QueryRequest.Builder query(String condition) {
    return QueryRequest.builder().tableName("edges").keyConditionExpression(condition);
  }

  static QueryRequest.Builder all() {
    return query("pk = :pk").expressionAttributeValues(Map.of(":pk", s("a")));
  }

  QueryResponse run(QueryRequest.Builder query) {
    return sharded.query(query.build());
  }

  ShardingSpec create(String table, ScalarAttributeType pk, ScalarAttributeType sk) {
    ShardingSpec spec =
        ShardingSpec.builder(table).partitionKey("pk", pk).sortKey("sk", sk).shards(5).build();
    PhysicalTables.create(plain, spec);
    return spec;
  }
}
