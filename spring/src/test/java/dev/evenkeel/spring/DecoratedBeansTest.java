package dev.evenkeel.spring;

import static dev.evenkeel.spring.Applications.CACHED_HITS;
import static dev.evenkeel.spring.Applications.SHARDED_HITS;
import static dev.evenkeel.spring.Applications.stack;
import static dev.evenkeel.spring.Applications.starter;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.CachingDynamoDbAsyncClient;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.ShardingClientBuilder;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.spring.Applications.Plain;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What becomes of client beans. */
@ExtendWith(LocalDynamoDbExtension.class)
class DecoratedBeansTest {
  private static final String[] CHUNKED_HITS = {
    "evenkeel.chunking[0].table-name=hits",
    "evenkeel.chunking[0].partition-key.name=day",
    "evenkeel.chunking[0].sort-key.name=at",
    "evenkeel.chunking[0].attributes.body=CHUNKS",
    "evenkeel.chunking[0].codecs.body=gzip",
    "evenkeel.chunking[0].chunk-table.table-name=chunks",
    "evenkeel.chunking[0].intent-table.table-name=intents"
  };
  private static final String[] SERIES_HITS = {
    "evenkeel.tables[0].table-name=hits",
    "evenkeel.tables[0].time.attribute=at",
    "evenkeel.tables[0].period=day",
    "evenkeel.tables[0].since=2026-11-01",
    "evenkeel.tables[0].template.partition-key.name=day",
    "evenkeel.tables[0].template.sort-key.name=at",
    "evenkeel.tables[0].template.global-indexes[0].index-name=by-page",
    "evenkeel.tables[0].template.global-indexes[0].partition-key.name=page"
  };

  private final LocalDynamoDb local;

  DecoratedBeansTest(LocalDynamoDb local) {
    this.local = local;
  }

  /** What an application injects. */
  record Injected(
      DynamoDbClient client,
      DynamoDbAsyncClient asyncClient,
      @Qualifier("plainDynamoDbClient") DynamoDbClient plain,
      @Qualifier("plainDynamoDbAsyncClient") DynamoDbAsyncClient asyncPlain,
      List<DynamoDbClient> all) {}

  @Test
  void clients_withSpecsOfThreeKinds_areDecoratedOnceInTheOrderOfTheStack() {
    starter(local)
        .withPropertyValues(SHARDED_HITS)
        .withPropertyValues(CHUNKED_HITS)
        .withPropertyValues(CACHED_HITS)
        .withBean(Injected.class)
        .run(
            context -> {
              Injected injected = context.getBean(Injected.class);
              assertThat(stack(injected.client()))
                  .containsExactly(
                      "CachingDynamoDbClient",
                      "ChunkingDynamoDbClient",
                      "ShardingDynamoDbClient",
                      "Plain");
              assertThat(injected.asyncClient()).isInstanceOf(CachingDynamoDbAsyncClient.class);
              assertThat(context.getBean(DynamoDbClient.class)).isSameAs(injected.client());
              assertThat(context.getBeanProvider(DynamoDbClient.class).getIfUnique())
                  .isSameAs(injected.client());
            });
  }

  @Test
  void plainClients_byQualifier_areTheUsersOwnAndInNoList() {
    starter(local)
        .withPropertyValues(SHARDED_HITS)
        .withBean(Injected.class)
        .run(
            context -> {
              Injected injected = context.getBean(Injected.class);
              assertThat(injected.plain()).isInstanceOf(Plain.class);
              assertThat(stack(injected.client()))
                  .containsExactly("ShardingDynamoDbClient", "Plain");
              assertThat(injected.asyncClient()).isInstanceOf(ShardingDynamoDbAsyncClient.class);
              assertThat(((ShardingDynamoDbAsyncClient) injected.asyncClient()).delegate())
                  .isSameAs(injected.asyncPlain());
              assertThat(injected.all()).containsExactly(injected.client());
            });
  }

  @Test
  void series_ofAShardedTable_standsOverAFamily() {
    starter(local)
        .withPropertyValues(SHARDED_HITS)
        .withPropertyValues(SERIES_HITS)
        .withPropertyValues(CACHED_HITS)
        .run(
            context -> {
              assertThat(stack(context.getBean(DynamoDbClient.class)))
                  .containsExactly(
                      "CachingDynamoDbClient",
                      "TimeSeriesDynamoDbClient",
                      "ShardingDynamoDbClient",
                      "Plain");
              assertThat(context.getBean(ShardingLayer.class).checks())
                  .singleElement()
                  .satisfies(
                      check -> assertThat(check.table()).matches("hits_\\d{4}-\\d\\d-\\d\\d"));
            });
  }

  @Test
  void clients_disabledOrWithoutSpecs_areTheUsersOwn() {
    starter(local)
        .withPropertyValues(SHARDED_HITS)
        .withPropertyValues("evenkeel.enabled=false")
        .run(
            context ->
                assertThat(stack(context.getBean(DynamoDbClient.class))).containsExactly("Plain"));
    starter(local)
        .run(
            context ->
                assertThat(stack(context.getBean(DynamoDbClient.class))).containsExactly("Plain"));
  }

