package dev.evenkeel.jobs.work;

import static java.util.stream.Collectors.toMap;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Sends reads only to check rights: half a read unit each, or none. */
final class TriedTable {
  private static final String NO_KEY = "evenkeel-doctor";

  private final DynamoDbClient client;
  private final Map<String, TableDescription> descriptions = new HashMap<>();

  TriedTable(DynamoDbClient client) {
    this.client = client;
  }

  /**
   * Tries an action.
   *
   * @return false if it could change something, or nothing is known of the table
   * @throws AwsServiceException DynamoDB's failure
   */
  boolean isTried(String action, String name) {
    switch (action) {
      case "ListTables" -> client.listTables(r -> r.limit(1));
      case "DescribeTable" -> client.describeTable(r -> r.tableName(name));
      case "DescribeTimeToLive" -> client.describeTimeToLive(r -> r.tableName(name));
      case "DescribeContinuousBackups" -> client.describeContinuousBackups(r -> r.tableName(name));
      case "Scan" -> client.scan(r -> r.tableName(name).limit(1).select(Select.COUNT));
      default -> {
        TableDescription table = description(name);
        return table != null && isTried(action, name, table);
      }
    }
    return true;
  }

  private boolean isTried(String action, String name, TableDescription table) {
    switch (action) {
      case "ListTagsOfResource" -> client.listTagsOfResource(r -> r.resourceArn(table.tableArn()));
      case "GetResourcePolicy" -> client.getResourcePolicy(r -> r.resourceArn(table.tableArn()));
      case "GetItem" -> client.getItem(r -> r.tableName(name).key(key(table)));
      case "BatchGetItem" -> {
        KeysAndAttributes keys = KeysAndAttributes.builder().keys(List.of(key(table))).build();
        client.batchGetItem(r -> r.requestItems(Map.of(name, keys)));
      }
      case "Query" -> query(name, table);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void query(String name, TableDescription table) {
    String attribute =
        table.keySchema().stream()
            .filter(part -> part.keyType() == KeyType.HASH)
            .map(KeySchemaElement::attributeName)
            .findFirst()
            .orElseThrow();
    client.query(
        r ->
            r.tableName(name)
                .keyConditionExpression("#key = :key")
                .expressionAttributeNames(Map.of("#key", attribute))
                .expressionAttributeValues(Map.of(":key", value(table, attribute)))
                .select(Select.COUNT)
                .limit(1));
  }

  /** Null if the table does not exist or may not be described; other checks report that. */
  private @Nullable TableDescription description(String name) {
    TableDescription known = descriptions.get(name);
    if (known != null) {
      return known;
    }
    try {
      TableDescription table = client.describeTable(r -> r.tableName(name)).table();
      descriptions.put(name, table);
      return table;
    } catch (AwsServiceException e) {
      return null;
    }
  }

  private static Map<String, AttributeValue> key(TableDescription table) {
    return table.keySchema().stream()
        .map(KeySchemaElement::attributeName)
        .collect(toMap(attribute -> attribute, attribute -> value(table, attribute)));
  }

  private static AttributeValue value(TableDescription table, String attribute) {
    AttributeDefinition definition =
        table.attributeDefinitions().stream()
            .filter(one -> one.attributeName().equals(attribute))
            .findFirst()
            .orElseThrow();
    return switch (definition.attributeType()) {
      case N -> AttributeValue.fromN("0");
      case B -> AttributeValue.fromB(SdkBytes.fromUtf8String(NO_KEY));
      default -> AttributeValue.fromS(NO_KEY);
    };
  }
}
