package dev.evenkeel.timeseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.AccessLog.Line;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.ItemTimeException;
import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A real log goes by, its lines out of order by up to twenty minutes and some of them late, while
 * the lifecycle builds the tables: each line ends up in the table of its own day, and the merged
 * read is the sorted file. So it is when the tables have been archived, deleted and restored.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class AccessLogIngestTest {
  private static final String TABLE = "hits";

  private final DynamoDbClient plain;
  private final S3Client s3;
  private final String bucket;
  private final AtomicReference<Instant> clock = new AtomicReference<>(Instant.EPOCH);

  AccessLogIngestTest(DynamoDbClient plain, LocalS3 localS3, S3Client s3) {
    this.plain = plain;
    this.s3 = s3;
    this.bucket = localS3.newBucket();
  }

  private static TimeSeriesSpec.Builder spec(Instant since) {
    return TimeSeriesSpec.builder(TABLE)
        .time(ItemTime.iso("at").before("#"))
        .period(Period.DAY)
        .since(since)
        .template(
            TableTemplate.of(
                CreateTableRequest.builder()
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(defined("site"), defined("at"))
                    .keySchema(key("site", KeyType.HASH), key("at", KeyType.RANGE))
                    .build()));
  }

  private static AttributeDefinition defined(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  @Tag("deep")
  @Test
  void log_ofFourDays_isInTheTablesOfItsDaysAndReadsAsTheSortedFile() throws IOException {
    List<Line> lines = AccessLog.lines();
    TimeSeriesSpec spec =
        spec(lines.stream().map(Line::at).min(Instant::compareTo).orElseThrow()).build();
    clock.set(lines.get(0).arrives());
    TableLifecycle lifecycle =
        TableLifecycle.builder(plain).controlTable("control").table(spec).clock(clock::get).build();
    lifecycle.createControlTable();
    DynamoDbClient client = client(spec);

    List<Line> late = new ArrayList<>();
    List<Line> batch = new ArrayList<>();
    Instant nextRun = clock.get();
    for (Line line : lines) {
      while (!line.arrives().isBefore(nextRun)) {
        send(client, batch);
        clock.set(nextRun);
        lifecycle.run();
        nextRun = nextRun.plus(Duration.ofHours(1));
      }
      clock.set(line.arrives());
      boolean isLate = !clock.get().isBefore(spec.lastWrite(spec.period().containing(line.at())));
      (isLate ? late : batch).add(line);
      if (batch.size() == 25) {
        send(client, batch);
      }
    }
    send(client, batch);

    assertThat(late).hasSizeGreaterThan(10);
    for (Line line : late) {
      assertThatThrownBy(() -> client.putItem(put(line)))
          .isInstanceOf(ItemTimeException.class)
          .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.LATE);
    }
    DynamoDbClient accepting = client(spec(spec.since()).latePolicy(LatePolicy.ACCEPT).build());
    late.forEach(line -> accepting.putItem(put(line)));

    List<String> sorted = lines.stream().map(Line::key).sorted().toList();
    assertThat(read(client, true)).isEqualTo(sorted);
    assertThat(read(client, false))
        .isEqualTo(sorted.stream().sorted(Comparator.reverseOrder()).toList());
    for (String day : List.of("2015-05-17", "2015-05-18", "2015-05-19", "2015-05-20")) {
      assertThat(keysIn("hits_" + day))
          .as(day)
          .isEqualTo(sorted.stream().filter(key -> key.startsWith(day)).toList());
    }
    archivedDeletedAndRestored(spec.since(), sorted);
  }

  private void archivedDeletedAndRestored(Instant since, List<String> sorted) {
    TimeSeriesSpec spec =
        spec(since)
            .retention(Retention.deleteAfter(Duration.ofDays(2)))
            .archive(ArchivePolicy.builder(BucketSpec.builder(bucket).build()).build())
            .build();
    TableLifecycle lifecycle =
        TableLifecycle.builder(plain)
            .s3(s3)
            .controlTable("control")
            .table(spec)
            .deletes(10)
            .clock(clock::get)
            .build();
    clock.set(Instant.parse("2015-05-25T00:00:00Z"));
    assertThat(lifecycle.run()).allMatch(LifecycleReport::isComplete);
    lifecycle.run();
    assertThat(plain.listTables().tableNames()).noneMatch(name -> name.contains("2015-05-1"));

    List<ArchivedTable> archives = lifecycle.archives();
    assertThat(archives.stream().mapToLong(ArchivedTable::items).sum()).isEqualTo(sorted.size());
    for (ArchivedTable archive : archives) {
      assertThat(lifecycle.restore(RestoreOrder.of(archive.tableName())).isDone()).isTrue();
    }

    DynamoDbClient client =
        TimeSeriesDynamoDbClient.builder(plain)
            .table(spec)
            .clock(clock::get)
            .archivedReads("control")
            .build();
    assertThat(read(client, true)).isEqualTo(sorted);
    assertThat(read(client, false))
        .isEqualTo(sorted.stream().sorted(Comparator.reverseOrder()).toList());
  }

  private DynamoDbClient client(TimeSeriesSpec spec) {
    return TimeSeriesDynamoDbClient.builder(plain).table(spec).clock(clock::get).build();
  }

  private static Map<String, AttributeValue> item(Line line) {
    return Map.of("site", AttributeValue.fromS("www"), "at", AttributeValue.fromS(line.key()));
  }

  private static PutItemRequest put(Line line) {
    return PutItemRequest.builder().tableName(TABLE).item(item(line)).build();
  }

  private static void send(DynamoDbClient client, List<Line> batch) {
    List<WriteRequest> writes =
        batch.stream()
            .map(
                line ->
                    WriteRequest.builder()
                        .putRequest(PutRequest.builder().item(item(line)).build())
                        .build())
            .toList();
    Map<String, List<WriteRequest>> left = writes.isEmpty() ? Map.of() : Map.of(TABLE, writes);
    while (!left.isEmpty()) {
      left =
          client
              .batchWriteItem(BatchWriteItemRequest.builder().requestItems(left).build())
              .unprocessedItems();
    }
    batch.clear();
  }

  private static List<String> read(DynamoDbClient client, boolean forward) {
    return keys(client, TABLE, forward);
  }

  private List<String> keysIn(String table) {
    return keys(plain, table, true);
  }

  private static List<String> keys(DynamoDbClient client, String table, boolean forward) {
    QueryRequest query =
        QueryRequest.builder()
            .tableName(table)
            .keyConditionExpression("site = :s AND #at BETWEEN :from AND :to")
            .expressionAttributeNames(Map.of("#at", "at"))
            .expressionAttributeValues(
                Map.of(
                    ":s", AttributeValue.fromS("www"),
                    ":from", AttributeValue.fromS("2015-05-17"),
                    ":to", AttributeValue.fromS("2015-05-21")))
            .scanIndexForward(forward)
            .build();
    return client.queryPaginator(query).items().stream()
        .map(item -> Objects.requireNonNull(item.get("at")).s())
        .toList();
  }
}
