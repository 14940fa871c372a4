package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A process that writes items with rising sort keys, and prints each sort key once its write was
 * answered. Arguments: endpoint, access key, lease and lateness in milliseconds.
 */
public final class LayoutChild {
  static final String TABLE = "clicks";
  static final AttributeValue HOT = AttributeValue.fromS("hot");

  private LayoutChild() {}

  public static void main(String[] arguments) throws InterruptedException {
    DynamoDbClient sends = Processes.client(arguments);
    LayoutStore store = store(sends, arguments[2], arguments[3]);
    ShardingDynamoDbClient client =
        ShardingDynamoDbClient.builder(sends).table(spec(store)).build();
    while (true) {
      write(client, "%015d-%d".formatted(micros(), ProcessHandle.current().pid()));
      Thread.sleep(5); // a process is to write often, and not to keep a processor busy
    }
  }

  private static void write(ShardingDynamoDbClient client, String sort) {
    try {
      client.putItem(
          put ->
              put.tableName(TABLE).item(key(sort)).conditionExpression("attribute_not_exists(pk)"));
      System.out.println(sort);
    } catch (SdkException e) {
      System.err.println(sort + " " + e.getMessage());
    }
  }

  private static long micros() {
    return System.currentTimeMillis() * 1_000 + System.nanoTime() / 1_000 % 1_000;
  }

  static LayoutStore store(DynamoDbClient control, String lease, String late) {
    return LayoutStore.builder(control)
        .times(Duration.ofMillis(Long.parseLong(lease)), Duration.ofMillis(Long.parseLong(late)))
        .build();
  }

  static ShardingSpec spec(LayoutStore store) {
    return ShardingSpec.builder(TABLE)
        .partitionKey("pk")
        .sortKey("sk")
        .shards(1)
        .layoutFrom(store)
        .build();
  }

  static Map<String, AttributeValue> key(String sort) {
    return new HashMap<>(Map.of("pk", HOT, "sk", AttributeValue.fromS(sort)));
  }
}
