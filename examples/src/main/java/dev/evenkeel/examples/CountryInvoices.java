package dev.evenkeel.examples;

import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The invoices of AWS's <i>Choosing the Right DynamoDB Partition Key</i>, indexed by country: most
 * of them are from one, so plainly one partition of the index takes most of its writes. The code
 * that creates, writes and queries is the same before and after.
 */
public final class CountryInvoices {
  // [docs:spec]
  static final ShardingSpec SPEC =
      ShardingSpec.builder("spread")
          .partitionKey("invoice")
          .shards(1) // the table itself is not hot
          .shardedIndex(ShardedIndexSpec.numberFirst("byCountry", "tx_country", 5))
          .build();

  // [docs]

  private CountryInvoices() {}

  public static void main(String[] arguments) {
    run(System.out);
  }

  static void run(PrintStream out) {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient plain = local.client()) {
      fill(plain, "hot");
      out.println("before, index entries by partition: " + partitions(plain, "hot", "tx_country"));
      show(out, plain, "hot");
      DynamoDbClient client = ShardingDynamoDbClient.builder(plain).table(SPEC).build();
      fill(client, "spread");
      out.println(
          "after, index entries by partition: "
              + partitions(plain, "spread", "evenkeel.byCountry"));
      show(out, client, "spread");
    }
  }

  private static void fill(DynamoDbClient client, String table) {
    client.createTable(
        create ->
            create
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(hash("invoice"))
                .attributeDefinitions(text("invoice"), text("tx_country"))
                .globalSecondaryIndexes(
                    GlobalSecondaryIndex.builder()
                        .indexName("byCountry")
                        .keySchema(hash("tx_country"))
                        .projection(all -> all.projectionType(ProjectionType.ALL))
                        .build()));
    for (int i = 0; i < 500; i++) {
      Map<String, AttributeValue> item =
          Map.of(
              "invoice", AttributeValue.fromS("InvoiceNumber#" + (121212 + i)),
              "tx_country", AttributeValue.fromS(i % 10 == 0 ? "FRA" : "USA"));
      client.putItem(put -> put.tableName(table).item(item));
    }
  }

  private static KeySchemaElement hash(String attribute) {
    return KeySchemaElement.builder().attributeName(attribute).keyType(KeyType.HASH).build();
  }

  private static AttributeDefinition text(String attribute) {
    return AttributeDefinition.builder()
        .attributeName(attribute)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  /** The number of stored entries of the index by partition key value. */
  private static Map<String, Integer> partitions(
      DynamoDbClient plain, String table, String partitionKey) {
    Map<String, Integer> entries = new TreeMap<>();
    plain
        .scanPaginator(scan -> scan.tableName(table).indexName("byCountry"))
        .items()
        .forEach(
            item -> {
              AttributeValue key = item.getOrDefault(partitionKey, AttributeValue.fromS("?"));
              entries.merge(key.n() == null ? key.s() : key.n(), 1, Integer::sum);
            });
    return entries;
  }

  private static void show(PrintStream out, DynamoDbClient client, String table) {
    QueryRequest query =
        QueryRequest.builder()
            .tableName(table)
            .indexName("byCountry")
            .keyConditionExpression("tx_country = :country")
            .expressionAttributeValues(Map.of(":country", AttributeValue.fromS("USA")))
            .limit(100)
            .build();
    int pages = 0;
    int items = 0;
    QueryResponse page;
    do {
      page = client.query(query);
      pages++;
      items += page.count();
      query = query.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
    } while (!page.lastEvaluatedKey().isEmpty());
    out.printf("  USA: %d invoices on %d pages%n", items, pages);
  }
}
