package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.spec.InvalidationSource;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Writes that did not go through the cache, and of which it is told. */
@ExtendWith(LocalDynamoDbExtension.class)
class InvalidationTest {
  private final LocalDynamoDb local;
  private final DynamoDbClient plain;

  InvalidationTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.local = local;
    this.plain = plain;
  }

  @BeforeAll
  static void createTable(DynamoDbClient plain) {
    Products.create(plain);
  }

  private void writeElsewhere(int id, String name) {
    plain.putItem(
        PutItemRequest.builder()
            .tableName(Products.TABLE)
            .item(Products.product(id, name))
            .build());
  }

  @ParameterizedTest
  @EnumSource
  void itemWrittenElsewhere_isReadAnew(Kind kind) {
    AtomicReference<InvalidationSource.Listener> listener = new AtomicReference<>();
    try (Products products = new Products(local, kind, Products.spec().build())) {
      InvalidationSource source = listener::set;
      products.cache.listenTo(source);
      InvalidationSource.Listener first = listener.getAndSet(null);
      products.cache.listenTo(source);
      assertThat(listener).as("the same source once more").hasNullValue();
      listener.set(first);
      products.put(1, "old");
      products.put(2, "old");
      products.name(1);
      products.name(2);
      writeElsewhere(1, "new");
      writeElsewhere(2, "new");

      listener.get().written("no table of this cache", Products.key(1));
      listener.get().written(Products.TABLE, Map.of("other", AttributeValue.fromN("1")));
      assertThat(products.name(1)).isEqualTo("old");
      listener
          .get()
          .written(
              "arn:aws:dynamodb:eu-west-1:123456789012:table/" + Products.TABLE,
              Map.of("id", AttributeValue.fromN("1.0"), "more", AttributeValue.fromS("x")));
      assertThat(products.name(1)).isEqualTo("new");
      assertThat(products.name(2)).isEqualTo("old");

      listener.get().lost();
      assertThat(products.name(2)).isEqualTo("new");
    }
  }
}
