package dev.evenkeel.caching.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

@ExtendWith(LocalDynamoDbExtension.class)
class CacheMetersTest {

  @Test
  void meters_sayWhatBecameOfReads(DynamoDbClient plain) {
    plain.createTable(
        create ->
            create
                .tableName("metered")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("id")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .keySchema(
                    KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build()));
    ItemCache cache = ItemCache.ofBytes(1L << 20);
    CachingSpec spec =
        CachingSpec.builder("metered")
            .partitionKey("id", ScalarAttributeType.S)
            .popular(2, Duration.ofMinutes(1))
            .build();
    Map<String, AttributeValue> key = Map.of("id", AttributeValue.fromS("k"));
    try (DynamoDbClient client =
        CachingDynamoDbClient.builder(plain).table(spec).cache(cache).build()) {
      SimpleMeterRegistry registry = new SimpleMeterRegistry();
      new CacheMeters(cache).bindTo(registry);
      client.putItem(put -> put.tableName("metered").item(key));
      for (int i = 0; i < 2; i++) {
        client.getItem(get -> get.tableName("metered").key(key));
      }
      assertThat(saved(registry)).as("of a fill alone").isEqualTo(-0.5);
      for (int i = 0; i < 3; i++) {
        client.getItem(get -> get.tableName("metered").key(key));
      }

      assertThat(reads(registry, "unpopular")).isEqualTo(1);
      assertThat(reads(registry, "miss")).isEqualTo(1);
      assertThat(reads(registry, "hit")).isEqualTo(3);
      assertThat(saved(registry)).isEqualTo(1);
      assertThat(registry.get("evenkeel.cache.items").gauge().value()).isEqualTo(1);
      assertThat(registry.get("evenkeel.cache.bytes").gauge().value()).isPositive();
    }
  }

  @Test
  void meters_ofTwoCaches_areToldApartByTheirTags() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    for (String name : List.of("one", "two")) {
      new CacheMeters(ItemCache.ofBytes(1L << 20), Tags.of("cache", name)).bindTo(registry);
    }
    assertThat(registry.find("evenkeel.cache.bytes").tag("cache", "two").gauge()).isNotNull();
    assertThat(registry.getMeters()).hasSize(4);
  }

  private static double saved(SimpleMeterRegistry registry) {
    return registry.get("evenkeel.cache.units.saved").gauge().value();
  }

  private static double reads(SimpleMeterRegistry registry, String result) {
    return registry.get("evenkeel.cache.reads").tag("result", result).functionCounter().count();
  }
}
