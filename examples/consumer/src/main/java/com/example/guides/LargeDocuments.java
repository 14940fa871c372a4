package com.example.guides;

import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import java.net.URI;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

public final class LargeDocuments {
  public static void main(String[] arguments) {
    try (DynamoDbClient plain =
        DynamoDbClient.builder().endpointOverride(URI.create(arguments[0])).build()) {
      createTables(plain);
      Map<String, AttributeValue> key = Map.of("Id", AttributeValue.fromS("report-2026"));
      String body = text(1_500_000);
      // [docs:documents]
      ChunkingSpec spec =
          ChunkingSpec.builder("documents")
              .partitionKey("Id")
              .attribute("body", AttributePolicy.compressed(Codecs.gzip()).thenChunked())
              .chunkTable("document_chunks")
              .intentTable("document_intents")
              .build();
      ChunkingDynamoDbClient client = ChunkingDynamoDbClient.builder(plain).table(spec).build();

      client.updateItem(
          update ->
              update
                  .tableName("documents")
                  .key(key)
                  .updateExpression("SET body = :body, title = :title")
                  .expressionAttributeValues(
                      Map.of(
                          ":body", AttributeValue.fromS(body),
                          ":title", AttributeValue.fromS("Report"))));
      Map<String, AttributeValue> document =
          client.getItem(get -> get.tableName("documents").key(key).consistentRead(true)).item();
      // [docs]
      System.out.printf(
          "%d characters, read back alike: %b%n",
          body.length(), body.equals(document.get("body").s()));
      int chunks = plain.scan(scan -> scan.tableName("document_chunks")).count();
      System.out.println("in " + chunks + " chunks, beside an item with its title");
    }
  }

  private static String text(int length) {
    return new Random(42)
        .ints(length, 'a', 'z' + 1)
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }

  /** The table itself, the table of chunks, and that of writes which are under way. */
  private static void createTables(DynamoDbClient plain) {
    for (String table : new String[] {"documents", "document_chunks"}) {
      plain.createTable(
          create ->
              create
                  .tableName(table)
                  .billingMode(BillingMode.PAY_PER_REQUEST)
                  .attributeDefinitions(
                      key -> key.attributeName("Id").attributeType(ScalarAttributeType.S))
                  .keySchema(key -> key.attributeName("Id").keyType(KeyType.HASH)));
    }
    plain.createTable(
        create ->
            create
                .tableName("document_intents")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    bucket -> bucket.attributeName("Bucket").attributeType(ScalarAttributeType.N),
                    due -> due.attributeName("Due").attributeType(ScalarAttributeType.S))
                .keySchema(
                    bucket -> bucket.attributeName("Bucket").keyType(KeyType.HASH),
                    due -> due.attributeName("Due").keyType(KeyType.RANGE)));
    for (String table : new String[] {"documents", "document_chunks", "document_intents"}) {
      plain.waiter().waitUntilTableExists(wait -> wait.tableName(table)); // at AWS, some seconds
    }
  }
}
