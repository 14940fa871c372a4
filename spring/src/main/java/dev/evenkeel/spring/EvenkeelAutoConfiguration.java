package dev.evenkeel.spring;

import dev.evenkeel.caching.CachingClientBuilder;
import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.micrometer.CacheMeters;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.caching.spec.InvalidationSource;
import dev.evenkeel.caching.spec.RemoteTier;
import dev.evenkeel.chunking.ChunkingClientBuilder;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.batch.BatchingClientBuilder;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.core.micrometer.MicrometerListener;
import dev.evenkeel.sharding.ShardingClientBuilder;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.timeseries.TimeSeriesClientBuilder;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Decorates every bean of type {@link DynamoDbClient} and {@link DynamoDbAsyncClient} with what the
 * properties below {@code evenkeel} and the beans of specs say: caching over large values over time
 * series over shards over the client. {@code evenkeel.enabled=false} switches it off.
 *
 * <p>Makes no client and no table. Comes after Spring Cloud AWS's auto-configuration.
 */
@AutoConfiguration(
    afterName = {
      "io.awspring.cloud.autoconfigure.dynamodb.DynamoDbAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnClass(DynamoDbClient.class)
@ConditionalOnProperty(prefix = EvenkeelProperties.PREFIX, name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(EvenkeelProperties.class)
@Import(ThreadsConfiguration.class)
public final class EvenkeelAutoConfiguration {
  @Bean
  static ClientDefinitions evenkeelClientDefinitions(Environment environment) {
    return new ClientDefinitions(environment);
  }

  @Bean
  ClientStack evenkeelClientStack(
      EvenkeelProperties properties,
      Environment environment,
      ObjectProvider<Layer> layers,
      ClientThreads threads,
      ObjectProvider<DecoratorCustomizer<BatchingClientBuilder<?>>> batching) {
    EvenkeelProperties.requireKnown(environment);
    List<Layer> all = layers.stream().toList();
    requireLibrary(all, StackLayer.SHARDING, "sharding", properties.sharding());
    requireLibrary(all, StackLayer.TIME_SERIES, "tables", properties.tables());
    requireLibrary(all, StackLayer.CHUNKING, "chunking", properties.chunking());
    requireLibrary(all, StackLayer.CACHING, "caching", properties.caching());
    Batches batches =
        new Batches(properties.batching(), threads, batching.orderedStream().toList());
    return new ClientStack(all, properties.batching().enabled() ? batches : null);
  }

  /** Without its library there is no layer, and a section would be left unread. */
  private static void requireLibrary(
      List<Layer> layers, StackLayer place, String section, List<?> entries) {
    if (!entries.isEmpty() && layers.stream().noneMatch(layer -> layer.place() == place)) {
      throw EvenkeelProperties.setting(section)
          .wrong(
              "dev.evenkeel:evenkeel-%s is not on the class path. Add that dependency."
                  .formatted(place.name().toLowerCase(Locale.ROOT).replace("_", "")));
    }
  }

  @Bean
  SpecVerifier evenkeelSpecVerifier(
      EvenkeelProperties properties,
      ClientStack stack,
      ClientDefinitions clients,
      ConfigurableListableBeanFactory beans) {
    return new SpecVerifier(properties.verifyAtStart(), stack, clients, beans);
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ShardingDynamoDbClient.class)
  static class Sharding {
    @Bean
    ShardingLayer evenkeelShardingLayer(
        EvenkeelProperties properties,
        ObjectProvider<ShardingSpec> specs,
        ObjectProvider<CounterSpec> counters,
        ObjectProvider<TableFamilies> families,
        ClientThreads threads,
        ObjectProvider<DecoratorListener> listeners,
        ObjectProvider<DecoratorCustomizer<ShardingClientBuilder<?>>> customizers) {
      return new ShardingLayer(
          EvenkeelProperties.setting("sharding")
              .specs(properties.sharding(), ShardingLayer::spec, ShardingSpec::tableName, specs),
          counters.orderedStream().toList(),
          families.getIfAvailable(() -> TableFamilies.NONE),
          EvenkeelProperties.setting("read-ahead")
              .build(() -> ShardingLayer.limits(properties.readAhead())),
          threads,
          listeners.orderedStream().toList(),
          customizers.orderedStream().toList());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(TimeSeriesDynamoDbClient.class)
  static class TimeSeries {
    @Bean
    SeriesLayer evenkeelSeriesLayer(
        EvenkeelProperties properties,
        ObjectProvider<TimeSeriesSpec> specs,
        ObjectProvider<InstantSource> clock,
        ClientThreads threads,
        ObjectProvider<DecoratorListener> listeners,
        ObjectProvider<DecoratorCustomizer<TimeSeriesClientBuilder<?>>> customizers) {
      return new SeriesLayer(
          EvenkeelProperties.setting("tables")
              .specs(properties.tables(), SeriesProperties::spec, TimeSeriesSpec::tableName, specs),
          clock,
          threads,
          listeners.orderedStream().toList(),
          customizers.orderedStream().toList());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ChunkingDynamoDbClient.class)
  static class Chunking {
    @Bean
    ChunkingLayer evenkeelChunkingLayer(
        EvenkeelProperties properties,
        ObjectProvider<ChunkingSpec> specs,
        ObjectProvider<TableFamilies> families,
        ObjectProvider<S3Client> s3,
        ObjectProvider<S3AsyncClient> asyncS3,
        ClientThreads threads,
        ObjectProvider<DecoratorListener> listeners,
        ObjectProvider<DecoratorCustomizer<ChunkingClientBuilder<?>>> customizers) {
      return new ChunkingLayer(
          EvenkeelProperties.setting("chunking")
              .specs(properties.chunking(), ChunkingLayer::spec, ChunkingSpec::tableName, specs),
          families.getIfAvailable(() -> TableFamilies.NONE),
          s3,
          asyncS3,
          threads,
          listeners.orderedStream().toList(),
          customizers.orderedStream().toList());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(CachingDynamoDbClient.class)
  static class Caching {
    @Bean
    @ConditionalOnMissingBean
    ItemCache evenkeelItemCache(EvenkeelProperties properties, ObjectProvider<RemoteTier> tier) {
      long bytes = properties.cacheSize().toBytes();
      RemoteTier shared = tier.getIfAvailable();
      return EvenkeelProperties.setting("cache-size")
          .build(
              () -> shared == null ? ItemCache.ofBytes(bytes) : ItemCache.ofBytes(bytes, shared));
    }

    @Bean
    CachingLayer evenkeelCachingLayer(
        EvenkeelProperties properties,
        ObjectProvider<CachingSpec> specs,
        ObjectProvider<TableFamilies> families,
        ItemCache cache,
        ObjectProvider<InvalidationSource> sources,
        ClientThreads threads,
        ObjectProvider<DecoratorListener> listeners,
        ObjectProvider<DecoratorCustomizer<CachingClientBuilder<?>>> customizers) {
      sources.orderedStream().forEach(cache::listenTo);
      return new CachingLayer(
          EvenkeelProperties.setting("caching")
              .specs(properties.caching(), CachingLayer::spec, CachingSpec::tableName, specs),
          families.getIfAvailable(() -> TableFamilies.NONE),
          cache,
          threads,
          listeners.orderedStream().toList(),
          customizers.orderedStream().toList());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(DynamoDbEnhancedClient.class)
  static class Enhanced {
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    @ConditionalOnSingleCandidate(DynamoDbClient.class)
    DynamoDbEnhancedClient dynamoDbEnhancedClient(DynamoDbClient client) {
      return DynamoDbEnhancedClient.builder().dynamoDbClient(client).build();
    }

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    @ConditionalOnSingleCandidate(DynamoDbAsyncClient.class)
    DynamoDbEnhancedAsyncClient dynamoDbEnhancedAsyncClient(DynamoDbAsyncClient client) {
      return DynamoDbEnhancedAsyncClient.builder().dynamoDbClient(client).build();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  @ConditionalOnBean(MeterRegistry.class)
  static class Meters {
    @Bean
    @ConditionalOnMissingBean
    MicrometerListener evenkeelMicrometerListener(MeterRegistry registry) {
      return MicrometerListener.of(registry);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({MeterRegistry.class, CachingDynamoDbClient.class})
  static class CacheMetering {
    /** Spring Boot binds it when all clients are built. */
    @Bean
    MeterBinder evenkeelCacheMeters(ItemCache cache, CachingLayer layer) {
      return registry -> {
        if (layer.isUsed()) {
          new CacheMeters(cache).bindTo(registry);
        }
      };
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
  static class Healthy {
    /** The condition stands here, where it is not read without the actuator. */
    @Bean
    @ConditionalOnEnabledHealthIndicator("evenkeel")
    @ConditionalOnMissingBean(name = "evenkeelHealthIndicator")
    HealthIndicator evenkeelHealthIndicator(SpecVerifier verifier, EvenkeelProperties properties) {
      return new EvenkeelHealthIndicator(
          verifier, properties.health().cachedFor(), InstantSource.system());
    }
  }
}
