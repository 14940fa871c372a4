package dev.evenkeel.spring;

import static dev.evenkeel.spring.Applications.CACHED_HITS;
import static dev.evenkeel.spring.Applications.SHARDED_HITS;
import static dev.evenkeel.spring.Applications.assertRefused;
import static dev.evenkeel.spring.Applications.stack;
import static dev.evenkeel.spring.Applications.starter;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.spring.Applications.Plain;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Several clients: all decorated, some of them, or none; and what must not be decorated. */
@ExtendWith(LocalDynamoDbExtension.class)
class SeveralClientsTest {
  private final LocalDynamoDb local;

  SeveralClientsTest(LocalDynamoDb local) {
    this.local = local;
  }

  /** A client of a user, which no decorator of ours is seen behind. */
  private static DynamoDbClient wrapped(DynamoDbClient client) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            SeveralClientsTest.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (proxy, method, arguments) -> method.invoke(client, arguments));
  }

  @Configuration(proxyBeanMethods = false)
  static class Wrapping {
    @Bean
    DynamoDbClient traced(@Qualifier("dynamoDbClient") DynamoDbClient client) {
      return wrapped(client);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Sharded {
    @Bean
    DynamoDbClient sharded(@Qualifier("plainDynamoDbClient") DynamoDbClient client) {
      ShardingSpec spec =
          ShardingSpec.builder("votes").partitionKey("id").sortKey("at").shards(2).build();
      return ShardingDynamoDbClient.builder(client).table(spec).build();
    }
  }

  private ApplicationContextRunner two() {
    return starter(local)
        .withBean("other", DynamoDbClient.class, local::client, bean -> bean.setFallback(true))
        .withPropertyValues(SHARDED_HITS);
  }

  @Test
  void twoClients_withACache_haveToBeNamed() {
    assertRefused(two().withPropertyValues(CACHED_HITS), "what one of them reads would answer all");
    two()
        .withPropertyValues(CACHED_HITS)
        .withPropertyValues("evenkeel.clients=dynamoDbClient,dynamoDbAsyncClient")
        .run(
            context -> {
              assertThat(context.getBean("dynamoDbClient"))
                  .isInstanceOf(CachingDynamoDbClient.class);
              assertThat(context.getBean("other")).isNotInstanceOf(CachingDynamoDbClient.class);
            });
  }

  @Test
  void twoClients_withoutACache_areBothDecorated() {
    two()
        .run(
            context ->
                assertThat(context.getBean("other")).isInstanceOf(ShardingDynamoDbClient.class));
  }

  @Test
  void clientMadeOfADecoratedOne_isRefused() {
    assertRefused(
        starter(local).withUserConfiguration(Wrapping.class).withPropertyValues(SHARDED_HITS),
        "bean 'traced' is made of bean 'dynamoDbClient'");
    starter(local)
        .withUserConfiguration(Wrapping.class)
        .withPropertyValues(SHARDED_HITS)
        .withPropertyValues("evenkeel.clients=dynamoDbClient")
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Configuration
  static class Calling {
    private final LocalDynamoDb local;

    Calling(LocalDynamoDb local) {
      this.local = local;
    }

    @Bean
    @Primary
    DynamoDbClient traced() {
      return wrapped(inner());
    }

    @Bean
    DynamoDbClient inner() {
      return new Plain(local.client());
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Holding {
    record Holder(DynamoDbClient client) {}

    @Bean
    DynamoDbClient inner(LocalDynamoDb local) {
      return new Plain(local.client());
    }

    @Bean
    Holder holder(@Qualifier("inner") DynamoDbClient client) {
      return new Holder(client);
    }

    @Bean
    DynamoDbClient traced(Holder holder) {
      return wrapped(holder.client());
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {Calling.class, Holding.class})
  void clientMadeOfADecoratedOne_byACallOrAnotherBean_isRefused(Class<?> clients) {
    ApplicationContextRunner application =
        starter()
            .withPropertyValues(SHARDED_HITS)
            .withBean(
                LocalDynamoDb.class, () -> local, definition -> definition.setDestroyMethodName(""))
            .withUserConfiguration(clients);
    assertRefused(application, "bean 'traced' is made of bean 'inner'");
    application
        .withPropertyValues("evenkeel.clients=traced")
        .run(context -> assertThat(context).hasNotFailed());
  }

  /** The bean whose method makes a client may use another one, and an async client is another. */
  @Configuration(proxyBeanMethods = false)
  static class Reports {
    private final LocalDynamoDb local;

    Reports(LocalDynamoDb local, @Qualifier("dynamoDbClient") DynamoDbClient unused) {
      this.local = local;
    }

    @Bean
    DynamoDbClient reports() {
      return new Plain(local.client());
    }

    @Bean
    DynamoDbAsyncClient asyncReports(@Qualifier("dynamoDbClient") DynamoDbClient unused) {
      return local.asyncClient();
    }
  }

  @Test
  void clientBesideADecoratedOne_isDecorated() {
    starter(local)
        .withPropertyValues(SHARDED_HITS)
        .withBean(
            LocalDynamoDb.class, () -> local, definition -> definition.setDestroyMethodName(""))
        .withUserConfiguration(Reports.class)
        .run(
            context ->
                assertThat(context.getBean("reports")).isInstanceOf(ShardingDynamoDbClient.class));
  }

  @Test
  void clientThatIsEvenkeelsOwn_isRefused() {
    assertRefused(
        starter(local).withUserConfiguration(Sharded.class).withPropertyValues(SHARDED_HITS),
        "bean 'sharded' is decorated by Evenkeel already");
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

  @Test
  void plainName_ofABeanOfTheUser_isRefused() {
    starter(local)
        .withPropertyValues(SHARDED_HITS)
        .withBean("plainDynamoDbClient", DynamoDbClient.class, local::client)
        .run(
            context ->
                assertThat(context)
                    .hasFailed()
                    .getFailure()
                    .isInstanceOf(SettingException.class)
                    .hasMessageContaining(
                        "'plainDynamoDbClient' has the name that the plain client of 'dynamoDbClient' gets"));
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
}
