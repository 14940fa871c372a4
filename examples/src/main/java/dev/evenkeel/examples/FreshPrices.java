package dev.evenkeel.examples;

import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClientBuilder;

/**
 * Prices that another process changes. They stay in memory for an hour, but the stream of the table
 * says which have changed, and these are read anew.
 */
public final class FreshPrices {
  private static final String TABLE = "Prices";
  private static final Map<String, AttributeValue> KEY = Map.of("Id", AttributeValue.fromS("lamp"));

  private FreshPrices() {}

  public static void main(String[] arguments) throws InterruptedException {
    run(System.out);
  }

  static void run(PrintStream out) throws InterruptedException {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient plain = local.client();
        DynamoDbStreamsClient streams = streams(local, plain).build()) {
      ExampleTables.create(plain, TABLE, "Id");
      String stream =
          plain
              .updateTable(
                  update ->
                      update
                          .tableName(TABLE)
                          .streamSpecification(
                              s -> s.streamEnabled(true).streamViewType(StreamViewType.KEYS_ONLY)))
              .tableDescription()
              .latestStreamArn();
      set(plain, "10.00");
      look(plain, streams, stream, out);
    }
  }

  private static void look(
      DynamoDbClient plain, DynamoDbStreamsClient streams, String stream, PrintStream out)
      throws InterruptedException {
    // [docs:listen]
    ItemCache cache = ItemCache.ofBytes(8 << 20);
    try (StreamedWrites writes = new StreamedWrites(streams, "Prices", stream)) {
      cache.listenTo(writes);
      // [docs]
      DynamoDbClient client = client(plain, cache);
      out.println("read: " + price(client));
      out.println("read: " + price(client) + ", from memory: " + hits(cache));

      set(plain, "9.00"); // another process
      while (!price(client).equals("9.00")) {
        Thread.sleep(20);
      }
      out.println("changed elsewhere, and read: " + price(client));
    }
  }

  private static DynamoDbClient client(DynamoDbClient plain, ItemCache cache) {
    return CachingDynamoDbClient.builder(plain)
        .table(
            CachingSpec.builder(TABLE)
                .partitionKey("Id", ScalarAttributeType.S)
                .timeToLive(Duration.ofHours(1))
                .popular(1, Duration.ofMinutes(1))
                .build())
        .cache(cache)
        .build();
  }

  private static long hits(ItemCache cache) {
    return Objects.requireNonNull(cache.stats().get(TABLE)).hits();
  }

  private static void set(DynamoDbClient client, String price) {
    client.putItem(
        put ->
            put.tableName(TABLE)
                .item(
                    Map.of(
                        "Id", AttributeValue.fromS("lamp"), "Price", AttributeValue.fromS(price))));
  }

  private static String price(DynamoDbClient client) {
    Map<String, AttributeValue> item = client.getItem(get -> get.tableName(TABLE).key(KEY)).item();
    return Objects.requireNonNull(item.get("Price")).s();
  }

  /** A client of the stream, with the settings of a client of the tables. */
  static DynamoDbStreamsClientBuilder streams(LocalDynamoDb local, DynamoDbClient plain) {
    Region region = plain.serviceClientConfiguration().region();
    AwsCredentialsProvider credentials =
        (AwsCredentialsProvider) plain.serviceClientConfiguration().credentialsProvider();
    return DynamoDbStreamsClient.builder()
        .endpointOverride(local.endpoint())
        .region(region)
        .credentialsProvider(credentials);
  }
}
