package dev.evenkeel.sharding.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

@ExtendWith(LocalDynamoDbExtension.class)
class VerifyAgainstTest {

  private static ShardingSpec.Builder orders() {
    return ShardingSpec.builder("orders")
        .partitionKey("customer", ScalarAttributeType.N)
        .sortKey("order")
        .shards(4)
        .localIndex("byDay", KeyAttribute.ofString("day"))
        .globalIndex("byTotal", KeyAttribute.ofNumber("total"));
  }

  @BeforeAll
  static void createTable(DynamoDbClient plain) {
    plain.createTable(
        table ->
            table
                .tableName("orders")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(key("customer", "order"))
                .attributeDefinitions(
                    definition("customer", ScalarAttributeType.S),
                    definition("order", ScalarAttributeType.S),
                    definition("day", ScalarAttributeType.S),
                    definition("total", ScalarAttributeType.N))
                .localSecondaryIndexes(
                    LocalSecondaryIndex.builder()
                        .indexName("byDay")
                        .keySchema(key("customer", "day"))
                        .projection(p -> p.projectionType(ProjectionType.ALL))
                        .build())
                .globalSecondaryIndexes(
                    GlobalSecondaryIndex.builder()
                        .indexName("byTotal")
                        .keySchema(key("customer", "total"))
                        .projection(p -> p.projectionType(ProjectionType.ALL))
                        .build()));
  }

  private static List<KeySchemaElement> key(String partition, String sort) {
    return List.of(
        KeySchemaElement.builder().attributeName(partition).keyType(KeyType.HASH).build(),
        KeySchemaElement.builder().attributeName(sort).keyType(KeyType.RANGE).build());
  }

  private static AttributeDefinition definition(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static List<String> mismatches(ShardingSpec spec, DynamoDbClient plain) {
    return catchThrowableOfType(SpecMismatchException.class, () -> spec.verifyAgainst(plain))
        .mismatches();
  }

  @Test
  void verifyAgainst_specOfTheTable_passes(DynamoDbClient plain, DynamoDbAsyncClient async) {
    orders().build().verifyAgainst(plain);
    assertThat(orders().build().verifyAgainst(async).join()).isNull();
  }

  @Test
  void verifyAgainst_otherKeysAndTypes_listsEach(DynamoDbClient plain) {
    ShardingSpec spec =
        ShardingSpec.builder("orders")
            .partitionKey("client")
            .sortKey("order", ScalarAttributeType.N)
            .shards(4)
            .build();
    assertThat(mismatches(spec, plain))
        .containsExactly(
            "the table's partition key is 'customer', the spec says 'client'",
            "the sort key 'order' is of type S in the table, the spec says N");
  }

  @Test
  void verifyAgainst_otherIndexes_listsEach(DynamoDbClient plain) {
    ShardingSpec spec =
        ShardingSpec.builder("orders")
            .partitionKey("customer")
            .sortKey("order")
            .shards(4)
            .globalIndex("byDay", KeyAttribute.ofString("day"))
            .globalIndex("byState")
            .build();
    assertThat(mismatches(spec, plain))
        .containsExactly(
            "the table has no global index 'byDay', it is a local one",
            "the table has no global index 'byState'",
            "global index 'byTotal' of the table has the sharded attribute as its partition key, and the spec does not declare it");
  }

  @Test
  void verifyAgainst_indexWithOtherSortKey_tells(DynamoDbClient plain) {
    ShardingSpec spec =
        ShardingSpec.builder("orders")
            .partitionKey("customer")
            .sortKey("order")
            .shards(4)
            .localIndex("byDay", KeyAttribute.ofString("week"))
            .globalIndex("byTotal", KeyAttribute.ofString("total"))
            .build();
    assertThat(mismatches(spec, plain))
        .containsExactly(
            "the sort key of local index 'byDay' is 'day', the spec says 'week'",
            "the sort key of global index 'byTotal' 'total' is of type N in the table, the spec says S");
  }

  @Test
  void verifyAgainst_plainNumberStoredAsText_tells(DynamoDbClient plain) {
    assertThat(mismatches(orders().shards(1).build(), plain))
        .containsExactly(
            "the partition key 'customer' is of type S in the table, under this spec it must be N");
  }

  @Test
  void verifyAgainst_mismatch_failsTheFutureToo(DynamoDbAsyncClient async) {
    assertThatThrownBy(() -> orders().sortKey("line").build().verifyAgainst(async).join())
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(SpecMismatchException.class)
        .hasMessageContaining("the table's sort key is 'order', the spec says 'line'");
  }

  @Test
  void verifyAgainst_noSuchTable_keepsTheExceptionOfDynamoDb(DynamoDbClient plain) {
    ShardingSpec spec =
        ShardingSpec.builder("missing").partitionKey("a").sortKey("b").shards(2).build();
    assertThatThrownBy(() -> spec.verifyAgainst(plain))
        .isInstanceOf(ResourceNotFoundException.class);
  }
}
