package dev.evenkeel.sharding.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.IndexSpec;
import dev.evenkeel.sharding.spec.ShardedIndex;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardedPartitionKey;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondarySortKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The stock Enhanced Client over a table whose class says that an index is sharded. */
@ExtendWith(LocalDynamoDbExtension.class)
class ShardedIndexEntityTest {
  private static final TableSchema<Invoice> SCHEMA = TableSchema.fromBean(Invoice.class);
  private static final ShardingSpec SPEC = ShardingSpec.from("entity-invoices", SCHEMA);

  /** An invoice: its table has no sort key. */
  @DynamoDbBean
  public static class Invoice {
    private String id = "";
    private @Nullable String country;
    private int due;

    @DynamoDbPartitionKey
    public String getId() {
      return id;
    }

    public void setId(String id) {
      this.id = id;
    }

    @DynamoDbSecondaryPartitionKey(indexNames = "byCountry")
    @ShardedIndex(
        index = "byCountry",
        shards = 6,
        raisedFrom = {2, 4})
    public @Nullable String getCountry() {
      return country;
    }

    public void setCountry(@Nullable String country) {
      this.country = country;
    }

    @DynamoDbSecondarySortKey(indexNames = "byCountry")
    public int getDue() {
      return due;
    }

    public void setDue(int due) {
      this.due = due;
    }
  }

  private static Invoice invoice(int i) {
    Invoice invoice = new Invoice();
    invoice.setId("i" + i);
    invoice.setDue(i % 10);
    invoice.setCountry(i % 3 == 0 ? null : i % 3 == 1 ? "USA" : "FRA");
    return invoice;
  }

  /** Declared indexes of every kind. */
  @DynamoDbBean
  public static class Hot {
    private String day = "";
    private String at = "";
    private int status;

    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 3)
    @DynamoDbSecondaryPartitionKey(indexNames = "byStatus")
    public String getDay() {
      return day;
    }

    public void setDay(String day) {
      this.day = day;
    }

    @DynamoDbSortKey
    public String getAt() {
      return at;
    }

    public void setAt(String at) {
      this.at = at;
    }

    @DynamoDbSecondarySortKey(indexNames = {"byStatus", "localStatus"})
    public int getStatus() {
      return status;
    }

    public void setStatus(int status) {
      this.status = status;
    }
  }

  /** The tag beside a key that is no index's. */
  @DynamoDbBean
  public static class Misplaced extends Hot {
    @ShardedIndex(index = "byStatus", shards = 2)
    @Override
    public int getStatus() {
      return super.getStatus();
    }
  }

  @Test
  void from_indexesOfTheClass_areDeclared() {
    KeyAttribute status = KeyAttribute.ofNumber("status");
    assertThat(ShardingSpec.from("hot", TableSchema.fromBean(Hot.class)).indexes())
        .containsExactlyInAnyOrder(
            new IndexSpec("byStatus", IndexSpec.Scope.GLOBAL, status),
            new IndexSpec("localStatus", IndexSpec.Scope.LOCAL, status));
    assertThat(SPEC.shardedIndexes())
        .containsExactly(
            ShardedIndexSpec.multiAttribute("byCountry", "country", 6)
                .sortKey("due", ScalarAttributeType.N)
                .raisedFrom(2, 4));
    assertThat(SPEC.sortKey()).isNull();
  }

  @Test
  void from_tagOutsideAnIndexKey_isRefusedWithClassAndAttribute() {
    assertThatThrownBy(() -> ShardingSpec.from("hot", TableSchema.fromBean(Misplaced.class)))
        .hasMessageContaining("Misplaced")
        .hasMessageContaining("attribute 'status' carries @ShardedIndex but is not the partition");
  }

  private static void checkPhysical(DynamoDbClient plain) {
    GlobalSecondaryIndexDescription index =
        plain
            .describeTable(table -> table.tableName("entity-invoices"))
            .table()
            .globalSecondaryIndexes()
            .get(0);
    assertThat(index.keySchema().stream().map(KeySchemaElement::attributeName))
        .containsExactly("country", "evenkeel.byCountry", "due");
  }

  private static void checkSorted(List<Invoice> read) {
    assertThat(read).hasSize(20).isSortedAccordingTo((a, b) -> a.getDue() - b.getDue());
    assertThat(read.stream().map(Invoice::getId)).doesNotHaveDuplicates();
  }

  @Test
  void index_syncClient_isCreatedWrittenAndQueriedAsAnyOther(
      LocalDynamoDb local, DynamoDbClient plain) {
    DynamoDbClient client = ShardingDynamoDbClient.builder(plain).table(SPEC).build();
    DynamoDbTable<Invoice> invoices =
        DynamoDbEnhancedClient.builder()
            .dynamoDbClient(client)
            .build()
            .table("entity-invoices", SCHEMA);
    invoices.createTable();
    checkPhysical(plain);
    for (int i = 0; i < 60; i++) {
      if (i % 2 == 0) {
        invoices.putItem(invoice(i));
      } else {
        invoices.updateItem(invoice(i));
      }
    }
    List<Invoice> read = new ArrayList<>();
    invoices
        .index("byCountry")
        .query(
            query ->
                query
                    .queryConditional(QueryConditional.keyEqualTo(k -> k.partitionValue("USA")))
                    .limit(7))
        .forEach(page -> read.addAll(page.items()));
    checkSorted(read);
    invoices.deleteTable();
  }

  @Test
  void index_asyncClient_isCreatedWrittenAndQueriedAsAnyOther(
      LocalDynamoDb local, DynamoDbClient plain) {
    try (DynamoDbAsyncClient async = local.asyncClientBuilder().build()) {
      DynamoDbAsyncTable<Invoice> invoices =
          DynamoDbEnhancedAsyncClient.builder()
              .dynamoDbClient(ShardingDynamoDbAsyncClient.builder(async).table(SPEC).build())
              .build()
              .table("entity-invoices", SCHEMA);
      invoices.createTable().join();
      checkPhysical(plain);
      for (int i = 0; i < 60; i++) {
        invoices.putItem(invoice(i)).join();
      }
      List<Invoice> read = new ArrayList<>();
      invoices
          .index("byCountry")
          .query(
              query ->
                  query
                      .queryConditional(QueryConditional.keyEqualTo(k -> k.partitionValue("FRA")))
                      .limit(7))
          .subscribe(page -> read.addAll(page.items()))
          .join();
      checkSorted(read);
      invoices.deleteTable().join();
    }
  }
}
