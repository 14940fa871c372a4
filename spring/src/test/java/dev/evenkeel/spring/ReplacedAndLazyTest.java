package dev.evenkeel.spring;

import static dev.evenkeel.spring.Applications.SHARDED_HITS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.client.StackLayer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.bean.override.convention.TestBean;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Clients that are made late, often or never, and those around which others put something. */
class ReplacedAndLazyTest {
  private static final AtomicInteger MADE = new AtomicInteger();

  /** A client without tables. */
  private static DynamoDbClient made() {
    MADE.incrementAndGet();
    return new DynamoDbClient() {
      @Override
      public DescribeTableResponse describeTable(DescribeTableRequest request) {
        throw ResourceNotFoundException.builder().message("none").build();
      }

      @Override
      public String serviceName() {
        return "dynamodb";
      }

      @Override
      public void close() {}
    };
  }

  private static ApplicationContextRunner starter() {
    MADE.set(0);
    return new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(EvenkeelAutoConfiguration.class));
  }

  @Configuration(proxyBeanMethods = false)
  static class Unmakeable {
    @Bean
    DynamoDbClient dynamoDbClient() {
      throw new IllegalStateException("Unable to load region");
    }
  }

  @ContextConfiguration(classes = Unmakeable.class)
  @ImportAutoConfiguration(EvenkeelAutoConfiguration.class)
  static class WithoutSpecs {
    @TestBean DynamoDbClient client;

    static DynamoDbClient client() {
      return made();
    }
  }

  @TestPropertySource(
      properties = {
        "evenkeel.sharding[0].table-name=hits",
        "evenkeel.sharding[0].partition-key.name=day",
        "evenkeel.sharding[0].sort-key.name=at",
        "evenkeel.sharding[0].shards=4",
        "evenkeel.verify-at-start=fail"
      })
  static class WithSpecs extends WithoutSpecs {}

  @ParameterizedTest
  @ValueSource(classes = {WithoutSpecs.class, WithSpecs.class})
  void client_thatATestReplaces_isNeitherMadeNorLookedAt(Class<? extends WithoutSpecs> type)
      throws Exception {
    WithoutSpecs test = type.getDeclaredConstructor().newInstance();
    new TestContextManager(type).prepareTestInstance(test);
    assertThat(StackLayer.isIn(test.client)).isFalse();
  }

  @Configuration(proxyBeanMethods = false)
  static class LazyClient {
    @Bean
    @Lazy
    DynamoDbClient dynamoDbClient() {
      return made();
    }
  }

  @Test
  void lazyClient_thatNobodyNeeds_isNotMade() {
    starter()
        .withUserConfiguration(LazyClient.class)
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              context.getBean(HealthIndicator.class).health();
              assertThat(MADE).hasValue(0);
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class PrototypeClient {
    @Bean
    @Scope("prototype")
    DynamoDbClient dynamoDbClient() {
      return made();
    }
  }

  @Test
  void prototypeClient_isMadeForItsUsersAlone() {
    starter()
        .withUserConfiguration(PrototypeClient.class)
        .withPropertyValues(SHARDED_HITS)
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context.getBean(SpecVerifier.class).problems()).isEmpty();
              assertThat(MADE).hasValue(0);
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class ProxiedClient {
    @Bean
    DynamoDbClient dynamoDbClient() {
      return made();
    }

    @Bean
    static BeanPostProcessor tracing() {
      return new BeanPostProcessor() {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
          return bean instanceof DynamoDbClient ? traced(bean) : bean;
        }
      };
    }

    private static Object traced(Object client) {
      return Proxy.newProxyInstance(
          ReplacedAndLazyTest.class.getClassLoader(),
          new Class<?>[] {DynamoDbClient.class},
          (proxy, method, arguments) -> {
            try {
              return method.invoke(client, arguments);
            } catch (InvocationTargetException e) {
              throw e.getCause();
            }
          });
    }
  }

  @Test
  void clientBehindAProxy_isLookedAt() {
    starter()
        .withUserConfiguration(ProxiedClient.class)
        .withPropertyValues(SHARDED_HITS)
        .run(
            context ->
                assertThat(context.getBean(HealthIndicator.class).health().getStatus())
                    .isEqualTo(Status.DOWN));
    starter()
        .withUserConfiguration(ProxiedClient.class)
        .withPropertyValues(SHARDED_HITS)
        .withPropertyValues("evenkeel.verify-at-start=fail")
        .run(
            context ->
                assertThat(context)
                    .hasFailed()
                    .getFailure()
                    .hasMessageContaining("Table 'hits' is not there."));
  }
}
