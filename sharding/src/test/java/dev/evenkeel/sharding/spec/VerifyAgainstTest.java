package dev.evenkeel.sharding.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
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
        .localIndex("byDay", "day")
        .globalIndex("byTotal", "total", ScalarAttributeType.N);
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
                .globalSecondaryIndexes(global("byTotal", key("customer", "total"))));
  }

  private static List<KeySchemaElement> key(String partition, @Nullable String sort) {
    KeySchemaElement hash =
        KeySchemaElement.builder().attributeName(partition).keyType(KeyType.HASH).build();
    return sort == null
        ? List.of(hash)
        : List.of(
            hash, KeySchemaElement.builder().attributeName(sort).keyType(KeyType.RANGE).build());
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
            .globalIndex("byDay", "day")
            .globalIndex("byState")
            .build();
    assertThat(mismatches(spec, plain))
        .containsExactly(
            "the table has no global index 'byDay', it is a local one",
            "the table has no global index 'byState'",
            "global index 'byTotal' of the table has the sharded attribute as its partition key,"
                + " and the spec does not declare it: that is globalIndex of a spec, and --global-index of a command");
  }

  @Test
  void verifyAgainst_indexWithOtherSortKey_tells(DynamoDbClient plain) {
    ShardingSpec spec =
        ShardingSpec.builder("orders")
            .partitionKey("customer")
            .sortKey("order")
            .shards(4)
            .localIndex("byDay", "week")
            .globalIndex("byTotal", "total")
            .build();
    assertThat(mismatches(spec, plain))
        .containsExactly(
            "the sort key of local index 'byDay' is 'day', the spec says 'week'",
            "the sort key of global index 'byTotal' 'total' is of type N in the table, the spec"
                + " says S");
  }

  @Test
  void verifyAgainst_plainNumberStoredAsText_tells(DynamoDbClient plain) {
    assertThat(mismatches(orders().shards(1).build(), plain))
        .containsExactly(
            "the partition key 'customer' is of type S in the table, under this spec it must be N");
  }

  private static ShardingSpec.Builder invoices() {
    return ShardingSpec.builder("invoices").partitionKey("invoice").shards(1);
  }

  @Test
  void verifyAgainst_shardedIndexes_passIfTheNumbersAreInTheirKeys(DynamoDbClient plain) {
    ShardingSpec spec =
        invoices()
            .shardedIndex(ShardedIndexSpec.numberFirst("byCountry", "country", 5))
            .shardedIndex(
                ShardedIndexSpec.multiAttribute("byState", "state", 5)
                    .sortKey("due", ScalarAttributeType.N))
            .build();
    try (DynamoDbClient sharding = ShardingDynamoDbClient.builder(plain).table(spec).build()) {
      sharding.createTable(
          table ->
              table
                  .tableName("invoices")
                  .billingMode(BillingMode.PAY_PER_REQUEST)
                  .keySchema(key("invoice", null))
                  .attributeDefinitions(
                      definition("invoice", ScalarAttributeType.S),
                      definition("country", ScalarAttributeType.S),
                      definition("state", ScalarAttributeType.S),
                      definition("due", ScalarAttributeType.N))
                  .globalSecondaryIndexes(
                      global("byCountry", key("country", null)),
                      global("byState", key("state", "due"))));
    }
    spec.verifyAgainst(plain);
    ShardingSpec other =
        invoices()
            .shardedIndex(ShardedIndexSpec.multiAttribute("byCountry", "country", 5))
            .shardedIndex(ShardedIndexSpec.multiAttribute("byState", "state", 5).sortKey("due"))
            .shardedIndex(ShardedIndexSpec.numberFirst("byClient", "client", 5))
            .build();
    assertThat(mismatches(other, plain))
        .containsExactly(
            "the partition key of global index 'byCountry' is 'evenkeel.byCountry', the spec says"
                + " 'country', 'evenkeel.byCountry'",
            "the sort key of global index 'byCountry' is 'country', the spec says missing",
            "the sort key of global index 'byState' 'due' is of type N in the table, the spec says"
                + " S",
            "the table has no global index 'byClient', which the spec shards");
  }

  /** No spec could declare it, so none would ever fit the table. */
  @Test
  void verifyAgainst_indexOfSeveralSortKeys_isNoMismatch(DynamoDbClient plain) {
    List<KeySchemaElement> several = new ArrayList<>(key("customer", "day"));
    several.add(KeySchemaElement.builder().attributeName("total").keyType(KeyType.RANGE).build());
    plain.createTable(
        table ->
            table
                .tableName("several")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(key("customer", "order"))
                .attributeDefinitions(
                    definition("customer", ScalarAttributeType.S),
                    definition("order", ScalarAttributeType.S),
                    definition("day", ScalarAttributeType.S),
                    definition("total", ScalarAttributeType.N))
                .globalSecondaryIndexes(global("byDayAndTotal", several)));
    ShardingSpec spec =
        ShardingSpec.builder("several").partitionKey("customer").sortKey("order").shards(4).build();
    assertThatCode(() -> spec.verifyAgainst(plain)).doesNotThrowAnyException();
  }

  private static GlobalSecondaryIndex global(String name, List<KeySchemaElement> key) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(key)
        .projection(p -> p.projectionType(ProjectionType.ALL))
        .build();
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
