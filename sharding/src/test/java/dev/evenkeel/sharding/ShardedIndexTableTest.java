package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** A sharded index is created, and described, as callers declare it. */
class ShardedIndexTableTest extends Invoices {
  @ParameterizedTest
  @EnumSource(Kind.class)
  void tableOperations_anyOfThem_showTheIndexAsCallersDeclareIt(
      Kind kind, LocalDynamoDb local, DynamoDbClient plain) {
    try (ClientUnderTest tested = ShardedClients.open(kind, local, SPEC)) {
      TableDescription logical = describe(tested);
      assertThat(logical.globalSecondaryIndexes().get(0).keySchema())
          .containsExactly(key("tx_country", KeyType.HASH));
      assertThat(logical.attributeDefinitions())
          .containsExactlyInAnyOrder(text("invoice"), text("row"), text("tx_country"));
      TableDescription physical = plain.describeTable(t -> t.tableName(TABLE)).table();
      assertThat(physical.globalSecondaryIndexes().get(0).keySchema())
          .containsExactly(key("prefix", KeyType.HASH), key("tx_country", KeyType.RANGE));
      plain.deleteTable(t -> t.tableName(TABLE));
      tested.call(
          create("tx_country").toBuilder()
              .attributeDefinitions(text("invoice"), text("row"))
              .globalSecondaryIndexes((List<GlobalSecondaryIndex>) null)
              .build());
      refused(() -> tested.call(createIndex("row")));
      tested.call(createIndex("tx_country"));
      assertThat(plain.describeTable(t -> t.tableName(TABLE)).table().globalSecondaryIndexes())
          .satisfiesExactly(
              index ->
                  assertThat(index.keySchema())
                      .isEqualTo(physical.globalSecondaryIndexes().get(0).keySchema()));
    }
    try (ClientUnderTest tested = ShardedClients.open(kind, local, SPEC)) {
      refused(() -> tested.call(create("currency")));
    }
  }

  private static UpdateTableRequest createIndex(String indexed) {
    return UpdateTableRequest.builder()
        .tableName(TABLE)
        .attributeDefinitions(text("invoice"), text("row"), text("tx_country"))
        .globalSecondaryIndexUpdates(
            GlobalSecondaryIndexUpdate.builder()
                .create(
                    index ->
                        index
                            .indexName(INDEX)
                            .keySchema(key(indexed, KeyType.HASH))
                            .projection(all -> all.projectionType(ProjectionType.ALL)))
                .build())
        .build();
  }

  private static TableDescription describe(ClientUnderTest tested) {
    DescribeTableRequest request = DescribeTableRequest.builder().tableName(TABLE).build();
    return ((DescribeTableResponse) tested.call(request)).table();
  }
}
