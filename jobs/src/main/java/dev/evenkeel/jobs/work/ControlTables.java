package dev.evenkeel.jobs.work;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Control tables as configurations name them. */
final class ControlTables {
  private ControlTables() {}

  /**
   * Whether a control table exists and serves. Sends a DescribeTable.
   *
   * @param file where its name is from
   * @throws JobException if the table of that name has other keys
   */
  static boolean isThere(DynamoDbClient client, String name, Object file) {
    try {
      TableDescription table = client.describeTable(describe -> describe.tableName(name)).table();
      if (table.tableStatus() == TableStatus.CREATING
          || table.tableStatus() == TableStatus.DELETING) {
        return false;
      }
      requireKeys(table, file);
      return true;
    } catch (ResourceNotFoundException e) {
      return false;
    }
  }

  /**
   * Checks that there is a control table, for what reads the catalogue of archives.
   *
   * @param file where its name is from
   * @throws JobException if there is none, or the table of that name has other keys
   */
  static void require(DynamoDbClient client, String name, Object file) {
    if (!isThere(client, name, file)) {
      throw new JobException(
          "control table '%s' is not there, so there is no catalogue of archives. Check 'controlTable' in %s, the region and the endpoint. If the table is lost, restore it from a backup to this name, or see 'tables catalogue rebuild'. Before the first archive, 'tables apply' creates it."
              .formatted(name, file));
    }
  }

  private static void requireKeys(TableDescription table, Object file) {
    List<String> keys = table.keySchema().stream().map(KeySchemaElement::attributeName).toList();
    boolean areText =
        table.attributeDefinitions().stream()
            .filter(attribute -> keys.contains(attribute.attributeName()))
            .allMatch(attribute -> attribute.attributeType() == ScalarAttributeType.S);
    if (!keys.equals(List.of("pk", "sk")) || !areText) {
      throw new JobException(
          "table '%s' is no control table: such a table has the keys 'pk' and 'sk', both of type S. Check 'controlTable' in %s."
              .formatted(table.tableName(), file));
    }
  }
}
