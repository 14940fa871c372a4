package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.ApiName;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;

/** Reads that are never answered from memory, and those that fill it otherwise. */
@ExtendWith(LocalDynamoDbExtension.class)
class WaysPastTheCacheTest {
  private final LocalDynamoDb local;
  private final DynamoDbClient plain;

  WaysPastTheCacheTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.local = local;
    this.plain = plain;
  }

  @BeforeAll
  static void createTable(DynamoDbClient plain) {
    Products.create(plain);
  }

  /** A setting of one request. */
  private record Setting(String name, Consumer<AwsRequestOverrideConfiguration.Builder> change) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Arguments> settings() {
    List<Setting> settings =
        List.of(
            new Setting("a timeout", c -> c.apiCallTimeout(Duration.ofSeconds(30))),
            new Setting("a header", c -> c.putHeader("x-tenant", "other")),
            new Setting("a query parameter", c -> c.putRawQueryParameter("a", "b")));
    return settings.stream()
        .flatMap(setting -> Stream.of(Kind.values()).map(kind -> Arguments.of(setting, kind)));
  }

  /** The item in memory, and another one in the table. */
  private Products cached(Kind kind, int id) {
    Products products = new Products(local, kind, Products.spec().build());
    products.put(id, "old");
    assertThat(products.name(id)).isEqualTo("old");
    plain.putItem(put -> put.tableName(Products.TABLE).item(Products.product(id, "new")));
    assertThat(products.name(id)).as("from memory").isEqualTo("old");
    products.sent();
    return products;
  }

  private static BatchGetItemRequest.Builder batch(int id) {
    return BatchGetItemRequest.builder()
        .requestItems(
            Map.of(
                Products.TABLE,
                KeysAndAttributes.builder().keys(List.of(Products.key(id))).build()));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void requests_withAConfigurationOfTheirOwn_areSentAsTheyAre(Setting setting, Kind kind) {
    try (Products products = cached(kind, 1)) {
      GetItemRequest get = Products.get(1).overrideConfiguration(setting.change()).build();
      assertThat(products.client.call(get).item()).isEqualTo(Products.product(1, "new"));
      BatchGetItemRequest batch = batch(1).overrideConfiguration(setting.change()).build();
      assertThat(products.client.call(batch).responses().get(Products.TABLE))
          .containsExactly(Products.product(1, "new"));
      assertThat(products.sent()).containsExactly(get, batch);
      assertThat(products.name(1)).as("nor do they fill the cache").isEqualTo("old");
    }
  }

  @ParameterizedTest
  @EnumSource
  void requests_withNamesForTheUserAgent_areAnsweredFromMemory(Kind kind) {
    Consumer<AwsRequestOverrideConfiguration.Builder> name =
        c -> c.addApiName(ApiName.builder().name("library").version("1").build());
    try (Products products = cached(kind, 2)) {
      assertThat(products.read(Products.get(2).overrideConfiguration(name)).item())
          .isEqualTo(Products.product(2, "old"));
      products.client.call(batch(2).overrideConfiguration(name).build());
      assertThat(products.sent()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void transactGetItems_isSentAsItIs(Kind kind) {
    TransactGetItemsRequest transaction =
        TransactGetItemsRequest.builder()
            .transactItems(
                TransactGetItem.builder()
                    .get(get -> get.tableName(Products.TABLE).key(Products.key(3)))
                    .build())
            .build();
    try (Products products = cached(kind, 3)) {
      assertThat(products.client.call(transaction).responses().get(0).item())
          .isEqualTo(Products.product(3, "new"));
      assertThat(products.sent()).containsExactly(transaction);
      assertThat(products.name(3)).isEqualTo("old");
    }
  }

  @ParameterizedTest
  @EnumSource
  void consistentBatches_areSentAsTheyAre(Kind kind) {
    BatchGetItemRequest consistent =
        BatchGetItemRequest.builder()
            .requestItems(
                Map.of(
                    Products.TABLE,
                    KeysAndAttributes.builder()
                        .keys(List.of(Products.key(4)))
                        .consistentRead(true)
                        .build()))
            .build();
    try (Products products = cached(kind, 4)) {
      assertThat(products.client.call(consistent).responses().get(Products.TABLE))
          .containsExactly(Products.product(4, "new"));
      assertThat(products.sent()).containsExactly(consistent);
    }
  }

  @ParameterizedTest
  @EnumSource
  void batch_fromMemory_saysThatItCostsNothing_whereThatIsAskedFor(Kind kind) {
    try (Products products = cached(kind, 5)) {
      BatchGetItemResponse total =
          products.client.call(
              batch(5).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build());
      assertThat(total.consumedCapacity())
          .singleElement()
          .returns(Products.TABLE, ConsumedCapacity::tableName)
          .returns(0.0, ConsumedCapacity::capacityUnits)
          .returns(null, ConsumedCapacity::table);
      BatchGetItemResponse indexes =
          products.client.call(
              batch(5).returnConsumedCapacity(ReturnConsumedCapacity.INDEXES).build());
      assertThat(indexes.consumedCapacity().get(0).table().capacityUnits()).isZero();
      assertThat(products.client.call(batch(5).build()).hasConsumedCapacity()).isFalse();
      assertThat(total.unprocessedKeys()).isEmpty();
      assertThat(products.sent()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void eventualSpec_fillsByReadsAsTheyWereAsked(Kind kind) {
    try (Products products = new Products(local, kind, Products.spec().eventual().build())) {
      products.put(6, "lamp");
      products.put(7, "chair");
      products.sent();
      products.name(6);
      products.client.call(batch(7).build());
      assertThat(products.sent())
          .satisfiesExactly(
              get -> assertThat(((GetItemRequest) get).consistentRead()).isFalse(),
              batch ->
                  assertThat(
                          ((BatchGetItemRequest) batch)
                              .requestItems()
                              .get(Products.TABLE)
                              .consistentRead())
                      .isNotEqualTo(true));
      products.name(6);
      products.name(7);
      assertThat(products.sent()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void failure_ofARead_isNotRemembered(Kind kind) {
    try (Products products = new Products(local, kind, Products.spec().build())) {
      products.put(8, "lamp");
      products.sent();
      GetItemRequest.Builder wrong = Products.get(8).projectionExpression("#undefined");
      assertThatThrownBy(() -> products.read(wrong)).hasMessageContaining("#undefined");
      assertThatThrownBy(() -> products.read(wrong)).hasMessageContaining("#undefined");
      assertThat(products.sent()).hasSize(2);
    }
  }
}
