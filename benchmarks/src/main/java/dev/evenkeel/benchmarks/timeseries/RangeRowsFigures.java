package dev.evenkeel.benchmarks.timeseries;

import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Samples;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.core.listen.CallEnd;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * The number of rows that are read for the newest hundred over thirty tables, of which the newest
 * five hold up to thirty of the sensor each and the others twenty; alone, and with ten shards in
 * each.
 */
final class RangeRowsFigures {
  private static final int ROWS = 100;
  private static final int SHARDS = 10;
  private static final int NEWEST_DAYS = 5;
  private static final int NEWEST_ROWS_MAX = 30;
  private static final int OLD_ROWS = 20;

  private final TimeSeriesDynamoDbClient client;
  private final AtomicLong rowsRead;

  private RangeRowsFigures(TimeSeriesDynamoDbClient client, AtomicLong rowsRead) {
    this.client = client;
    this.rowsRead = rowsRead;
  }

  static void measure(Scale scale, FigureReport report) {
    int sensors = scale.of(20, 2);
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient plain = local.client();
        LocalDynamoDb other = LocalDynamoDb.start();
        DynamoDbClient otherPlain = other.client()) {
      AtomicLong read = new AtomicLong();
      new RangeRowsFigures(
              TimeSeriesDynamoDbClient.builder(plain)
                  .table(Readings.SPEC)
                  .clock(() -> Readings.NOW)
                  .listener(counting(read))
                  .build(),
              read)
          .measure("range_read_rows", plain, sensors, report);
      AtomicLong readOfShards = new AtomicLong();
      new RangeRowsFigures(sharded(otherPlain, readOfShards), readOfShards)
          .measure("range_read_rows_sharded", otherPlain, sensors, report);
    }
  }

  private static TimeSeriesDynamoDbClient sharded(DynamoDbClient plain, AtomicLong read) {
    ShardingSpec sharding =
        ShardingSpec.builder(Readings.TABLE)
            .partitionKey("sensor")
            .sortKey("at")
            .shards(SHARDS)
            .build();
    return TimeSeriesDynamoDbClient.builder(
            ShardingDynamoDbClient.builder(plain)
                .tables(Readings.SPEC.tables()::contain, sharding)
                .listener(counting(read))
                .build())
        .table(Readings.SPEC)
        .clock(() -> Readings.NOW)
        .build();
  }

  private static DecoratorListener counting(AtomicLong read) {
    return new DecoratorListener() {
      @Override
      public void callEnded(CallEnd end) {
        read.addAndGet(end.work().rowsRead());
      }
    };
  }

  private void measure(String name, DynamoDbClient plain, int sensors, FigureReport report) {
    report.note(name + " ...");
    for (int day = 0; day < Readings.DAYS; day++) {
      plain.createTable(
          Readings.SPEC.template().creating(Readings.SPEC.tables().nameAt(startOf(day)), Map.of()));
    }
    Random random = new Random(30);
    for (int sensor = 0; sensor < sensors; sensor++) {
      fill("sensor" + sensor, random);
    }
    report.putMeanAndP99(name, Samples.of(sensors, sensor -> newest("sensor" + sensor)));
  }

  private static Instant startOf(int day) {
    return Readings.FIRST_DAY.plus(Duration.ofDays(day));
  }

  private void fill(String sensor, Random random) {
    List<WriteRequest> writes = new ArrayList<>();
    for (int day = 0; day < Readings.DAYS; day++) {
      boolean isNew = day >= Readings.DAYS - NEWEST_DAYS;
      int rows = isNew ? random.nextInt(NEWEST_ROWS_MAX + 1) : OLD_ROWS;
      for (int row = 0; row < rows; row++) {
        Instant at = startOf(day).plus(Duration.ofSeconds(random.nextInt(20 * 3600)));
        writes.add(
            WriteRequest.builder()
                .putRequest(
                    PutRequest.builder().item(Readings.item(sensor, at.plusNanos(row))).build())
                .build());
      }
    }
    for (int from = 0; from < writes.size(); from += 25) {
      List<WriteRequest> some = writes.subList(from, Math.min(from + 25, writes.size()));
      client.batchWriteItem(
          BatchWriteItemRequest.builder().requestItems(Map.of(Readings.TABLE, some)).build());
    }
  }

  private double newest(String sensor) {
    rowsRead.set(0);
    int returned =
        client
            .query(
                QueryRequest.builder()
                    .tableName(Readings.TABLE)
                    .keyConditionExpression("sensor = :s")
                    .expressionAttributeValues(Map.of(":s", AttributeValue.fromS(sensor)))
                    .scanIndexForward(false)
                    .limit(ROWS)
                    .build())
            .count();
    if (returned != ROWS) {
      throw new IllegalStateException("%d rows came, not %d".formatted(returned, ROWS));
    }
    return (double) rowsRead.get() / returned;
  }
}
