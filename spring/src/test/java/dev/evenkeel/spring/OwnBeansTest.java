package dev.evenkeel.spring;

import static dev.evenkeel.spring.Applications.SERIES_HITS;
import static dev.evenkeel.spring.Applications.SHARDED_HITS;
import static dev.evenkeel.spring.Applications.createTable;
import static dev.evenkeel.spring.Applications.stack;
import static dev.evenkeel.spring.Applications.starter;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.CachingClientBuilder;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.spec.InvalidationSource;
import dev.evenkeel.chunking.ChunkingClientBuilder;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.ShardingClientBuilder;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.spring.Applications.Plain;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.timeseries.TimeSeriesClientBuilder;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Beans that an application brings: specs, a layout store, a stack, customizers. */
@ExtendWith(LocalDynamoDbExtension.class)
class OwnBeansTest {
  private final LocalDynamoDb local;

  OwnBeansTest(LocalDynamoDb local) {
    this.local = local;
  }

  @Test
  void specBeans_ofTheUser_areTaken() {
    starter(local)
        .withBean(
            ChunkingSpec.class,
            () ->
                ChunkingSpec.builder("papers")
                    .partitionKey("id")
                    .attribute("text", AttributePolicy.chunked())
                    .chunkTable("chunks")
                    .intentTable("intents")
                    .build())
        .withBean(
            CounterSpec.class,
            () -> CounterSpec.builder("likes").partitionKey("page").summed("n").shards(4).build())
        .withPropertyValues(SHARDED_HITS)
        .run(
            context -> {
              assertThat(stack(context.getBean(DynamoDbClient.class)))
                  .containsExactly("ChunkingDynamoDbClient", "ShardingDynamoDbClient", "Plain");
              assertThat(context.getBean(SpecVerifier.class).tables())
                  .containsExactly("hits", "likes", "papers");
            });
  }

  @Test
  void spec_withALayoutStoreOverThePlainClient_isNoCircle() {
    starter()
        .withBean(
            "dynamoDbClient",
            DynamoDbClient.class,
            () ->
                new Plain(
                    local
                        .clientBuilder()
                        .overrideConfiguration(
                            sending -> sending.addExecutionInterceptor(LayoutGuard.create()))
                        .build()))
        .withUserConfiguration(LiveLayout.class)
        .run(
            context ->
                assertThat(stack(context.getBean(DynamoDbClient.class)))
                    .containsExactly("ShardingDynamoDbClient", "Plain"));
  }

  @Configuration(proxyBeanMethods = false)
  static class LiveLayout {
    @Bean
    LayoutStore layouts(@Qualifier("plainDynamoDbClient") DynamoDbClient plain) {
      return LayoutStore.builder(plain).build();
    }

    @Bean
    ShardingSpec hits(LayoutStore layouts) {
      return ShardingSpec.builder("hits")
          .partitionKey("day")
          .sortKey("at")
          .shards(1)
          .layoutFrom(layouts)
          .build();
    }
  }

  @Test
  void ownCache_listensToTheSources() {
    List<String> begun = new ArrayList<>();
    ItemCache own = ItemCache.ofBytes(1 << 21);
    starter(local)
        .withBean(ItemCache.class, () -> own)
        .withBean("first", InvalidationSource.class, () -> listener -> begun.add("first"))
        .withBean("second", InvalidationSource.class, () -> listener -> begun.add("second"))
        .run(
            context -> {
              assertThat(context.getBean(CachingLayer.class).cache()).isSameAs(own);
              assertThat(begun).containsExactlyInAnyOrder("first", "second");
            });
  }

  @Test
  void clocks_withoutAPrimaryOne_areRefusedForASeriesAlone() {
    ApplicationContextRunner application =
        starter(local)
            .withBean("utc", Clock.class, Clock::systemUTC)
            .withBean("local", Clock.class, Clock::systemDefaultZone);
    application.run(context -> assertThat(context).hasNotFailed());
    application
        .withPropertyValues(SERIES_HITS)
        .run(
            context ->
                assertThat(context)
                    .hasFailed()
                    .getFailure()
                    .rootCause()
                    .hasMessageContainingAll("InstantSource", "utc", "local"));
  }

