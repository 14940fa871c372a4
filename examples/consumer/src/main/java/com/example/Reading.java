package com.example;

import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.SeriesTime;
import dev.evenkeel.timeseries.spec.TimeSeries;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A reading of a sensor: there is a table for each day. */
@DynamoDbBean
@TimeSeries(period = Period.DAY, since = "2026-01-01")
public class Reading {
  private String sensor;
  private String at;
  private double value;

  @DynamoDbPartitionKey
  public String getSensor() {
    return sensor;
  }

  public void setSensor(String sensor) {
    this.sensor = sensor;
  }

  @DynamoDbSortKey
  @SeriesTime
  public String getAt() {
    return at;
  }

  public void setAt(String at) {
    this.at = at;
  }

  public double getValue() {
    return value;
  }

  public void setValue(double value) {
    this.value = value;
  }
}
