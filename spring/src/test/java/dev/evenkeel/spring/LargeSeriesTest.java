package dev.evenkeel.spring;

import static dev.evenkeel.spring.Applications.stack;
import static dev.evenkeel.spring.Applications.starter;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.spring.Layer.TableCheck;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Large values of a series: specs are beans, chunks are in the tables of a companion. */
@ExtendWith(LocalDynamoDbExtension.class)
class LargeSeriesTest {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

  private static CreateTableRequest.Builder table(
      String partition, ScalarAttributeType type, String sort) {
    return CreateTableRequest.builder()
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(defined(partition, type), defined(sort, ScalarAttributeType.S))
        .keySchema(key(partition, KeyType.HASH), key(sort, KeyType.RANGE));
  }

  private static AttributeDefinition defined(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  @Configuration(proxyBeanMethods = false)
  static class Specs {
    @Bean
    InstantSource clock() {
      return () -> NOON;
    }

    @Bean
    TimeSeriesSpec shots() {
      return TimeSeriesSpec.builder("shots")
          .period(Period.DAY)
          .since(NOON)
          .time(ItemTime.iso("at"))
          .template(TableTemplate.of(table("camera", ScalarAttributeType.S, "at").build()))
          .build();
    }

    @Bean
    TimeSeriesSpec chunks(@Qualifier("shots") TimeSeriesSpec shots) {
      return shots
          .companion("shot_chunks")
          .template(TableTemplate.of(table("Id", ScalarAttributeType.S, "at").build()))
          .build();
    }

    @Bean
    ChunkingSpec largeShots() {
      return ChunkingSpec.builder("shots")
          .partitionKey("camera")
          .sortKey("at")
          .attribute("frame", AttributePolicy.chunked())
          .chunkTable(ChunkTableSpec.of("shot_chunks").withTime("at"))
          .intentTable("intents")
          .build();
    }
  }

  @Test
  void largeValues_ofASeriesWithACompanion_goToTablesOfTheirPeriod(LocalDynamoDb local) {
    starter(local)
        .withUserConfiguration(Specs.class)
        .run(
            context -> {
              DynamoDbClient client = context.getBean(DynamoDbClient.class);
              assertThat(stack(client))
                  .containsExactly("ChunkingDynamoDbClient", "TimeSeriesDynamoDbClient", "Plain");
              assertThat(context.getBean(ChunkingLayer.class).checks())
                  .extracting(TableCheck::table)
                  .containsExactly("shots_2026-11-21", "shot_chunks_2026-11-21", "intents");
              DynamoDbClient plain = context.getBean("plainDynamoDbClient", DynamoDbClient.class);
              createTables(plain, context.getBeansOfType(TimeSeriesSpec.class).values());

              Map<String, AttributeValue> shot =
                  Map.of(
                      "camera", AttributeValue.fromS("door"),
                      "at", AttributeValue.fromS("2026-11-21T11:59:00Z"),
                      "frame", AttributeValue.fromS("f".repeat(500_000)));
              client.putItem(put -> put.tableName("shots").item(shot));

              assertThat(client.scan(scan -> scan.tableName("shots")).items())
                  .containsExactly(shot);
              assertThat(plain.scan(scan -> scan.tableName("shot_chunks_2026-11-21")).count())
                  .isEqualTo(2);
              assertThat(context.getBean(SpecVerifier.class).problems()).isEmpty();
            });
  }

  private static void createTables(DynamoDbClient plain, Collection<TimeSeriesSpec> series) {
    plain.createTable(table("Bucket", ScalarAttributeType.N, "Due").tableName("intents").build());
    TableLifecycle.Builder builder =
        TableLifecycle.builder(plain).controlTable("control").clock(() -> NOON);
    series.forEach(builder::table);
    TableLifecycle lifecycle = builder.build();
    lifecycle.createControlTable();
    assertThat(lifecycle.run()).isNotEmpty();
  }
}
