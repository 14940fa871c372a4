package dev.evenkeel.examples;

import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * An election: everybody votes at once, for two or three candidates, and each candidate is one
 * item. As one item it would take a thousand votes a second; over ten rows it takes ten thousand.
 */
public final class VoteCounter {
  private static final String TABLE = "votes";
  private static final int VOTERS = 300;
  private static final AttributeValue NONE = AttributeValue.fromS("?");
  private static final CounterSpec SPEC =
      CounterSpec.builder(TABLE).partitionKey("candidate").shards(10).summed("votes").build();

  private final PrintStream out;
  private final DynamoDbClient plain;
  private final DynamoDbClient client;
  private final DynamoDbAsyncClient asyncClient;

  private VoteCounter(PrintStream out, DynamoDbClient plain, DynamoDbAsyncClient plainAsync) {
    this.out = out;
    this.plain = plain;
    this.client = ShardingDynamoDbClient.builder(plain).counter(SPEC).build();
    this.asyncClient = ShardingDynamoDbAsyncClient.builder(plainAsync).counter(SPEC).build();
  }

  public static void main(String[] arguments) {
    run(System.out);
  }

  static void run(PrintStream out) {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient plain = local.client();
        DynamoDbAsyncClient plainAsync = local.asyncClient()) {
      VoteCounter example = new VoteCounter(out, plain, plainAsync);
      example.createTable();
      example.voteInThreads("Ada");
      example.voteAsynchronously("Grace");
      example.show("Ada");
      example.show("Grace");
      example.show("Nobody");
    }
  }

  private void createTable() {
    client.createTable(
        create ->
            create
                .tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(
                    KeySchemaElement.builder()
                        .attributeName("candidate")
                        .keyType(KeyType.HASH)
                        .build())
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("candidate")
                        .attributeType(ScalarAttributeType.S)
                        .build()));
  }

  private static UpdateItemRequest vote(String candidate) {
    return UpdateItemRequest.builder()
        .tableName(TABLE)
        .key(key(candidate))
        .updateExpression("ADD votes :one")
        .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
        .build();
  }

  private static Map<String, AttributeValue> key(String candidate) {
    return Map.of("candidate", AttributeValue.fromS(candidate));
  }

  private void voteInThreads(String candidate) {
    ExecutorService voters = Executors.newFixedThreadPool(8);
    try {
      CompletableFuture.allOf(
              IntStream.range(0, VOTERS)
                  .mapToObj(
                      voter ->
                          CompletableFuture.runAsync(
                              () -> client.updateItem(vote(candidate)), voters))
                  .toArray(CompletableFuture[]::new))
          .join();
    } finally {
      voters.shutdown();
    }
  }

  private void voteAsynchronously(String candidate) {
    CompletableFuture.allOf(
            IntStream.range(0, VOTERS)
                .mapToObj(voter -> asyncClient.updateItem(vote(candidate)))
                .toArray(CompletableFuture[]::new))
        .join();
  }

  private void show(String candidate) {
    Map<String, AttributeValue> total =
        client.getItem(get -> get.tableName(TABLE).key(key(candidate)).consistentRead(true)).item();
    out.printf("%s: %s votes, stored as %s%n", candidate, votes(total), rows(candidate));
  }

  private static String votes(Map<String, AttributeValue> item) {
    return item.getOrDefault("votes", AttributeValue.fromN("0")).n();
  }

  /** Reads the table as it is stored. */
  private Map<String, String> rows(String candidate) {
    return plain.scanPaginator(scan -> scan.tableName(TABLE)).items().stream()
        .filter(row -> row.getOrDefault("candidate", NONE).s().startsWith(candidate + "."))
        .collect(
            Collectors.toMap(
                row -> row.getOrDefault("candidate", NONE).s(),
                VoteCounter::votes,
                (one, other) -> one,
                TreeMap::new));
  }
}
