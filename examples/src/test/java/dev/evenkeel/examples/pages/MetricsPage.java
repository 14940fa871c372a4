package dev.evenkeel.examples.pages;

import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.micrometer.CacheMeters;
import dev.evenkeel.core.micrometer.MicrometerListener;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.timeseries.ScheduledLifecycle;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.micrometer.MicrometerLifecycleListener;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleListener;
import io.micrometer.core.instrument.MeterRegistry;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The code of {@code docs/metrics.md}. */
final class MetricsPage {
  private MetricsPage() {}

  static DynamoDbClient client(DynamoDbClient plain, ShardingSpec orders, MeterRegistry registry) {
    // [docs:client]
    DynamoDbClient client =
        ShardingDynamoDbClient.builder(plain)
            .table(orders)
            .listener(MicrometerListener.of(registry))
            .build();
    // [docs]
    return client;
  }

  static void cache(ItemCache cache, MeterRegistry registry) {
    // [docs:cache]
    new CacheMeters(cache).bindTo(registry); // when its clients are built
    // [docs]
  }

  static ScheduledLifecycle runs(TableLifecycle tables, MeterRegistry registry) {
    // [docs:runs]
    ScheduledLifecycle runs =
        ScheduledLifecycle.of(tables)
            .listener(LifecycleListener.logging())
            .listener(MicrometerLifecycleListener.of(registry))
            .start();
    // [docs]
    return runs;
  }
}
