package dev.evenkeel.spring;

import dev.evenkeel.caching.CachingClientBuilder;
import dev.evenkeel.caching.CachingDynamoDbAsyncClient;
import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.spring.EvenkeelProperties.CachedTable;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The layer of caching: one cache that all clients share. */
record CachingLayer(
    List<CachingSpec> specs,
    TableFamilies families,
    ItemCache cache,
    ClientThreads threads,
    List<DecoratorListener> listeners,
    List<DecoratorCustomizer<CachingClientBuilder<?>>> customizers)
    implements Layer {
  /** The spec of an entry of {@code evenkeel.caching}. */
  static CachingSpec spec(CachedTable table, Setting entry) {
    KeyAttribute partition = Layer.key(entry, "partition-key", table.partitionKey());
    CachingSpec.Builder spec =
        CachingSpec.builder(entry.required("table-name", table.tableName()))
            .partitionKey(partition.name(), partition.type())
            .popular(table.popular().reads(), table.popular().within());
    if (table.sortKey() != null) {
      KeyAttribute sort = Layer.key(entry, "sort-key", table.sortKey());
      spec.sortKey(sort.name(), sort.type());
    }
    if (table.timeToLive() != null) {
      spec.timeToLive(table.timeToLive());
    }
    if (table.missing() != null) {
      spec.missing(table.missing());
    }
    if (table.eventual()) {
      spec.eventual();
    }
    if (table.refreshAhead()) {
      spec.refreshAhead();
    }
    return spec.build();
  }

  @Override
  public StackLayer place() {
    return StackLayer.CACHING;
  }

  @Override
  public List<String> tables() {
    return specs.stream().map(CachingSpec::tableName).toList();
  }

  @Override
  public DynamoDbClient over(DynamoDbClient below) {
    return configured(CachingDynamoDbClient.builder(below)).build();
  }

  @Override
  public DynamoDbAsyncClient over(DynamoDbAsyncClient below) {
    return configured(CachingDynamoDbAsyncClient.builder(below)).build();
  }

  private <B extends CachingClientBuilder<B>> B configured(B builder) {
    builder.cache(cache);
    specs.forEach(builder::table);
    builder.threads(threads);
    listeners.forEach(builder::listener);
    customizers.forEach(customizer -> customizer.customize(builder));
    return builder;
  }

  /** A series is no table of its own: its layer looks at it. */
  @Override
  public List<TableCheck> checks() {
    return specs.stream()
        .filter(spec -> families.tablesOf(spec.tableName()) == null)
        .map(spec -> TableCheck.hasKey(spec.tableName(), spec.key()))
        .toList();
  }
}
