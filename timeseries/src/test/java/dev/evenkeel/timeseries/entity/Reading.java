package dev.evenkeel.timeseries.entity;

import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.SeriesTime;
import dev.evenkeel.timeseries.spec.TimeSeries;
import java.time.Instant;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondarySortKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A bean that says everything an annotation can say, with indexes of both kinds. */
@DynamoDbBean
@TimeSeries(
    period = Period.DAY,
    since = "2026-11-01",
    prefix = "day_of_readings_",
    lateness = "PT2H",
    latePolicy = LatePolicy.ACCEPT,
    futureTolerance = "PT5M",
    prebuild = "PT3H",
    missingTables = MissingTablePolicy.SKIP,
    tablesMax = 31)
public class Reading {
  private String sensor = "";
  private Instant at = Instant.EPOCH;
  private String kind = "";
  private int value;

  /** For the SDK. */
  public Reading() {}

  static Reading of(String sensor, String at, int value) {
    Reading reading = new Reading();
    reading.sensor = sensor;
    reading.at = Instant.parse(at);
    reading.kind = value % 2 == 0 ? "even" : "odd";
    reading.value = value;
    return reading;
  }

  @DynamoDbPartitionKey
  public String getSensor() {
    return sensor;
  }

  public void setSensor(String sensor) {
    this.sensor = sensor;
  }

  @DynamoDbSortKey
  @DynamoDbSecondarySortKey(indexNames = "byKind")
  @SeriesTime
  public Instant getAt() {
    return at;
  }

  public void setAt(Instant at) {
    this.at = at;
  }

  @DynamoDbSecondaryPartitionKey(indexNames = {"byKind", "kinds"})
  public String getKind() {
    return kind;
  }

  public void setKind(String kind) {
    this.kind = kind;
  }

  @DynamoDbSecondarySortKey(indexNames = "byValue")
  public int getValue() {
    return value;
  }

  public void setValue(int value) {
    this.value = value;
  }

  @Override
  public String toString() {
    return sensor + " " + at + " " + value;
  }
}
