package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.CachingDynamoDbAsyncClient;
import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.sharding.LayoutEditor;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Decoration;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * A cache over a sharding client whose layout changes: a piece is added, and items are moved, while
 * threads read and raise counters. No read shows less than a raise that ended before it began.
 */
@Tag("deep")
@Timeout(180)
@ExtendWith(LocalDynamoDbExtension.class)
class CachingOverLayoutsTest {
  private static final String GROWING = "/home";
  private static final String MOVED = "/cart";
  private static final CachingSpec CACHED =
      CachingSpec.builder(RaisedClicks.TABLE)
          .partitionKey("page", ScalarAttributeType.S)
          .sortKey("at", ScalarAttributeType.S)
          .timeToLive(Duration.ofMinutes(10))
          .popular(1, Duration.ofMinutes(1))
          .pages()
          .build();

  private final LocalDynamoDb own;
  private final DynamoDbClient plain;
  private final DynamoDbClient guarded;
  private final DynamoDbAsyncClient guardedAsync;
  private final LayoutStore store;
  private final ShardingSpec spec;
  private final ItemCache cache = ItemCache.ofBytes(8 << 20);

  CachingOverLayoutsTest(LocalDynamoDb local) {
    this.own = local.isolated();
    this.plain = own.client();
    this.guarded =
        own.clientBuilder()
            .overrideConfiguration(all -> all.addExecutionInterceptor(LayoutGuard.create()))
            .build();
    this.guardedAsync =
        own.asyncClientBuilder()
            .overrideConfiguration(all -> all.addExecutionInterceptor(LayoutGuard.create()))
            .build();
    this.store =
        LayoutStore.builder(plain).times(Duration.ofSeconds(3), Duration.ofSeconds(1)).build();
    this.spec =
        ShardingSpec.builder(RaisedClicks.TABLE)
            .partitionKey("page")
            .sortKey("at")
            .shards(1)
            .layoutFrom(store)
            .build();
  }

  @AfterEach
  void close() {
    store.close();
    guarded.close();
    guardedAsync.close();
    plain.close();
  }

  private Decoration caching() {
    return new Decoration() {
      @Override
      public DynamoDbClient around(DynamoDbClient below) {
        DynamoDbClient sharding = ShardingDynamoDbClient.builder(below).table(spec).build();
        return CachingDynamoDbClient.builder(sharding).table(CACHED).cache(cache).build();
      }

      @Override
      public DynamoDbAsyncClient around(DynamoDbAsyncClient below) {
        DynamoDbAsyncClient sharding =
            ShardingDynamoDbAsyncClient.builder(below).table(spec).build();
        return CachingDynamoDbAsyncClient.builder(sharding).table(CACHED).cache(cache).build();
      }
    };
  }

  @ParameterizedTest
  @EnumSource
  void readsOfALayoutThatChanges_showWhatWasWrittenBefore(Kind kind) throws Exception {
    ExampleTables.create(plain, RaisedClicks.TABLE, "page", "at");
    store.createTable();
    try (ClientUnderTest client = kind.over(guarded, guardedAsync, caching());
        RaisedClicks clicks = new RaisedClicks(client, cache)) {
      for (String page : Set.of(GROWING, MOVED)) {
        clicks.add(page, "2026-11-23T10:00");
        clicks.add(page, "2026-11-23T10:01");
      }
      clicks.begin();
      clicks.awaitUse();

      LayoutEditor.of(spec, plain).addPiece(AttributeValue.fromS(GROWING), 3);
      clicks.add(GROWING, "2026-11-23T11:00");
      clicks.add(GROWING, "2026-11-23T11:01");
      clicks.awaitUse();

      Resharder resharder = Resharder.of(spec, guarded);
      resharder.start(AttributeValue.fromS(MOVED), 4);
      clicks.awaitUse();
      resharder.run();
      clicks.awaitUse();
      assertThat(resharder.verify().isProved()).isTrue();
      resharder.finish();
      clicks.awaitUse();
    }
    assertThat(places())
        .as("the old items of the page with a piece, its new ones, and those moved")
        .contains(GROWING)
        .doesNotContain(MOVED)
        .anyMatch(place -> place.startsWith(GROWING + "."))
        .anyMatch(place -> place.startsWith(MOVED + "."));
  }

  private Set<String> places() {
    Set<String> places = new TreeSet<>();
    plain
        .scan(scan -> scan.tableName(RaisedClicks.TABLE))
        .items()
        .forEach(item -> places.add(item.get("page").s()));
    return places;
  }
}