  @Test
  void plainClient_whenTheApplicationEnds_isClosedOnceAfterItsUsers() {
    List<Plain> closed = new ArrayList<>();
    List<Integer> before = new ArrayList<>();
    starter(local)
        .withPropertyValues(SHARDED_HITS)
        .withUserConfiguration(ClosingService.class)
        .run(
            context -> {
              closed.add((Plain) context.getBean("plainDynamoDbClient"));
              context.getBean(ClosingService.Service.class).closing =
                  () -> before.add(closed.get(0).closed);
            });
    assertThat(before).containsExactly(0);
    assertThat(closed.get(0).closed).isEqualTo(1);
  }

  @Configuration(proxyBeanMethods = false)
  static class ClosingService {
    static final class Service implements AutoCloseable {
      Runnable closing = () -> {};

      @Override
      public void close() {
        closing.run();
      }
    }

    @Bean
    Service service(DynamoDbClient client) {
      return new Service();
    }
  }

  @Test
  void twoClients_onePrimary_areBothDecoratedAndKeepTheirQualifiers() {
    starter()
        .withPropertyValues(SHARDED_HITS)
        .withBean(
            LocalDynamoDb.class, () -> local, definition -> definition.setDestroyMethodName(""))
        .withUserConfiguration(TwoClients.class)
        .run(
            context -> {
              TwoClients.Users users = context.getBean(TwoClients.Users.class);
              assertThat(users.main()).isInstanceOf(ShardingDynamoDbClient.class);
              assertThat(users.main()).isSameAs(context.getBean("main"));
              assertThat(users.called()).isSameAs(users.main());
              assertThat(users.other()).isInstanceOf(ShardingDynamoDbClient.class);
              assertThat(users.other()).isSameAs(context.getBean("archive"));
              assertThat(users.plain()).isInstanceOf(Plain.class);
              assertThat(context.getBean(DynamoDbClient.class)).isSameAs(users.main());
              assertThat(context).hasSingleBean(DynamoDbEnhancedClient.class);
            });
  }

  @Test
  void clients_named_areDecoratedAndOthersAreNot() {
    starter()
        .withPropertyValues(SHARDED_HITS)
        .withPropertyValues("evenkeel.clients=main")
        .withBean(
            LocalDynamoDb.class, () -> local, definition -> definition.setDestroyMethodName(""))
        .withUserConfiguration(TwoClients.class, OwnPlainArchive.class)
        .run(
            context -> {
              assertThat(stack(context.getBean("main")))
                  .containsExactly("ShardingDynamoDbClient", "Plain");
              assertThat(stack(context.getBean("archive"))).containsExactly("Plain");
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnPlainArchive {
    @Bean(defaultCandidate = false)
    DynamoDbClient plainArchive(LocalDynamoDb local) {
      return new Plain(local.client());
    }
  }

  @Configuration
  static class TwoClients {
    record Users(
        DynamoDbClient main, DynamoDbClient called, DynamoDbClient other, DynamoDbClient plain) {}

    @Bean
    @Primary
    DynamoDbClient main(LocalDynamoDb local) {
      return new Plain(local.client());
    }

    @Bean
    @Qualifier("eu")
    DynamoDbClient archive(LocalDynamoDb local) {
      return new Plain(local.client());
    }

    @Bean
    Users users(
        LocalDynamoDb local,
        DynamoDbClient client,
        @Qualifier("eu") DynamoDbClient other,
        @Qualifier("plainArchive") DynamoDbClient plain) {
      return new Users(client, main(local), other, plain);
    }
  }

  @Test
  void scopedClient_behindAProxy_isDecoratedOnce() {
    starter()
        .withPropertyValues(SHARDED_HITS)
        .withBean(
            LocalDynamoDb.class, () -> local, definition -> definition.setDestroyMethodName(""))
        .withUserConfiguration(ScopedClient.class)
        .run(
            context -> {
              DynamoDbClient client = context.getBean(DynamoDbClient.class);
              assertThat(client).isInstanceOf(ShardingDynamoDbClient.class);
              assertThat(stack(client)).hasSize(2);
              assertThat(stack(context.getBean("scopedTarget.client"))).containsExactly("Plain");
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class ScopedClient {
    @Bean
    @Scope(proxyMode = ScopedProxyMode.INTERFACES)
    DynamoDbClient client(LocalDynamoDb local) {
      return new Plain(local.client());
    }
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
  void enhancedClients_areBuiltOverTheDecoratedOnes() {
    starter(local)
        .withPropertyValues(SHARDED_HITS)
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(DynamoDbEnhancedClient.class)
                    .hasSingleBean(DynamoDbEnhancedAsyncClient.class));
    DynamoDbEnhancedClient own =
        DynamoDbEnhancedClient.builder().dynamoDbClient(new Plain(local.client())).build();
    starter(local)
        .withPropertyValues(SHARDED_HITS)
        .withBean("own", DynamoDbEnhancedClient.class, () -> own)
        .run(context -> assertThat(context.getBean(DynamoDbEnhancedClient.class)).isSameAs(own));
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

    @Bean
    DecoratorCustomizer<dev.evenkeel.chunking.ChunkingClientBuilder<?>> other() {
      return builder -> asked.add("chunking");
    }
  }
}
