package dev.evenkeel.sharding;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.extensions.annotations.DynamoDbVersionAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A versioned record with a number as its partition key. */
@DynamoDbBean
public class Reading {
  private int device;
  private String time = "";
  private int value;
  private @Nullable Long version;

  static Reading of(int device, String time, int value) {
    Reading reading = new Reading();
    reading.setDevice(device);
    reading.setTime(time);
    reading.setValue(value);
    return reading;
  }

  @DynamoDbPartitionKey
  public int getDevice() {
    return device;
  }

  public void setDevice(int device) {
    this.device = device;
  }

  @DynamoDbSortKey
  public String getTime() {
    return time;
  }

  public void setTime(String time) {
    this.time = time;
  }

  public int getValue() {
    return value;
  }

  public void setValue(int value) {
    this.value = value;
  }

  @DynamoDbVersionAttribute
  public @Nullable Long getVersion() {
    return version;
  }

  public void setVersion(@Nullable Long version) {
    this.version = version;
  }
}
