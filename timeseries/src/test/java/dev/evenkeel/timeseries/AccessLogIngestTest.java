package dev.evenkeel.timeseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.LateItemException;
import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

/**
 * A real log goes by, its lines out of order by up to twenty minutes and some of them late, while
 * the lifecycle builds the tables: each line ends up in the table of its own day, and the merged
 * read is the sorted file.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class AccessLogIngestTest {
  private static final Path LOG = Path.of("../../shared/data/apache_access.log");
  private static final Pattern TIME = Pattern.compile("\\[([^]]+)]");
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT);
  private static final String TABLE = "hits";

  /** Every so many lines one comes a day and a half after its time. */
  private static final int LATE_EVERY = 500;

  private final DynamoDbClient plain;
  private final AtomicReference<Instant> clock = new AtomicReference<>(Instant.EPOCH);

  AccessLogIngestTest(DynamoDbClient plain) {
    this.plain = plain;
  }

  private record Line(String key, Instant at, Instant arrives) {
    static Line of(int number, String text, Random random) {
      Matcher time = TIME.matcher(text);
      if (!time.find()) {
        throw new IllegalStateException("line " + number + " has no time");
      }
      Instant at = OffsetDateTime.parse(time.group(1), FORMAT).toInstant();
      Duration delay =
          number % LATE_EVERY == 0
              ? Duration.ofHours(36)
              : Duration.ofSeconds(random.nextInt(20 * 60));
      return new Line(String.format(Locale.ROOT, "%s#%06d", at, number), at, at.plus(delay));
    }
  }

  private static List<Line> lines() throws IOException {
    Random random = new Random(20150517);
    try (Stream<String> texts = Files.lines(LOG, StandardCharsets.ISO_8859_1)) {
      List<String> all = texts.toList();
      List<Line> lines = new ArrayList<>();
      for (int i = 0; i < all.size(); i++) {
        lines.add(Line.of(i + 1, all.get(i), random));
      }
      lines.sort(Comparator.comparing(Line::arrives));
      return lines;
    }
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

  @Test
  void log_ofFourDays_isInTheTablesOfItsDaysAndReadsAsTheSortedFile() throws IOException {
    assumeTrue(Files.exists(LOG), () -> "there is no " + LOG);
    List<Line> lines = lines();
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
      assertThatThrownBy(() -> client.putItem(put(line))).isInstanceOf(LateItemException.class);
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
            .keyConditionExpression("site = :s")
            .expressionAttributeValues(Map.of(":s", AttributeValue.fromS("www")))
            .scanIndexForward(forward)
            .build();
    return client.queryPaginator(query).items().stream()
        .map(item -> Objects.requireNonNull(item.get("at")).s())
        .toList();
  }
}
