package dev.evenkeel.spring;

import static dev.evenkeel.spring.Applications.CACHED_HITS;
import static dev.evenkeel.spring.Applications.SERIES_HITS;
import static dev.evenkeel.spring.Applications.SHARDED_HITS;
import static dev.evenkeel.spring.Applications.stack;
import static dev.evenkeel.spring.Applications.starter;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.CachingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.spring.Applications.Plain;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
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

  /** Mockito's bean annotations look for the one bean of a type, and leave scoped targets out. */
  @Test
  void beansOfTheType_withoutTargets_areTheClientsAlone() {
    starter(local)
        .withPropertyValues(SHARDED_HITS)
        .run(
            context ->
                assertThat(context.getBeanNamesForType(DynamoDbClient.class))
                    .filteredOn(name -> !ScopedProxyUtils.isScopedTarget(name))
                    .containsExactly("dynamoDbClient"));
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
}
