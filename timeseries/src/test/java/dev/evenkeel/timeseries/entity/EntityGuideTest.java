package dev.evenkeel.timeseries.entity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The page's code on entities: its snippets are regions of this file and of {@link Visit}. */
@ExtendWith(LocalDynamoDbExtension.class)
class EntityGuideTest {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

  private static Visit visit(Instant at) {
    Visit visit = new Visit();
    visit.setCustomer("c7");
    visit.setAt(at);
    return visit;
  }

  @Test
  void mapped_clientAndLifecycle_shareTheSpecOfTheClass(DynamoDbClient dynamoDb) {
    InstantSource clock = () -> NOON;
    Visit visit = visit(NOON.minusSeconds(60));
    // [docs:mapped]
    TableSchema<Visit> schema = TableSchema.fromBean(Visit.class);
    TimeSeriesSpec spec =
        TimeSeriesSpec.mapped("visits", schema) // the class says period, time and key
            .retention(Retention.deleteAfter(Duration.ofDays(90)).deleteWithoutArchive())
            .build();
    TimeSeriesDynamoDbClient client =
        TimeSeriesDynamoDbClient.builder(dynamoDb).table(spec).clock(clock).build();
    DynamoDbTable<Visit> visits =
        DynamoDbEnhancedClient.builder().dynamoDbClient(client).build().table("visits", schema);

    TableLifecycle lifecycle =
        TableLifecycle.builder(dynamoDb)
            .controlTable("visits_control")
            .table(spec)
            .clock(clock)
            .build();
    lifecycle.createControlTable();
    lifecycle.run(); // makes visits_2026-11-21
    visits.putItem(visit);
    List<Visit> today =
        visits
            .query(
                QueryConditional.sortGreaterThanOrEqualTo(
                    key -> key.partitionValue("c7").sortValue("2026-11-21")))
            .items()
            .stream()
            .toList();
    // [docs]
    assertThat(today).usingRecursiveComparison().isEqualTo(List.of(visit));
    assertThat(dynamoDb.scan(scan -> scan.tableName("visits_2026-11-21")).items()).hasSize(1);
  }
}
