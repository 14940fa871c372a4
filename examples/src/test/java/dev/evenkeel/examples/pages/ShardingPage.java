package dev.evenkeel.examples.pages;

import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardedPartitionKey;
import dev.evenkeel.sharding.spec.ShardedPartitionKey.Piece;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The code of {@code docs/sharding.md} that has no other place. */
final class ShardingPage {
  private ShardingPage() {}

  static ShardingSpec spec() {
    // [docs:spec]
    ShardingSpec spec =
        ShardingSpec.builder("orders")
            .partitionKey("day") // the logical key, hot
            .sortKey("id")
            .shards(16) // for every logical key...
            .shards(KeyRule.startingWith("ARCHIVE#", 1)) // ...but these, which stay plain
            .build();
    // [docs]
    return spec;
  }

  static ShardingDynamoDbClient family(DynamoDbClient dynamoDb, ShardingSpec spec) {
    // [docs:family]
    Predicate<String> days = Pattern.compile("events_\\d{4}-\\d\\d-\\d\\d").asMatchPredicate();
    ShardingDynamoDbClient client =
        ShardingDynamoDbClient.builder(dynamoDb).tables(days, spec).build();
    // [docs]
    return client;
  }

  static List<ShardingSpec> pieces() {
    // [docs:pieces]
    ShardingSpec clicks =
        ShardingSpec.builder("clicks")
            .partitionKey("page")
            .sortKey("at")
            .shards(Pieces.shards(1).from("2026-12-01", 16).from("2027-06-01", 32)) // by sort key
            .shards(KeyRule.exactly("/home", Pieces.shards(4).from("2026-12-01", 64)))
            .build();

    ShardingSpec hits =
        ShardingSpec.builder("hits")
            .partitionKey("day")
            .sortKey("at")
            .shards(1)
            .shards(KeyRule.byPartitionKey(Pieces.shards(16).from("2026-12-01", 32)))
            .build();
    // [docs]
    return List.of(clicks, hits);
  }

  /** A key with a piece. */
  @DynamoDbBean
  public static class Click {
    private String page = "";

    // [docs:mapped]
    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 1, pieces = @Piece(from = "2026-12-01", shards = 16))
    public String getPage() {
      return page;
    }

    // [docs]
    public void setPage(String newPage) {
      this.page = newPage;
    }
  }

  static ShardingSpec indexes() {
    // [docs:indexes]
    ShardingSpec orders =
        ShardingSpec.builder("orders")
            .partitionKey("day")
            .sortKey("id")
            .shards(16)
            .localIndex("byCustomer", "customer")
            .globalIndex("byTotal", "total", ScalarAttributeType.N)
            .globalIndex("byDay") // no sort key
            .build();
    // [docs]
    return orders;
  }

  static Map<String, AttributeValue> count(DynamoDbClient plain) {
    // [docs:counter]
    CounterSpec votes =
        CounterSpec.builder("votes")
            .partitionKey("candidate")
            .shards(10)
            .summed("up", "down")
            .build();
    ShardingDynamoDbClient client = ShardingDynamoDbClient.builder(plain).counter(votes).build();

    Map<String, AttributeValue> ada = Map.of("candidate", AttributeValue.fromS("Ada"));
    client.updateItem( // to one of ten rows, drawn
        vote ->
            vote.tableName("votes")
                .key(ada)
                .updateExpression("ADD up :one")
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
    Map<String, AttributeValue> sum = // of all rows: {candidate: Ada, up: 300}
        client.getItem(get -> get.tableName("votes").key(ada)).item();
    // [docs]
    return sum;
  }
}
