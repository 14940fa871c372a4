package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.testkit.equivalence.Decoration;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A configuration that cannot be is refused before anything is sent. */
class CachingConfigurationTest {
  private static DynamoDbClient plain(Region region) {
    return DynamoDbClient.builder()
        .region(region)
        .credentialsProvider(AnonymousCredentialsProvider.create())
        .build();
  }

  private static void assertRefused(Runnable build, String... message) {
    assertThatThrownBy(build::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(message);
  }

  @Test
  void spec_withSeveralMistakes_namesAllInOneMessage() {
    assertRefused(
        () ->
            CachingSpec.builder("t")
                .sortKey("s", ScalarAttributeType.S)
                .timeToLive(Duration.ZERO)
                .missing(Duration.ofSeconds(-1))
                .popular(0, Duration.ofDays(366))
                .build(),
        "Table 't' cannot be cached like this: ",
        "it has no partition key: say partitionKey(name, type); ",
        "timeToLive has to be longer than nothing, and 365 days at most; ",
        "missing has to be longer than nothing, and 365 days at most; ",
        "popular needs 1 read or more; ",
        "popular needs a time longer than nothing, and 365 days at most.");
  }

  @Test
  void spec_whoseKeysHaveOneName_isRefused() {
    assertRefused(
        () ->
            CachingSpec.builder("t")
                .partitionKey("a", ScalarAttributeType.S)
                .sortKey("a", ScalarAttributeType.S)
                .build(),
        "its partition key and its sort key have one name");
  }

  @Test
  void spec_madeWithoutItsBuilder_isRefused() {
    CachingSpec spec = Products.spec().build();
    assertRefused(
        () ->
            new CachingSpec(
                "t",
                spec.key(),
                Duration.ZERO,
                null,
                1,
                Duration.ofMinutes(1),
                false,
                false,
                false),
        "The cache of table 't' needs times of up to 365 days");
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, (1 << 20) - 1})
  void cache_belowTheMinimum_isRefused(long bytes) {
    assertRefused(() -> ItemCache.ofBytes(bytes), "1 MiB or more, but was given " + bytes);
  }

  @Test
  void cache_ofTheMinimum_isMade() {
    assertThat(ItemCache.ofBytes(1 << 20).bytesMax()).isEqualTo(1 << 20);
  }

  @Test
  void client_withoutATable_isRefused() {
    try (DynamoDbClient plain = plain(Region.EU_WEST_1)) {
      assertRefused(
          () -> CachingDynamoDbClient.builder(plain).build(), "without a table", "add table(spec)");
    }
  }

  @Test
  void client_withTwoSpecsOfATable_isRefused() {
    CachingSpec arn =
        CachingSpec.builder("arn:aws:dynamodb:eu-west-1:123456789012:table/" + Products.TABLE)
            .partitionKey("id", ScalarAttributeType.N)
            .popular(1, Duration.ofMinutes(1))
            .build();
    try (DynamoDbClient plain = plain(Region.EU_WEST_1)) {
      assertRefused(
          () ->
              CachingDynamoDbClient.builder(plain)
                  .table(Products.spec().build())
                  .table(arn)
                  .build(),
          "Table 'Products' has two specs");
    }
  }

  @Test
  void sharedCache_ofAnotherSpec_isRefused() {
    ItemCache cache = ItemCache.ofBytes(1 << 20);
    Decoration first = CacheUnderTest.decoration(cache, Products.spec().build());
    Decoration other = CacheUnderTest.decoration(cache, Products.spec().eventual().build());
    try (DynamoDbClient plain = plain(Region.EU_WEST_1);
        DynamoDbAsyncClient async =
            DynamoDbAsyncClient.builder()
                .region(Region.EU_WEST_1)
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .build()) {
      first.around(plain);
      assertRefused(() -> other.around(plain), "Table 'Products' has another spec in this cache");
      assertRefused(() -> other.around(async), "Give both clients one spec");
      assertThat(first.around(async)).as("the same spec is shared").isNotNull();
    }
  }

  @Test
  void sharedCache_ofAnotherRegionOrAccount_isRefused() {
    ItemCache cache = ItemCache.ofBytes(1 << 20);
    Decoration caching = CacheUnderTest.decoration(cache, Products.spec().build());
    try (DynamoDbClient ireland = plain(Region.EU_WEST_1);
        DynamoDbClient frankfurt = plain(Region.EU_CENTRAL_1)) {
      caching.around(ireland);
      assertRefused(
          () -> caching.around(frankfurt),
          "region eu-west-1",
          "region eu-central-1",
          "its own cache");
      assertRefused(
          () ->
              CachingDynamoDbClient.builder(ireland)
                  .table(Products.spec().build())
                  .cache(cache)
                  .accountId("123456789012")
                  .build(),
          "account 123456789012");
    }
  }

  @Test
  void caching_overCaching_isAllowed_asForTablesOfTheirOwn() {
    try (DynamoDbClient plain = plain(Region.EU_WEST_1)) {
      DynamoDbClient inner =
          CachingDynamoDbClient.builder(plain).table(Products.spec().build()).build();
      DynamoDbClient outer =
          CachingDynamoDbClient.builder(inner).table(Replies.spec().build()).build();
      assertThat(outer).isInstanceOf(DelegatingDynamoDbClient.class);
    }
  }
}
