package com.example.guides;

import dev.evenkeel.chunking.ChildCollection;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildPage;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.chunking.spec.children.ParentSet;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.net.URI;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

public final class GrowingSets {
  public static void main(String[] arguments) {
    try (DynamoDbClient client =
        DynamoDbClient.builder().endpointOverride(URI.create(arguments[0])).build()) {
      createTables(client);
      Map<String, AttributeValue> key = Map.of("Id", AttributeValue.fromS("team-7"));
      client.putItem(
          put ->
              put.tableName("Team")
                  .item(Map.of("Id", key.get("Id"), "Members", names(0, 300)))); // as it was
      // [docs:sets]
      ParentSet inTeam =
          ParentSet.of("Team", KeySchema.of(KeyAttribute.ofString("Id")), "Members");
      ChildCollectionSpec spec =
          ChildCollectionSpec.builder("TeamMembers")
              .parentKey("Team")
              .element("Member")
              .parentSet(inTeam)
              .build();
      ChildCollection members = ChildCollection.of(client, spec);
      AttributeValue team = inTeam.parentOf(key);

      boolean isNew = members.withParentSet().add(team, AttributeValue.fromS("ada"));
      long moved = members.migrate(team); // while others read and add, with withParentSet()
      ChildPage page =
          members.page(team, ChildQuery.ALL.beginningWith(AttributeValue.fromS("m-1")).limit(3));
      // [docs]
      System.out.printf("ada is new: %b%n", isNew);
      System.out.printf("moved: %d, members: %d%n", moved, members.count(team));
      System.out.println(page.children().stream().map(child -> child.element().s()).toList());
      boolean isThere =
          client.getItem(get -> get.tableName("Team").key(key)).item().containsKey("Members");
      System.out.println("a set in the item: " + isThere);
    }
  }

  private static AttributeValue names(int from, int to) {
    return AttributeValue.fromSs(IntStream.range(from, to).mapToObj("m-%03d"::formatted).toList());
  }

  private static void createTables(DynamoDbClient client) {
    client.createTable(
        create ->
            create
                .tableName("Team")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    id -> id.attributeName("Id").attributeType(ScalarAttributeType.S))
                .keySchema(id -> id.attributeName("Id").keyType(KeyType.HASH)));
    client.createTable(
        create ->
            create
                .tableName("TeamMembers")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    team -> team.attributeName("Team").attributeType(ScalarAttributeType.S),
                    member -> member.attributeName("Member").attributeType(ScalarAttributeType.S))
                .keySchema(
                    team -> team.attributeName("Team").keyType(KeyType.HASH),
                    member -> member.attributeName("Member").keyType(KeyType.RANGE)));
    for (String table : new String[] {"Team", "TeamMembers"}) {
      client.waiter().waitUntilTableExists(wait -> wait.tableName(table)); // at AWS, some seconds
    }
  }
}
