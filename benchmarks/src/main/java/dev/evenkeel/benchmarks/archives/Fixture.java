package dev.evenkeel.benchmarks.archives;

import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.s3.S3Client;

/** A day's table of events on servers in processes of their own, and a bucket for its archive. */
final class Fixture implements AutoCloseable {
  static final String CONTROL = "control";
  static final int SEGMENTS = 4;
  private static final int BATCH = 25;
  private static final Instant DAY = Instant.parse("2026-03-10T12:00:00Z");

  final LocalDynamoDb servers;
  final DynamoDbClient dynamoDb;
  final S3Client s3;
  final String bucket;
  private final URI s3Endpoint;
  private Duration ahead = Duration.between(Instant.now(), DAY);

  Fixture(LocalDynamoDb servers, LocalS3 s3, String bucket) {
    this.servers = servers;
    this.dynamoDb = servers.client();
    this.s3 = s3.client();
    this.s3Endpoint = s3.endpoint();
    this.bucket = bucket;
  }

  /** The same servers, before the day has passed. */
  Fixture anew() {
    return new Fixture(servers, LocalS3.at(s3Endpoint), bucket);
  }

  /** Where a process of its own finds all this. */
  String[] addresses() {
    return new String[] {servers.endpoint().toString(), s3Endpoint.toString(), bucket};
  }

  static String table(String series) {
    return series + "_2026-03-10";
  }

  TimeSeriesSpec spec(String series, @Nullable Double readUnitsPerSecond) {
    ArchivePolicy.Builder policy =
        ArchivePolicy.builder(BucketSpec.builder(bucket).prefix("ours/").build())
            .segments(SEGMENTS)
            .segmentsInFlight(SEGMENTS);
    if (readUnitsPerSecond != null) {
      policy.readUnitsPerSecond(readUnitsPerSecond);
    }
    return TimeSeriesSpec.builder(series)
        .time(ItemTime.iso("at"))
        .period(Period.DAY)
        .since(DAY)
        .archive(policy.build())
        .template(
            TableTemplate.of(
                CreateTableRequest.builder()
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(text("sensor"), text("at"))
                    .keySchema(key("sensor", KeyType.HASH), key("at", KeyType.RANGE))
                    .build()))
        .build();
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  /** A lifecycle whose clock this fixture moves. */
  TableLifecycle lifecycle(DynamoDbClient client, TimeSeriesSpec spec) {
    return TableLifecycle.builder(client)
        .s3(s3)
        .table(spec)
        .controlTable(CONTROL)
        .budget(Duration.ofHours(2))
        .clock(() -> Instant.now().plus(ahead))
        .build();
  }

  /** Lets the archive of the day be due. */
  void passDay() {
    ahead = Duration.between(Instant.now(), DAY.plus(Duration.ofHours(14)));
  }

  /** Builds the table of the day and writes so many events of some 200 bytes. */
  void fill(String series, int items) {
    TableLifecycle tables = lifecycle(dynamoDb, spec(series, null));
    tables.createControlTable();
    if (!tables.run().get(0).isComplete()) {
      throw new IllegalStateException("the table could not be built");
    }
    write(table(series), items);
  }

  /** The plain loop: batch after batch, on as many threads as segments are read by. */
  void write(String table, int items) {
    IntStream.range(0, SEGMENTS)
        .mapToObj(part -> new Thread(() -> part(table, items, part)))
        .peek(Thread::start)
        .toList()
        .forEach(Fixture::join);
  }

  static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void part(String table, int items, int part) {
    List<WriteRequest> batch = new ArrayList<>();
    for (int id = part; id < items; id += SEGMENTS) {
      Map<String, AttributeValue> item = item(id);
      batch.add(WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build());
      if (batch.size() == BATCH) {
        send(table, batch);
        batch = new ArrayList<>();
      }
    }
    if (!batch.isEmpty()) {
      send(table, batch);
    }
  }

  private void send(String table, List<WriteRequest> batch) {
    Map<String, List<WriteRequest>> left = Map.of(table, batch);
    while (!left.isEmpty()) {
      Map<String, List<WriteRequest>> now = left;
      left = dynamoDb.batchWriteItem(r -> r.requestItems(now)).unprocessedItems();
    }
  }

  private static Map<String, AttributeValue> item(int id) {
    String noise =
        LongStream.iterate(id * 0x9E3779B97F4A7C15L, x -> x * 6364136223846793005L + 1)
            .limit(8)
            .mapToObj(Long::toHexString)
            .reduce("", String::concat);
    return Map.of(
        "sensor", AttributeValue.fromS("sensor-" + id % 5_000),
        "at", AttributeValue.fromS("2026-03-10T12:00:00.%07dZ".formatted(id)),
        "level", AttributeValue.fromN(Integer.toString(id)),
        "note", AttributeValue.fromS(noise));
  }

  @Override
  public void close() {
    dynamoDb.close();
    s3.close();
  }
}
