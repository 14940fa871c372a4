package dev.evenkeel.examples.quickstart;

import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.examples.MovingClock;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.Tier;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Hits of a site in one table a day, which are built and cooled down while the log goes by. */
final class RollingHits {
  static final String TABLE = "visits";
  private static final String SITE = "site";
  private static final String CONTROL_TABLE = "visits_control";
  private static final int BATCH_WRITES_MAX = 25;

  private final DynamoDbClient plain;
  private final MovingClock clock;
  private final TimeSeriesSpec spec;
  private final TableLifecycle lifecycle;
  private final DynamoDbClient client;

  /**
   * @param since when the first hit comes
   */
  RollingHits(DynamoDbClient plain, Instant since) {
    this.plain = plain;
    this.clock = new MovingClock(since);
    this.spec =
        TimeSeriesSpec.builder(TABLE)
            .period(Period.DAY)
            .since(since)
            .time(ItemTime.iso(HitItem.AT).before("#"))
            .template(ExampleTables.provisioned(100, 200, SITE, HitItem.AT))
            .tiers(Tier.cooled().provisioned(50, 1))
            .build();
    this.lifecycle =
        TableLifecycle.builder(plain).controlTable(CONTROL_TABLE).table(spec).clock(clock).build();
    this.client = TimeSeriesDynamoDbClient.builder(plain).table(spec).clock(clock).build();
  }

  /** The final state of a day's table. */
  record DayTable(String name, int items, long writeUnits) {}

  /** Lets the log go by: the clock is that of the hits, and the lifecycle runs every hour. */
  void store(List<Hit> sortedHits) {
    lifecycle.createControlTable();
    Instant nextRun = clock.instant();
    List<Hit> batch = new ArrayList<>();
    for (Hit hit : sortedHits) {
      while (!hit.at().isBefore(nextRun)) {
        flush(batch);
        clock.moveTo(nextRun);
        lifecycle.run();
        nextRun = nextRun.truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(1));
      }
      clock.moveTo(hit.at());
      batch.add(hit);
      if (batch.size() == BATCH_WRITES_MAX) {
        flush(batch);
      }
    }
    flush(batch);
  }

  private void flush(List<Hit> batch) {
    List<WriteRequest> writes = batch.stream().map(RollingHits::write).toList();
    Map<String, List<WriteRequest>> left = writes.isEmpty() ? Map.of() : Map.of(TABLE, writes);
    while (!left.isEmpty()) {
      left =
          client
              .batchWriteItem(BatchWriteItemRequest.builder().requestItems(left).build())
              .unprocessedItems();
    }
    batch.clear();
  }

  private static WriteRequest write(Hit hit) {
    Map<String, AttributeValue> item = new HashMap<>(HitItem.of(hit));
    item.put(SITE, HitItem.text("www"));
    return WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build();
  }

  /** Every hit, oldest first, over all tables, as the iterator advances. */
  Iterator<Hit> all() {
    QueryRequest query =
        QueryRequest.builder()
            .tableName(TABLE)
            .keyConditionExpression("site = :site AND #at >= :since")
            .expressionAttributeNames(Map.of("#at", HitItem.AT))
            .expressionAttributeValues(
                Map.of(
                    ":site", HitItem.text("www"),
                    ":since", HitItem.text(spec.since().toString())))
            .build();
    return client.queryPaginator(query).items().stream().map(HitItem::toHit).iterator();
  }

  /** The tables as they really are. */
  List<DayTable> tables() {
    List<DayTable> tables = new ArrayList<>();
    for (String name : plain.listTablesPaginator().tableNames()) {
      if (spec.tables().periodOf(name) != null) {
        TableDescription table = plain.describeTable(d -> d.tableName(name)).table();
        int items =
            (int)
                plain
                    .scanPaginator(scan -> scan.tableName(name).projectionExpression(SITE))
                    .items()
                    .stream()
                    .count();
        tables.add(new DayTable(name, items, table.provisionedThroughput().writeCapacityUnits()));
      }
    }
    return tables;
  }
}
