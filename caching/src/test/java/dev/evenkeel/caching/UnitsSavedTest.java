package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.ReadCapacity;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** The read units that a cache says it has saved, beside those of the requests that it has sent. */
@ExtendWith(LocalDynamoDbExtension.class)
class UnitsSavedTest {
  private static final int ITEMS = 6; // and as many that are missing
  private static final int CALLS = 150;
  private static final Map<Map<String, AttributeValue>, Map<String, AttributeValue>> STORED =
      new HashMap<>();

  private final LocalDynamoDb local;

  UnitsSavedTest(LocalDynamoDb local) {
    this.local = local;
  }

  @BeforeAll
  static void createTable(DynamoDbClient plain) {
    Products.create(plain);
    for (int id = 0; id < ITEMS; id++) {
      Map<String, AttributeValue> item = Products.product(id, "x".repeat(3000 * id + 1));
      STORED.put(Products.key(id), item);
      plain.putItem(PutItemRequest.builder().tableName(Products.TABLE).item(item).build());
    }
  }

  private static SdkRequest any(Random random) {
    if (random.nextInt(3) > 0) {
      return Products.get(random.nextInt(2 * ITEMS)).build();
    }
    Set<Map<String, AttributeValue>> keys = new HashSet<>();
    for (int i = 0; i < 4; i++) {
      keys.add(Products.key(random.nextInt(2 * ITEMS)));
    }
    return BatchGetItemRequest.builder()
        .requestItems(Map.of(Products.TABLE, KeysAndAttributes.builder().keys(keys).build()))
        .build();
  }

  private static double units(SdkRequest request) {
    if (request instanceof GetItemRequest get) {
      return units(List.of(get.key()), get.consistentRead());
    }
    KeysAndAttributes asked = ((BatchGetItemRequest) request).requestItems().get(Products.TABLE);
    return units(asked.keys(), asked.consistentRead());
  }

  private static double units(Collection<Map<String, AttributeValue>> keys, Boolean consistent) {
    ReadCapacity capacity =
        Boolean.TRUE.equals(consistent) ? ReadCapacity.STRONG : ReadCapacity.EVENTUAL;
    return keys.stream()
            .mapToDouble(
                key -> capacity.get(ItemSize.bytes(STORED.getOrDefault(key, Map.of()))).halves())
            .sum()
        / 2;
  }

  /** Reads that are seldom repeated within the time to live cost more, and that is said, too. */
  @Tag("deep")
  @ParameterizedTest
  @CsvSource({"SYNC, 100, false", "ASYNC, 100, false", "SYNC, 4000, false", "ASYNC, 100, true"})
  void unitsSaved_areThoseOfTheCallers_lessThoseThatAreSent(
      Kind kind, int millisBetween, boolean eventual) {
    Random random = new Random(3);
    CachingSpec.Builder spec = Products.spec().popular(2, Duration.ofMinutes(1));
    double asked = 0;
    try (Products products =
        new Products(local, kind, (eventual ? spec.eventual() : spec).build())) {
      for (int i = 0; i < CALLS; i++) {
        products.pass(Duration.ofMillis(millisBetween));
        SdkRequest request = any(random);
        asked += units(request);
        if (request instanceof GetItemRequest get) {
          products.client.call(get);
        } else {
          products.client.call((BatchGetItemRequest) request);
        }
      }
      double paid = products.sent().stream().mapToDouble(UnitsSavedTest::units).sum();
      double saved = products.cache.stats().get(Products.TABLE).unitsSaved();
      assertThat(saved).isEqualTo(asked - paid);
      assertThat(saved > 0).isEqualTo(millisBetween < 4000);
    }
  }
}
