package dev.evenkeel.spring;

import static dev.evenkeel.spring.Applications.CACHED_HITS;
import static dev.evenkeel.spring.Applications.SHARDED_HITS;
import static dev.evenkeel.spring.Applications.createTable;
import static dev.evenkeel.spring.Applications.starter;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.spring.Applications.Plain;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.actuate.autoconfigure.metrics.MetricsAutoConfiguration;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Health, the look at start, and meters. */
@ExtendWith(LocalDynamoDbExtension.class)
class VerificationTest {
  private final LocalDynamoDb local;

  VerificationTest(LocalDynamoDb server) {
    this.local = server.isolated();
  }

  private ApplicationContextRunner hits() {
    return starter(local).withPropertyValues(SHARDED_HITS);
  }

  @Test
  void start_withTablesThatFit_isQuietAndHealthy() {
    createTable(local.client(), "hits", "day", "at");
    hits()
        .withPropertyValues(CACHED_HITS)
        .withPropertyValues("evenkeel.verify-at-start=fail")
        .run(
            context -> {
              Health health = context.getBean(HealthIndicator.class).health();
              assertThat(health.getStatus()).isEqualTo(Status.UP);
              assertThat(health.getDetails()).containsOnly(Map.entry("tables", List.of("hits")));
            });
  }

  @Test
  void start_withoutTheTable_failsOrWarnsAsSaid() {
    hits()
        .withPropertyValues("evenkeel.verify-at-start=fail")
        .run(
            context -> {
              assertThat(context).hasFailed();
              assertThat(context.getStartupFailure())
                  .hasMessageContainingAll(
                      "evenkeel.verify-at-start", "Table 'hits' is not there.");
            });
    hits()
        .withPropertyValues("evenkeel.verify-at-start=warn")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              Health health = context.getBean(HealthIndicator.class).health();
              assertThat(health.getStatus()).isEqualTo(Status.DOWN);
              assertThat(health.getDetails())
                  .containsEntry("problems", List.of("Table 'hits' is not there."));
            });
  }

  @Test
  void start_withAnotherKey_saysTheMismatchOnceForBothClients() {
    createTable(local.client(), "hits", "day", "second");
    hits()
        .run(
            context ->
                assertThat(context.getBean(SpecVerifier.class).problems())
                    .singleElement()
                    .satisfies(
                        problem ->
                            assertThat(problem.sentence())
                                .startsWith("The spec of table 'hits' does not fit it: ")
                                .contains("'second'", "'at'")));
  }

  @Test
  void verifier_withoutAClient_saysThatOneIsMissing() {
    starter()
        .withPropertyValues(SHARDED_HITS)
        .run(
            context ->
                assertThat(context.getBean(SpecVerifier.class).problems())
                    .singleElement()
                    .satisfies(
                        problem ->
                            assertThat(problem.sentence()).contains("[hits]", "declare one")));
  }

  @Test
  void health_askedTwice_looksOnceInItsTime() {
    hits()
        .run(
            context -> {
              AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
              EvenkeelHealthIndicator health =
                  new EvenkeelHealthIndicator(
                      context.getBean(SpecVerifier.class), Duration.ofMinutes(1), now::get);
              assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
              createTable(context.getBean("plainDynamoDbClient", Plain.class), "hits", "day", "at");
              assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
              now.set(Instant.EPOCH.plusSeconds(60));
              assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            });
  }

  @Test
  void healthIndicator_switchedOff_isNoBean() {
    hits()
        .withPropertyValues("management.health.evenkeel.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
  }

  @Test
  void meters_withARegistry_countCallsAndReadsOfTheCache() {
    createTable(local.client(), "hits", "day", "at");
    hits()
        .withPropertyValues(CACHED_HITS)
        .withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class))
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .run(
            context -> {
              DynamoDbClient client = context.getBean(DynamoDbClient.class);
              Map<String, AttributeValue> hit =
                  Map.of("day", AttributeValue.fromS("d"), "at", AttributeValue.fromS("1"));
              client.putItem(put -> put.tableName("hits").item(hit));
              for (int i = 0; i < 3; i++) {
                assertThat(client.getItem(get -> get.tableName("hits").key(hit)).item())
                    .isEqualTo(hit);
              }
              MeterRegistry registry = context.getBean(MeterRegistry.class);
              assertThat(
                      registry
                          .get("evenkeel.calls")
                          .tags("decorator", "sharding", "operation", "PutItem")
                          .timer()
                          .count())
                  .isEqualTo(1);
              assertThat(
                      registry
                          .get("evenkeel.cache.reads")
                          .tags("table", "hits", "result", "hit")
                          .functionCounter()
                          .count())
                  .isEqualTo(2);
            });
  }
}
