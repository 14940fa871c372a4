package dev.evenkeel.sharding;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A process that writes rising values to items of its own in a {@link LiveTable}, half of them of
 * the hot key. Prints each write before it is sent, and once more when it was answered; one that
 * fails is repeated. Arguments: endpoint, access key, lease and lateness in milliseconds, and a
 * name that begins its sort keys.
 */
final class MoveWriterChild {
  static final int ITEMS = 12;
  static final String SENT = "sent";
  static final String DONE = "done";

  private final DynamoDbClient client;

  private MoveWriterChild(DynamoDbClient client) {
    this.client = client;
  }

  /** The key of one of its items. */
  static Map<String, AttributeValue> key(String sort) {
    int number = Integer.parseInt(sort.substring(sort.indexOf('-') + 1));
    return LiveTable.key(number % 2 == 0 ? LiveTable.HOT.s() : "key" + number, sort);
  }

  public static void main(String[] arguments) throws InterruptedException {
    DynamoDbClient sends = Processes.client(arguments);
    LayoutStore store =
        LayoutStore.builder(sends).times(millis(arguments[2]), millis(arguments[3])).build();
    DynamoDbClient client =
        ShardingDynamoDbClient.builder(sends).table(LiveTable.spec(store)).build();
    MoveWriterChild writer = new MoveWriterChild(client);
    for (int value = 0; true; value++) {
      String sort = "%s-%d".formatted(arguments[4], value % ITEMS);
      System.out.println(SENT + " " + sort + " " + value);
      while (!writer.isWritten(sort, value)) {
        Thread.sleep(20);
      }
      System.out.println(DONE + " " + sort + " " + value);
      Thread.sleep(5);
    }
  }

  private static Duration millis(String text) {
    return Duration.ofMillis(Long.parseLong(text));
  }

  /** By a put or an update in turn. */
  private boolean isWritten(String sort, int value) {
    AttributeValue number = AttributeValue.fromN(Integer.toString(value));
    Map<String, AttributeValue> item = new HashMap<>(key(sort));
    item.put("value", number);
    try {
      if (value / ITEMS % 2 == 0) {
        client.putItem(put -> put.tableName(LiveTable.TABLE).item(item));
      } else {
        client.updateItem(
            update ->
                update
                    .tableName(LiveTable.TABLE)
                    .key(key(sort))
                    .updateExpression("SET #v = :v")
                    .expressionAttributeNames(Map.of("#v", "value"))
                    .expressionAttributeValues(Map.of(":v", number)));
      }
      return true;
    } catch (SdkException e) {
      System.err.println(sort + " " + e.getMessage());
      return false;
    }
  }
}
