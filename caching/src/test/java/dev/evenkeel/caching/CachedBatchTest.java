package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** Batches of items, some of which are in memory. */
@ExtendWith(LocalDynamoDbExtension.class)
class CachedBatchTest {
  private final LocalDynamoDb local;

  CachedBatchTest(LocalDynamoDb local) {
    this.local = local;
  }

  @BeforeAll
  static void createTable(DynamoDbClient plain) {
    Products.create(plain);
  }

  private Products open(Kind kind, CachingSpec.Builder spec) {
    return new Products(local, kind, spec.build());
  }

  @ParameterizedTest
  @EnumSource
  void batch_readsWhatIsNotInMemory(Kind kind) {
    try (Products products = open(kind, Products.spec().missing(Duration.ofSeconds(5)))) {
      products.put(11, "lamp");
      products.put(12, "chair");
      products.name(11);
      products.sent();

      BatchGetItemRequest batch = batch(11, 12, 13);
      assertThat(items(products, batch))
          .containsExactlyInAnyOrder(Products.product(11, "lamp"), Products.product(12, "chair"));
      assertThat(products.sent())
          .singleElement()
          .satisfies(
              sent -> assertThat(keys(sent)).containsExactly(Products.key(12), Products.key(13)));

      assertThat(items(products, batch)).hasSize(2);
      assertThat(products.name(12)).isEqualTo("chair");
      assertThat(products.sent()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void batch_withAProjection_showsNoMoreThanIsAskedFor(Kind kind) {
    try (Products products = open(kind, Products.spec())) {
      products.put(14, "lamp");
      BatchGetItemRequest batch =
          BatchGetItemRequest.builder()
              .requestItems(
                  Map.of(
                      Products.TABLE,
                      KeysAndAttributes.builder()
                          .keys(List.of(Products.key(14)))
                          .projectionExpression("#n")
                          .expressionAttributeNames(Map.of("#n", "name"))
                          .build()))
              .build();
      Map<String, AttributeValue> name = Map.of("name", AttributeValue.fromS("lamp"));
      assertThat(items(products, batch)).containsExactly(name);
      products.sent();
      assertThat(items(products, batch)).containsExactly(name);
      assertThat(products.sent()).isEmpty();
    }
  }

  private static BatchGetItemRequest batch(int... ids) {
    return BatchGetItemRequest.builder()
        .requestItems(
            Map.of(
                Products.TABLE,
                KeysAndAttributes.builder()
                    .keys(Arrays.stream(ids).mapToObj(Products::key).toList())
                    .build()))
        .build();
  }

  private static List<Map<String, AttributeValue>> items(
      Products products, BatchGetItemRequest batch) {
    return products.client.call(batch).responses().get(Products.TABLE);
  }

  private static List<Map<String, AttributeValue>> keys(SdkRequest batch) {
    return ((BatchGetItemRequest) batch).requestItems().get(Products.TABLE).keys();
  }
}
