package dev.evenkeel.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The final state after runs, without the parts that differ between any two lives: ids, times,
 * numbers of leases, names of files.
 *
 * @param settings of each table
 * @param items of each table; of the control table what is said in any life
 * @param archives the items of each
 */
record FinalState(
    SortedMap<String, String> settings,
    SortedMap<String, Set<Map<String, AttributeValue>>> items,
    SortedMap<String, Set<JsonNode>> archives) {
  private static final Set<String> OF_ONE_LIFE =
      Set.of(
          "id",
          "created",
          "restoredCreated",
          "seen",
          "fence",
          "evenkeel.lease",
          "bucket",
          "export",
          "manifest",
          "bytes",
          "verified");

  static FinalState of(
      DynamoDbClient client, String controlTable, SortedMap<String, Set<JsonNode>> archives) {
    FinalState remains = new FinalState(new TreeMap<>(), new TreeMap<>(), archives);
    for (String name : client.listTablesPaginator().tableNames()) {
      remains.settings.put(name, settings(client, name));
      remains.items.put(
          name,
          client.scanPaginator(r -> r.tableName(name).consistentRead(true)).items().stream()
              .map(item -> name.equals(controlTable) ? common(item) : item)
              .collect(Collectors.toSet()));
    }
    return remains;
  }

  private static Map<String, AttributeValue> common(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> common = new HashMap<>(item);
    common.keySet().removeAll(OF_ONE_LIFE);
    return common;
  }

  private static String settings(DynamoDbClient client, String name) {
    TableDescription table = client.describeTable(r -> r.tableName(name)).table();
    List<List<Object>> indexes =
        table.globalSecondaryIndexes().stream()
            .map(
                index ->
                    List.<Object>of(
                        index.indexName(),
                        index.keySchema(),
                        index.projection(),
                        index.provisionedThroughput().readCapacityUnits(),
                        index.provisionedThroughput().writeCapacityUnits()))
            .toList();
    return List.of(
            table.tableStatus(),
            table.keySchema(),
            new HashSet<>(table.attributeDefinitions()),
            table.provisionedThroughput().readCapacityUnits(),
            table.provisionedThroughput().writeCapacityUnits(),
            indexes,
            table.deletionProtectionEnabled(),
            client
                .describeTimeToLive(r -> r.tableName(name))
                .timeToLiveDescription()
                .timeToLiveStatus())
        .toString();
  }
}
