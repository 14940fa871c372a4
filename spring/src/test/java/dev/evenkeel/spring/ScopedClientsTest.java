package dev.evenkeel.spring;

import static dev.evenkeel.spring.Applications.CACHED_HITS;
import static dev.evenkeel.spring.Applications.SHARDED_HITS;
import static dev.evenkeel.spring.Applications.assertRefused;
import static dev.evenkeel.spring.Applications.stack;
import static dev.evenkeel.spring.Applications.starter;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.spring.Applications.Plain;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.CustomScopeConfigurer;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Clients of a scope, with a proxy and without. */
@ExtendWith(LocalDynamoDbExtension.class)
class ScopedClientsTest {
  private final LocalDynamoDb local;

  ScopedClientsTest(LocalDynamoDb local) {
    this.local = local;
  }

  private ApplicationContextRunner sharded(Class<?> clients) {
    return starter()
        .withPropertyValues(SHARDED_HITS)
        .withBean(
            LocalDynamoDb.class, () -> local, definition -> definition.setDestroyMethodName(""))
        .withUserConfiguration(clients);
  }

  @Test
  void scopedClient_behindAProxy_isDecoratedOnce() {
    sharded(ScopedClient.class)
        .run(
            context -> {
              DynamoDbClient client = context.getBean(DynamoDbClient.class);
              assertThat(client).isInstanceOf(ShardingDynamoDbClient.class);
              assertThat(stack(client)).hasSize(2);
              assertThat(stack(context.getBean("scopedTarget.client"))).containsExactly("Plain");
            });
  }

  /** The context of the runner has no other scope. */
  @Configuration(proxyBeanMethods = false)
  static class ScopedClients {
    @Bean
    @Scope(value = "prototype", proxyMode = ScopedProxyMode.INTERFACES)
    DynamoDbClient client(LocalDynamoDb local) {
      return new Plain(local.client());
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Prototypes {
    record User(DynamoDbClient client) {}

    @Bean
    @Scope("prototype")
    DynamoDbClient client(LocalDynamoDb local) {
      return new Plain(local.client());
    }

    @Bean
    User user(DynamoDbClient client) {
      return new User(client);
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {ScopedClients.class, Prototypes.class})
  void scopedClient_withACache_isRefused(Class<?> clients) {
    ApplicationContextRunner application = sharded(clients);
    application.run(context -> assertThat(context).hasNotFailed());
    ApplicationContextRunner cached = application.withPropertyValues(CACHED_HITS);
    assertRefused(cached, "bean 'client' has a scope");
    cached
        .withPropertyValues("evenkeel.clients=client")
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Configuration(proxyBeanMethods = false)
  static class TenantClient {
    @Bean
    static CustomScopeConfigurer tenants() {
      CustomScopeConfigurer scopes = new CustomScopeConfigurer();
      scopes.addScope("tenant", new SimpleThreadScope());
      return scopes;
    }

    @Bean
    @Scope(value = "tenant", proxyMode = ScopedProxyMode.INTERFACES)
    DynamoDbClient client() {
      throw new IllegalStateException("no tenant");
    }
  }

  @Test
  void scopedClient_whoseScopeIsNotActive_isDecoratedAndUnknown() {
    sharded(TenantClient.class)
        .withPropertyValues("evenkeel.verify-at-start=warn")
        .run(
            context -> {
              assertThat(context.getBean(DynamoDbClient.class))
                  .isInstanceOf(ShardingDynamoDbClient.class);
              Health health = context.getBean(HealthIndicator.class).health();
              assertThat(health.getStatus()).isEqualTo(Status.UNKNOWN);
              assertThat(health.getDetails().get("problems"))
                  .asString()
                  .contains("Table 'hits' cannot be described", "no tenant");
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
}
