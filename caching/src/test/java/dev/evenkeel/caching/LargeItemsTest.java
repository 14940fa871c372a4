package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Several callers of one client, and items of 400 KB. */
@ExtendWith(LocalDynamoDbExtension.class)
class LargeItemsTest {
  private static final int ITEMS = 8;
  private static final int CALLERS = 8;
  private static final int READS = 13;
  private static final long BYTES_MAX = 2L << 20;

  private final LocalDynamoDb local;
  private final ItemCache cache = ItemCache.ofBytes(BYTES_MAX);

  LargeItemsTest(LocalDynamoDb local) {
    this.local = local;
  }

  @BeforeAll
  static void createTable(DynamoDbClient plain) {
    Products.create(plain);
    for (int id = 0; id < ITEMS; id++) {
      plain.putItem(PutItemRequest.builder().tableName(Products.TABLE).item(item(id, 0)).build());
    }
  }

  /** As large as an item can be. */
  private static Map<String, AttributeValue> item(int id, int version) {
    String value = id + " " + version + " ";
    return Products.product(id, value + "x".repeat((400 << 10) - 32 - value.length()));
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void callersOfOneClient_getTheirItems_andTheBoundHolds(Kind kind) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    try (ClientUnderTest client =
        kind.open(
            local, request -> {}, CacheUnderTest.decoration(cache, Products.spec().build()))) {
      List<Future<Long>> all = new ArrayList<>();
      for (int caller = 0; caller < CALLERS; caller++) {
        int own = caller;
        all.add(threads.submit(() -> reads(client, own)));
      }
      for (Future<Long> most : all) {
        assertThat(most.get()).isLessThanOrEqualTo(BYTES_MAX);
      }
      assertThat(cache.stats().get(Products.TABLE).hits()).isPositive();
      assertThat(cache.stats().get(Products.TABLE).evicted()).isPositive();
    } finally {
      threads.shutdownNow();
    }
  }

  /** Each caller writes the item of its own number, and sees its writes at once. */
  private long reads(ClientUnderTest client, int own) {
    Random random = new Random(own);
    long most = 0;
    int version = 0;
    client.call(PutItemRequest.builder().tableName(Products.TABLE).item(item(own, 0)).build());
    for (int i = 0; i < READS; i++) {
      if (i % 8 == 7) {
        version++;
        client.call(
            PutItemRequest.builder().tableName(Products.TABLE).item(item(own, version)).build());
      }
      int id = random.nextInt(3) == 0 ? random.nextInt(ITEMS) : own;
      String name = client.call(Products.get(id).build()).item().get("name").s();
      assertThat(name).startsWith(id == own ? own + " " + version + " " : id + " ");
      most = Math.max(most, cache.bytes());
    }
    return most;
  }
}