  @Test
  void evenkeelClient_ofTheUser_staysAsItIs() {
    starter(local)
        .withPropertyValues(SERIES_HITS)
        .withUserConfiguration(OwnStack.class)
        .run(
            context -> {
              assertThat(stack(context.getBean("papers")))
                  .containsExactly("ChunkingDynamoDbClient", "Plain");
              assertThat(stack(context.getBean("dynamoDbClient")))
                  .containsExactly("TimeSeriesDynamoDbClient", "Plain");
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnStack {
    @Bean
    ChunkingDynamoDbClient papers(@Qualifier("plainDynamoDbClient") DynamoDbClient plain) {
      return ChunkingDynamoDbClient.builder(plain)
          .table(
              ChunkingSpec.builder("papers")
                  .partitionKey("id")
                  .attribute("text", AttributePolicy.chunked())
                  .chunkTable("chunks")
                  .intentTable("intents")
                  .build())
          .build();
    }
  }

  @Test
  void customizer_ofABuilder_isAskedForEachClient() {
    starter(local)
        .withPropertyValues(SHARDED_HITS)
        .withUserConfiguration(Customized.class)
        .run(
            context -> {
              context.getBean(DynamoDbClient.class);
              assertThat(context.getBean(Customized.class).asked).hasSize(2);
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class Customized {
    final List<String> asked = new ArrayList<>();

    @Bean
    DecoratorCustomizer<ShardingClientBuilder<?>> concurrency() {
      return builder -> {
        builder.concurrency(64);
        asked.add("sharding");
      };
    }
  }

  @Test
  void customizer_thatAddsTables_needsNoSpec() {
    starter(local)
        .withUserConfiguration(Family.class)
        .run(
            context -> {
              assertThat(stack(context.getBean(DynamoDbClient.class)))
                  .containsExactly("ShardingDynamoDbClient", "Plain");
              assertThat(context.getBean(SpecVerifier.class).problems()).isEmpty();
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class Family {
    @Bean
    DecoratorCustomizer<ShardingClientBuilder<?>> family() {
      return builder ->
          builder.tables(
              name -> name.startsWith("hits"),
              ShardingSpec.builder("hits").partitionKey("day").sortKey("at").shards(4).build());
    }
  }

  @Test
  void customizers_thatAddNoTable_leaveTheClientAsItIs() {
    starter(local)
        .withUserConfiguration(Limits.class)
        .run(
            context -> {
              assertThat(stack(context.getBean(DynamoDbClient.class))).containsExactly("Plain");
              assertThat(context.getBean(DynamoDbAsyncClient.class))
                  .isSameAs(context.getBean("plainDynamoDbAsyncClient"));
            });
    LocalDynamoDb ownTables = local.isolated();
    createTable(ownTables.client(), "hits", "day", "at");
    starter(ownTables)
        .withPropertyValues(SHARDED_HITS)
        .withUserConfiguration(Limits.class)
        .run(context -> assertThat(context.getBean(SpecVerifier.class).problems()).isEmpty());
  }

  @Configuration(proxyBeanMethods = false)
  static class Limits {
    @Bean
    DecoratorCustomizer<ShardingClientBuilder<?>> sharding() {
      return builder -> builder.accountId("123456789012");
    }

    @Bean
    DecoratorCustomizer<ChunkingClientBuilder<?>> chunking() {
      return builder -> builder.accountId("123456789012");
    }

    @Bean
    DecoratorCustomizer<TimeSeriesClientBuilder<?>> series() {
      return builder -> builder.accountId("123456789012");
    }

    @Bean
    DecoratorCustomizer<CachingClientBuilder<?>> caching() {
      return builder -> builder.accountId("123456789012");
    }
  }
}
