package dev.evenkeel.jobs;

import dev.evenkeel.testkit.equivalence.TableFixture;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Tables that are nothing but their keys. */
public final class KeyedTables {
  private KeyedTables() {}

  /**
   * Creates a table.
   *
   * @param keys the partition key and perhaps a sort key, each with its type
   */
  public static void create(DynamoDbClient client, String name, String... keys) {
    TableFixture table =
        TableFixture.named(name).partitionKey(keys[0], ScalarAttributeType.fromValue(keys[1]));
    if (keys.length > 2) {
      table = table.sortKey(keys[2], ScalarAttributeType.fromValue(keys[3]));
    }
    client.createTable(table.request());
  }
}
