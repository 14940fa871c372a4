package dev.evenkeel.timeseries.entity;

import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;

/** A subclass: what its superclass says holds for it. */
@DynamoDbBean
public class CalibratedReading extends Reading {
  private double factor;

  public double getFactor() {
    return factor;
  }

  public void setFactor(double factor) {
    this.factor = factor;
  }
}
