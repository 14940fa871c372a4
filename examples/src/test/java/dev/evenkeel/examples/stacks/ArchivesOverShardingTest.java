package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.examples.MovingClock;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.gen.Rounds;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.s3.S3Client;

/** A sharded day leaves for S3, comes back as another table, and reads as it did. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ArchivesOverShardingTest {
  private static final String DAY = "events_2026-11-15";
  private static final Instant START = Instant.parse("2026-11-15T00:00:00Z");

  private final MovingClock clock = new MovingClock(START);

  private static TimeSeriesSpec series(String bucket) {
    return TimeSeriesSpec.builder("events")
        .time(ItemTime.iso("at").before("#"))
        .period(Period.DAY)
        .since(START)
        .template(ExampleTables.provisioned(100, 100, "source", "at"))
        .retention(Retention.deleteAfter(Duration.ofDays(2)))
        .archive(ArchivePolicy.builder(BucketSpec.builder(bucket).build()).build())
        .build();
  }

  /** Also what a restore makes has shards. */
  private static DynamoDbClient sharded(DynamoDbClient plain, TimeSeriesSpec series) {
    ShardingSpec spec =
        ShardingSpec.builder("events")
            .partitionKey("source")
            .sortKey("at")
            .shards(5)
            .selector(ShardSelector.hashOf("at"))
            .uniqueSortKeys()
            .build();
    return ShardingDynamoDbClient.builder(plain)
        .tables(name -> series.tables().contain(name.replaceFirst("-restored$", "")), spec)
        .build();
  }

  private static Map<String, AttributeValue> event(int number) {
    return Map.of(
        "source", AttributeValue.fromS("web"),
        "at", AttributeValue.fromS("%s#%03d".formatted(START.plusSeconds(60L * number), number)),
        "number", AttributeValue.fromN(Integer.toString(number)));
  }

  private static List<Map<String, AttributeValue>> read(DynamoDbClient client, boolean forward) {
    QueryRequest query =
        QueryRequest.builder()
            .tableName("events")
            .keyConditionExpression("#s = :s AND #at BETWEEN :from AND :to")
            .expressionAttributeNames(Map.of("#s", "source", "#at", "at"))
            .expressionAttributeValues(
                Map.of(
                    ":s", AttributeValue.fromS("web"),
                    ":from", AttributeValue.fromS("2026-11-15"),
                    ":to", AttributeValue.fromS("2026-11-16")))
            .scanIndexForward(forward)
            .limit(7)
            .build();
    return client.queryPaginator(query).items().stream().toList();
  }

  static List<Boolean> both() {
    return Rounds.inTurn(List.of(false, true));
  }

  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("both")
  void archiveDeleteRestore_ofShards_readAsBefore(
      boolean isLifecycleSharded, LocalDynamoDb local, LocalS3 localS3, S3Client s3) {
    TimeSeriesSpec series = series(localS3.newBucket());
    try (DynamoDbClient plain = local.isolated().client()) {
      DynamoDbClient shards = sharded(plain, series);
      TableLifecycle lifecycle =
          TableLifecycle.builder(isLifecycleSharded ? shards : plain)
              .s3(s3)
              .controlTable("control")
              .table(series)
              .deletes(5)
              .clock(clock)
              .build();
      DynamoDbClient client =
          TimeSeriesDynamoDbClient.builder(shards)
              .table(series)
              .clock(clock)
              .archivedReads("control")
              .build();
      lifecycle.createControlTable();
      lifecycle.run();
      clock.moveTo(START.plus(Duration.ofHours(3)));
      List<Map<String, AttributeValue>> events =
          IntStream.range(0, 120).mapToObj(ArchivesOverShardingTest::event).toList();
      events.forEach(event -> client.putItem(put -> put.tableName("events").item(event)));
      List<Map<String, AttributeValue>> backward = read(client, false);
      assertThat(read(client, true)).isEqualTo(events);

      clock.moveTo(START.plus(Duration.ofDays(5)));
      for (int runs = 0; runs < 4; runs++) { // build, retire; archive; delete; forget
        assertThat(lifecycle.run()).allMatch(LifecycleReport::isComplete);
      }
      assertThat(plain.listTables().tableNames()).doesNotContain(DAY);
      assertThat(lifecycle.restore(RestoreOrder.of(DAY)).isDone()).isTrue();

      assertThat(read(client, true)).isEqualTo(events);
      assertThat(read(client, false)).isEqualTo(backward).hasSize(events.size());
      assertThat(
              plain.scan(scan -> scan.tableName(DAY + "-restored")).items().stream()
                  .map(item -> item.get("source"))
                  .distinct())
          .hasSize(5);
    }
  }
}
