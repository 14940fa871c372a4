package com.example.guides;

import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.SeriesTime;
import dev.evenkeel.timeseries.spec.TimeSeries;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

public final class GrowingTable {
  // [docs:entity]
  @DynamoDbBean
  @TimeSeries(period = Period.DAY, lateness = "PT30H") // readings may come 30 hours late
  public static class Reading {
    private String sensor;
    private Instant at;

    @DynamoDbPartitionKey
    public String getSensor() {
      return sensor;
    }

    @DynamoDbSortKey
    @SeriesTime
    public Instant getAt() {
      return at;
    }

    // [docs]
    public void setSensor(String sensor) {
      this.sensor = sensor;
    }

    public void setAt(Instant at) {
      this.at = at;
    }
  }

  public static void main(String[] arguments) {
    Instant now = Instant.now();
    try (DynamoDbClient plain =
        DynamoDbClient.builder().endpointOverride(URI.create(arguments[0])).build()) {
      // [docs:series]
      TableSchema<Reading> schema = TableSchema.fromBean(Reading.class);
      TimeSeriesSpec spec =
          TimeSeriesSpec.mapped("measured", schema)
              .since(now.minus(Duration.ofDays(1))) // the first item's time
              .retention(Retention.deleteAfter(Duration.ofDays(90)).deleteWithoutArchive())
              .build();
      TableLifecycle lifecycle =
          TableLifecycle.builder(plain).controlTable("measured_control").table(spec).build();
      lifecycle.createControlTable();
      lifecycle.run(); // in production every quarter of an hour, by a job

      TimeSeriesDynamoDbClient client = TimeSeriesDynamoDbClient.builder(plain).table(spec).build();
      DynamoDbTable<Reading> readings =
          DynamoDbEnhancedClient.builder().dynamoDbClient(client).build().table("measured", schema);
      // [docs]
      for (int hour = 0; hour < 24; hour++) {
        Reading reading = new Reading();
        reading.setSensor("attic");
        reading.setAt(now.minus(Duration.ofHours(hour)).truncatedTo(ChronoUnit.SECONDS));
        readings.putItem(reading);
      }
      long found =
          readings
              .query(
                  QueryConditional.sortGreaterThanOrEqualTo(
                      key ->
                          key.partitionValue("attic")
                              .sortValue(now.minus(Duration.ofDays(1)).toString())))
              .items()
              .stream()
              .count();
      System.out.println(found + " readings of 24 hours, in one query");
      for (int day = 0; day < 2; day++) {
        String table = spec.tables().nameAt(now.minus(Duration.ofDays(day)));
        String status = plain.describeTable(d -> d.tableName(table)).table().tableStatusAsString();
        System.out.println(day + " days ago: its own table, " + status);
      }
    }
  }
}
