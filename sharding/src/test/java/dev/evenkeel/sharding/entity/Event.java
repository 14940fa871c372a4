package dev.evenkeel.sharding.entity;

import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** The attributes that all events share. Partition keys differ in type and annotations. */
public abstract class Event {
  private String at = "";
  private int status;

  @DynamoDbSortKey
  public String getAt() {
    return at;
  }

  public void setAt(String at) {
    this.at = at;
  }

  public int getStatus() {
    return status;
  }

  public void setStatus(int status) {
    this.status = status;
  }

  @Override
  public String toString() {
    return at + "/" + status;
  }

  /** With a string as its key. */
  public abstract static class OfDay extends Event {
    private String day = "";

    public String getDay() {
      return day;
    }

    public void setDay(String day) {
      this.day = day;
    }
  }
}
