package dev.evenkeel.benchmarks.caching;

import dev.evenkeel.benchmarks.figure.LiveHeap;
import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** Fills a cache to its bound and over, and prints the heap that it holds by the bound. */
final class CachePeakMain {
  private static final double MIB = 1 << 20;
  private static final int ATTRIBUTES = 8;

  private CachePeakMain() {}

  /** Items of small values, or of one large one. */
  private record Items(int bytes) implements DynamoDbClient {
    @Override
    public GetItemResponse getItem(GetItemRequest request) {
      Map<String, AttributeValue> item = new HashMap<>(request.key());
      for (int i = 0; i < ATTRIBUTES; i++) {
        item.put("a" + i, AttributeValue.fromS("value " + i + request.hashCode()));
      }
      item.put("body", AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(new byte[bytes])));
      return GetItemResponse.builder().item(item).build();
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }

  /** Takes the bound in MiB, the name of the figure, and the bytes of an item's large value. */
  public static void main(String[] arguments) throws InterruptedException {
    long bound = Long.parseLong(arguments[0]) << 20;
    String name = arguments[1];
    int bytes = Integer.parseInt(arguments[2]);
    try (LiveHeap heap = LiveHeap.watched();
        DynamoDbClient warm = client(new Items(bytes), ItemCache.ofBytes(1 << 20))) {
      fill(warm, 10);
      long before = heap.collect();
      ItemCache cache = ItemCache.ofBytes(bound);
      try (DynamoDbClient client = client(new Items(bytes), cache)) {
        long items = 3 * bound / (bytes + 1500);
        fill(client, items);
        long held = heap.collect() - before;
        print(name, (double) held / bound);
        print(name + "_items", (double) cache.size());
        print(name + "_estimate", (double) cache.bytes() / bound);
        print(name + "_held_mib", held / MIB);
      }
    }
  }

  private static DynamoDbClient client(DynamoDbClient items, ItemCache cache) {
    return CachingDynamoDbClient.builder(items)
        .table(
            CachingFigures.spec()
                .timeToLive(Duration.ofHours(1))
                .popular(1, Duration.ofMinutes(1))
                .build())
        .cache(cache)
        .build();
  }

  private static void fill(DynamoDbClient client, long items) {
    for (long i = 0; i < items; i++) {
      client.getItem(
          GetItemRequest.builder()
              .tableName(CachingFigures.TABLE)
              .key(Map.of("path", AttributeValue.fromS("/path/" + i)))
              .build());
    }
  }

  private static void print(String name, double value) {
    System.out.println(name + "=" + value);
  }
}
