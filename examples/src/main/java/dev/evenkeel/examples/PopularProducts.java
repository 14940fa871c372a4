package dev.evenkeel.examples;

import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.spec.CacheStats;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The catalog of AWS's text: some of its products are looked at all the time. These come from
 * memory, all others from the table, and a new price is seen at once by who has set it.
 */
public final class PopularProducts {
  private static final String TABLE = "ProductCatalog";
  private static final int PRODUCTS = 300;
  private static final int READS = 5_000;

  // [docs:spec]
  static final CachingSpec SPEC =
      CachingSpec.builder("ProductCatalog")
          .partitionKey("Id", ScalarAttributeType.S)
          .timeToLive(Duration.ofSeconds(10)) // the most that prices of other processes are late
          .popular(3, Duration.ofMinutes(1)) // all others are read as ever
          .build();

  // [docs]

  private PopularProducts() {}

  public static void main(String[] arguments) {
    run(System.out);
  }

  static void run(PrintStream out) {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient plain = local.client()) {
      ExampleTables.create(plain, TABLE, "Id");
      for (int i = 0; i < PRODUCTS; i++) {
        Map<String, AttributeValue> product = product(i, "10.00");
        plain.putItem(put -> put.tableName(TABLE).item(product));
      }
      look(plain, out);
    }
  }

  private static void look(DynamoDbClient plain, PrintStream out) {
    // [docs:client]
    ItemCache cache = ItemCache.ofBytes(8 << 20);
    CachingDynamoDbClient client =
        CachingDynamoDbClient.builder(plain).table(SPEC).cache(cache).build();
    // [docs]
    Random random = new Random(42);
    for (int i = 0; i < READS; i++) {
      price(client, popular(random));
    }
    Map<String, AttributeValue> key = Map.of("Id", id(0));
    // [docs:see]
    CacheStats stats = Objects.requireNonNull(cache.stats().get("ProductCatalog"));
    Explanation answered =
        client.explain(GetItemRequest.builder().tableName("ProductCatalog").key(key).build());
    // [docs]
    out.printf(
        "%d reads of %d products: %.0f%% from memory, %.0f read units saved%n",
        READS, PRODUCTS, 100 * stats.hitRatio(), stats.unitsSaved());
    out.println(answered);

    client.putItem(put -> put.tableName(TABLE).item(product(0, "9.00")));
    out.println("the price of the most popular one is set, and read: " + price(client, 0));
    client.close();
  }

  /** The place of a product by how popular it is: the second is looked at half as often. */
  private static int popular(Random random) {
    return (int) Math.min(PRODUCTS - 1, Math.pow(PRODUCTS, random.nextDouble()) - 1);
  }

  private static String price(DynamoDbClient client, int id) {
    Map<String, AttributeValue> product =
        client.getItem(get -> get.tableName(TABLE).key(Map.of("Id", id(id)))).item();
    return Objects.requireNonNull(product.get("Price")).n();
  }

  private static Map<String, AttributeValue> product(int id, String price) {
    return Map.of("Id", id(id), "Price", AttributeValue.fromN(price));
  }

  private static AttributeValue id(int id) {
    return AttributeValue.fromS("product-" + id);
  }
}
