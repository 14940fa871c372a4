package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The documented cost of each operation, measured on both clients. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class CostPageTest {
  private static final Path PAGE = Path.of("..", "docs", "chunking.md");
  private static final String ACCEPT = "evenkeel.docs.accept";
  private static final String BEGIN = "<!-- costs: CostPageTest -->\n";
  private static final String END = "<!-- end of costs -->\n";
  private static final int TEN = 10;

  private static final AttributeValue SMALL = value(800, 1);
  private static final AttributeValue LARGE = value(100 * 1024, 2);
  private static final AttributeValue OTHER = value(100 * 1024, 3);

  /**
   * A row.
   *
   * @param before the item that is put first; null for none
   * @param request of a table and an id
   */
  private record Row(
      String name,
      @Nullable BiFunction<String, String, DynamoDbRequest> before,
      BiFunction<String, String, DynamoDbRequest> request) {}

  private static AttributeValue value(int bytes, long seed) {
    byte[] value = new byte[bytes];
    new Random(seed).nextBytes(value);
    return AttributeValue.fromB(SdkBytes.fromByteArray(value));
  }

  private static Map<String, AttributeValue> item(
      String id, int rank, String attribute, AttributeValue value) {
    Map<String, AttributeValue> item = new HashMap<>(Fixture.key(id, rank));
    item.put(attribute, value);
    return item;
  }

  private static BiFunction<String, String, DynamoDbRequest> put(
      String attribute, AttributeValue value) {
    return (table, id) ->
        PutItemRequest.builder().tableName(table).item(item(id, 0, attribute, value)).build();
  }

  private static BiFunction<String, String, DynamoDbRequest> set(
      String attribute, AttributeValue value) {
    return (table, id) ->
        UpdateItemRequest.builder()
            .tableName(table)
            .key(Fixture.key(id, 0))
            .updateExpression("SET #a = :v")
            .expressionAttributeNames(Map.of("#a", attribute))
            .expressionAttributeValues(Map.of(":v", value))
            .build();
  }

  private static DynamoDbRequest delete(String table, String id) {
    return DeleteItemRequest.builder().tableName(table).key(Fixture.key(id, 0)).build();
  }

  private static DynamoDbRequest get(String table, String id) {
    return GetItemRequest.builder()
        .tableName(table)
        .key(Fixture.key(id, 0))
        .consistentRead(true)
        .build();
  }

  private static DynamoDbRequest query(String table, String id) {
    return QueryRequest.builder()
        .tableName(table)
        .keyConditionExpression("id = :id")
        .expressionAttributeValues(Map.of(":id", AttributeValue.fromS(id)))
        .consistentRead(true)
        .build();
  }

  private static BiFunction<String, String, DynamoDbRequest> batchPut(AttributeValue value) {
    return (table, id) ->
        BatchWriteItemRequest.builder()
            .requestItems(
                Map.of(
                    table,
                    IntStream.range(0, TEN)
                        .mapToObj(
                            rank ->
                                WriteRequest.builder()
                                    .putRequest(put -> put.item(item(id, rank, "body", value)))
                                    .build())
                        .toList()))
            .build();
  }

  private static DynamoDbRequest batchGet(String table, String id) {
    return BatchGetItemRequest.builder()
        .requestItems(
            Map.of(
                table,
                KeysAndAttributes.builder()
                    .keys(IntStream.range(0, TEN).mapToObj(rank -> Fixture.key(id, rank)).toList())
                    .consistentRead(true)
                    .build()))
        .build();
  }

  private static BiFunction<String, String, DynamoDbRequest> transactPut(AttributeValue value) {
    return (table, id) ->
        TransactWriteItemsRequest.builder()
            .transactItems(
                TransactWriteItem.builder()
                    .put(put -> put.tableName(table).item(item(id, 0, "body", value)))
                    .build())
            .build();
  }

  private static DynamoDbRequest transactGet(String table, String id) {
    return TransactGetItemsRequest.builder()
        .transactItems(
            IntStream.range(0, TEN)
                .mapToObj(
                    rank ->
                        TransactGetItem.builder()
                            .get(get -> get.tableName(table).key(Fixture.key(id, rank)))
                            .build())
                .toList())
        .build();
  }

  private static final List<Row> ROWS =
      List.of(
          new Row(
              "PutItem that stays, over one that stayed", put("body", SMALL), put("body", SMALL)),
          new Row(
              "PutItem that stays, over a value in chunks", put("body", LARGE), put("body", SMALL)),
          new Row("PutItem of a value into chunks", null, put("body", LARGE)),
          new Row(
              "PutItem of another value over one in chunks",
              put("body", OTHER),
              put("body", LARGE)),
          new Row("PutItem of the value that is in chunks", put("body", LARGE), put("body", LARGE)),
          new Row("PutItem of a value into S3", null, put("image", LARGE)),
          new Row("PutItem of the value that is in S3", put("image", LARGE), put("image", LARGE)),
          new Row("UpdateItem of other attributes", put("body", LARGE), set("count", SMALL)),
          new Row(
              "UpdateItem that sets a value, into chunks", put("body", SMALL), set("body", LARGE)),
          new Row("DeleteItem of one that stayed", put("body", SMALL), CostPageTest::delete),
          new Row("DeleteItem with a value in chunks", put("body", LARGE), CostPageTest::delete),
          new Row("GetItem of one that stayed", put("body", SMALL), CostPageTest::get),
          new Row("GetItem of a value in chunks", put("body", LARGE), CostPageTest::get),
          new Row("GetItem of a value in S3", put("image", LARGE), CostPageTest::get),
          new Row("Query of 10 that stayed", batchPut(SMALL), CostPageTest::query),
          new Row("Query of 10 values in chunks", batchPut(LARGE), CostPageTest::query),
          new Row("BatchGetItem of 10 values in chunks", batchPut(LARGE), CostPageTest::batchGet),
          new Row(
              "BatchWriteItem of 10 that stay, over ones that stayed",
              batchPut(SMALL),
              batchPut(SMALL)),
          new Row("BatchWriteItem of 10 values into chunks", null, batchPut(LARGE)),
          new Row("TransactWriteItems of one that stays", put("body", SMALL), transactPut(SMALL)),
          new Row("TransactWriteItems of one value into chunks", null, transactPut(LARGE)),
          new Row(
              "TransactGetItems of 10 values in chunks",
              batchPut(LARGE),
              CostPageTest::transactGet));

  @Test
  void page_asCommitted_saysWhatIsCounted(LocalDynamoDb local, LocalS3 s3) throws IOException {
    Costs costs = new Costs();
    StringBuilder table =
        new StringBuilder(
            """
            | operation | requests | write units | read units | plain: write units | read units |
            |---|---|---|---|---|---|
            """);
    try (Fixture fixture = new Fixture(local, s3, costs)) {
      List<ClientUnderTest> clients =
          fixture.clients(
              fixture
                  .spec()
                  .attribute("body", AttributePolicy.chunked().moveFrom(4096))
                  .attribute("image", AttributePolicy.offloaded().moveFrom(4096))
                  .chunkTable(ChunkTableSpec.of(Fixture.CHUNKS))
                  .itemBytesMax(390_000)
                  .build());
      ClientUnderTest plain = ClientUnderTest.of(fixture.plain);
      for (Row row : ROWS) {
        Costs.Spent sync = spent(costs, clients.get(0), Fixture.DOCS, "sync", row);
        Costs.Spent async = spent(costs, clients.get(1), Fixture.DOCS, "async", row);
        assertThat(async).as(row.name()).isEqualTo(sync);
        Costs.Spent plainly = spent(costs, plain, "Plain", "plain", row);
        assertThat(plainly.dynamoDb()).isEqualTo(1);
        table.append("| ").append(row.name()).append(" | ").append(sync.row());
        table.append(" | ").append(plainly.units()).append(" |\n");
      }
    }
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN) + BEGIN.length();
    int to = page.indexOf(END);
    if (Boolean.getBoolean(ACCEPT)) {
      page = page.substring(0, from) + table + page.substring(to);
      Files.writeString(PAGE, page);
      to = page.indexOf(END);
    }
    assertThat(page.substring(from, to))
        .as("run with -D%s=true to write the table anew", ACCEPT)
        .isEqualTo(table.toString());
  }

  private static Costs.Spent spent(
      Costs costs, ClientUnderTest client, String table, String kind, Row row) {
    String id = row.name() + kind;
    if (row.before() != null) {
      client.call(row.before().apply(table, id));
    }
    Costs.Spent unused = costs.take();
    client.call(row.request().apply(table, id));
    return costs.take();
  }
}
